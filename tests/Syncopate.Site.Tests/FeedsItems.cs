using System.Globalization;
using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Xunit;

namespace Syncopate.Site.Tests;

[Collection(typeof(FeedsGroup))]
[Trait("Judges", "behaviour")]
public sealed class FeedsItems(FeedsShared feeds)
{
    private readonly HttpClient _client = feeds.Client;

    public static TheoryData<string, string> Feeds => new MatrixTheoryData<string, string>(
        ["sync", "async"], ["emails", "tasks", "bookmarks", "notes"]);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [MemberData(nameof(Feeds))]
    public async Task An_item_lives_from_post_to_delete(string form, string feed)
    {
        JsonObject input = JsonNode.Parse(Input(feed))!.AsObject();

        using HttpResponseMessage created = await _client.PostAsJsonAsync($"/{form}/{feed}", input, Token);
        Assert.Equal(HttpStatusCode.Created, created.StatusCode);
        string address = created.Headers.Location!.ToString();
        JsonObject? first = await created.Content.ReadFromJsonAsync<JsonObject>(Token);
        Assert.Equal($"/{form}/{feed}/{first!["id"]}", address);
        AssertHolds(input, first);
        Assert.True(JsonNode.DeepEquals(first, await ReadAsync(address)));

        input["title"] = "Another";
        input["fromId"] = 4;
        input["when"] = "2026-02-03T06:05:06+02:00";
        using HttpResponseMessage updated = await _client.PutAsJsonAsync(address, input, Token);
        Assert.Equal(HttpStatusCode.NoContent, updated.StatusCode);
        JsonNode? second = await ReadAsync(address);
        input["when"] = "2026-02-03T04:05:06Z";
        AssertHolds(input, second!.AsObject());
        Assert.NotEqual(first["from"]!.ToString(), second["from"]!.ToString());

        using HttpResponseMessage deleted = await _client.DeleteAsync(address, Token);
        Assert.Equal(HttpStatusCode.NoContent, deleted.StatusCode);
        using HttpResponseMessage gone = await _client.GetAsync(address, Token);
        Assert.Equal(HttpStatusCode.NotFound, gone.StatusCode);
    }

    [Theory]
    [MemberData(nameof(Feeds))]
    public async Task A_feed_lists_a_hundred_items_newest_first(string form, string feed)
    {
        JsonArray items = (await ReadAsync($"/{form}/{feed}"))!.AsArray();

        Assert.Equal(100, items.Count);
        List<DateTime> times = items.Select(item => DateTime.Parse(item!["when"]!.ToString(), CultureInfo.InvariantCulture)).ToList();
        Assert.Equal(times.OrderDescending(), times);
        Assert.All(items, item => Assert.NotEmpty(item!["title"]!.ToString()));
        Assert.All(items, item => Assert.NotEmpty(item!["from"]!.ToString()));
    }

    [Theory]
    [InlineData("emails")]
    [InlineData("tasks")]
    [InlineData("bookmarks")]
    [InlineData("notes")]
    public async Task Both_forms_answer_the_same(string feed)
    {
        string sync = await _client.GetStringAsync($"/sync/{feed}?take=7", Token);
        string async = await _client.GetStringAsync($"/async/{feed}?take=7", Token);

        Assert.Equal(7, JsonNode.Parse(sync)!.AsArray().Count);
        Assert.Equal(sync, async);
    }

    [Theory]
    [InlineData("sync")]
    [InlineData("async")]
    public async Task What_is_not_there_cannot_be_changed_or_removed(string form)
    {
        using HttpResponseMessage put = await _client.PutAsJsonAsync($"/{form}/notes/4711", JsonNode.Parse(Input("notes")), Token);
        using HttpResponseMessage delete = await _client.DeleteAsync($"/{form}/notes/4711", Token);

        Assert.Equal((HttpStatusCode.NotFound, HttpStatusCode.NotFound), (put.StatusCode, delete.StatusCode));
    }

    [Theory]
    [InlineData("sync")]
    [InlineData("async")]
    public async Task The_service_alone_decides_about_keys_and_names(string form)
    {
        string before = await _client.GetStringAsync($"/{form}/notes/1", Token);
        JsonNode greedy = JsonNode.Parse(Input("notes"))!;
        greedy["id"] = 1;
        greedy["from"] = new JsonObject { ["id"] = 3, ["name"] = "Mallory" };

        using HttpResponseMessage created = await _client.PostAsJsonAsync($"/{form}/notes", greedy, Token);

        JsonObject? note = await created.Content.ReadFromJsonAsync<JsonObject>(Token);
        Assert.NotEqual(1, (int)note!["id"]!);
        Assert.NotEqual("Mallory", note["from"]!.ToString());
        Assert.Equal(before, await _client.GetStringAsync($"/{form}/notes/1", Token));
        using HttpResponseMessage deleted = await _client.DeleteAsync(created.Headers.Location, Token);
    }

    private static string Input(string feed) => feed switch
    {
        "emails" => """{ "title": "T", "fromId": 3, "when": "2026-02-03T04:05:06Z", "text": "B", "isRead": true }""",
        "tasks" => """{ "title": "T", "fromId": 3, "when": "2026-02-03T04:05:06Z", "priority": 5, "isDone": true }""",
        "bookmarks" => """{ "title": "T", "fromId": 3, "when": "2026-02-03T04:05:06Z", "url": "https://example.org/" }""",
        _ => """{ "title": "T", "fromId": 3, "when": "2026-02-03T04:05:06Z", "text": "B" }""",
    };

    private Task<JsonNode?> ReadAsync(string address) => _client.GetFromJsonAsync<JsonNode>(address, Token);

    private static void AssertHolds(JsonObject input, JsonObject view) =>
        Assert.All(input, field => Assert.Equal(field.Value!.ToString(), view[field.Key]!.ToString()));
}
