using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json.Nodes;
using Xunit;

namespace Syncopate.Site.Tests;

[Collection(typeof(FeedsGroup))]
[Trait("Judges", "behaviour")]
public sealed class FeedsProblems(FeedsShared feeds)
{
    private const string Note = """{ "title": "T", "fromId": 3, "when": "2026-02-03T04:05:06Z", "text": "B" }""";

    private readonly HttpClient _client = feeds.Client;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("sync")]
    [InlineData("async")]
    public async Task Every_missing_field_is_named(string form)
    {
        JsonObject problem = await PostAsync($"/{form}/emails", "{}", HttpStatusCode.BadRequest);

        Assert.Equal(["fromId", "text", "title", "when"], Fields(problem));
    }

    [Theory]
    [InlineData("emails", "title", "\" \"")]
    [InlineData("emails", "title", "null")]
    [InlineData("emails", "when", "null")]
    [InlineData("emails", "fromId", "null")]
    [InlineData("emails", "when", "\"yesterday\"")]
    [InlineData("emails", "fromId", "\"3\"")]
    [InlineData("emails", "fromId", "30000000000")]
    [InlineData("tasks", "priority", "6")]
    [InlineData("tasks", "isDone", "1")]
    [InlineData("bookmarks", "url", "\"javascript:alert(1)\"")]
    public async Task A_wrong_field_is_named(string feed, string field, string value)
    {
        JsonNode input = JsonNode.Parse("""{ "title": "T", "fromId": 3, "when": "2026-02-03T04:05:06Z", "text": "B", "url": "http://a", "priority": 1 }""")!;
        input[field] = JsonNode.Parse(value);

        JsonObject problem = await PostAsync($"/async/{feed}", input.ToJsonString(), HttpStatusCode.BadRequest);

        Assert.Equal([field], Fields(problem));
    }

    [Theory]
    [InlineData("sync", "title", 200)]
    [InlineData("async", "title", 200)]
    [InlineData("async", "text", 4000)]
    public async Task Text_may_be_as_long_as_the_service_says_and_no_longer(string form, string field, int longest)
    {
        JsonNode input = JsonNode.Parse(Note)!;
        input[field] = new string('x', longest);
        using HttpResponseMessage created = await _client.PostAsJsonAsync($"/{form}/notes", input, Token);
        Assert.Equal(HttpStatusCode.Created, created.StatusCode);
        using HttpResponseMessage deleted = await _client.DeleteAsync(created.Headers.Location, Token);

        input[field] = new string('x', longest + 1);
        JsonObject problem = await PostAsync($"/{form}/notes", input.ToJsonString(), HttpStatusCode.BadRequest);
        Assert.Equal([field], Fields(problem));
    }

    // Goes red when "Foreign Keys=True" is taken out of the connection string: SQLite then stores the row.
    [Theory]
    [InlineData("sync")]
    [InlineData("async")]
    public async Task The_database_refuses_a_person_who_does_not_exist(string form)
    {
        JsonNode input = JsonNode.Parse(Note)!;
        input["fromId"] = 999;

        JsonObject posted = await PostAsync($"/{form}/notes", input.ToJsonString(), HttpStatusCode.BadRequest);
        using HttpResponseMessage put = await _client.PutAsJsonAsync($"/{form}/notes/1", input, Token);

        Assert.Equal(["fromId"], Fields(posted));
        Assert.Equal(["fromId"], Fields(await ProblemAsync(put, HttpStatusCode.BadRequest)));
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("{")]
    [InlineData("[]")]
    [InlineData("\"note\"")]
    [InlineData("{} {}")]
    [InlineData("{ \"title\": \"\\ud800\" }")]
    public async Task What_is_no_item_is_the_clients_fault(string body)
    {
        await PostAsync("/sync/notes", body, HttpStatusCode.BadRequest);
        await PostAsync("/async/notes", body, HttpStatusCode.BadRequest);
    }

    [Fact]
    public async Task A_body_of_more_than_64_kilobytes_is_refused() =>
        await PostAsync("/async/notes", Note + new string(' ', 64 * 1024), HttpStatusCode.RequestEntityTooLarge);

    [Fact]
    public async Task A_body_that_is_no_json_is_refused()
    {
        using StringContent content = new(Note, Encoding.UTF8, "text/plain");
        using HttpResponseMessage response = await _client.PostAsync("/async/notes", content, Token);

        await ProblemAsync(response, HttpStatusCode.UnsupportedMediaType);
    }

    [Theory]
    [InlineData("/sync/emails?take=0", "take")]
    [InlineData("/async/emails?take=101", "take")]
    [InlineData("/sync/emails?delay=-1", "delay")]
    [InlineData("/async/emails?delay=60001", "delay")]
    [InlineData("/async/emails?delay=1.5", "delay")]
    [InlineData("/slow/one?delay=soon", "delay")]
    [InlineData("/sync/emails?fail=maybe", "fail")]
    public async Task A_wrong_parameter_is_named(string address, string parameter)
    {
        using HttpResponseMessage response = await _client.GetAsync(address, Token);

        Assert.Equal([parameter], Fields(await ProblemAsync(response, HttpStatusCode.BadRequest)));
    }

    [Theory]
    [InlineData("/sync/emails/4711")]
    [InlineData("/async/emails/4711")]
    [InlineData("/async/emails/first")]
    [InlineData("/async/letters")]
    [InlineData("/slow/a-channel-whose-name-is-far-too-long-to-be-one")]
    [InlineData("/race/1/10")]
    [InlineData("/race/1/-1")]
    public async Task What_is_not_there_is_a_problem(string address)
    {
        using HttpResponseMessage response = await _client.GetAsync(address, Token);

        await ProblemAsync(response, HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task What_cannot_be_done_is_a_problem()
    {
        using HttpResponseMessage response = await _client.DeleteAsync("/async/emails", Token);

        await ProblemAsync(response, HttpStatusCode.MethodNotAllowed);
    }

    [Theory]
    [InlineData("/sync/emails?fail=true")]
    [InlineData("/async/emails/1?fail=true")]
    [InlineData("/slow/one?fail=true&delay=0")]
    public async Task A_feed_that_is_to_fail_says_so(string address)
    {
        using HttpResponseMessage response = await _client.GetAsync(address, Token);

        await ProblemAsync(response, HttpStatusCode.ServiceUnavailable);
    }

    private async Task<JsonObject> PostAsync(string address, string body, HttpStatusCode expected)
    {
        using StringContent content = new(body, Encoding.UTF8, new MediaTypeHeaderValue("application/json"));
        using HttpResponseMessage response = await _client.PostAsync(address, content, Token);
        return await ProblemAsync(response, expected);
    }

    private static async Task<JsonObject> ProblemAsync(HttpResponseMessage response, HttpStatusCode expected)
    {
        Assert.Equal(expected, response.StatusCode);
        Assert.Equal("application/problem+json", response.Content.Headers.ContentType?.MediaType);
        JsonObject? problem = await response.Content.ReadFromJsonAsync<JsonObject>(Token);
        Assert.Equal((int)expected, (int)problem!["status"]!);
        return problem;
    }

    private static IEnumerable<string> Fields(JsonObject problem) =>
        problem["errors"]!.AsObject().Select(error => error.Key).Order(StringComparer.Ordinal);
}
