using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Site.Tests;

[Collection(typeof(FeedsGroup))]
[Trait("Judges", "behaviour")]
public sealed partial class FeedsDescription(FeedsShared feeds)
{
    private readonly HttpClient _client = feeds.Client;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_openapi_document_has_every_operation_and_no_other()
    {
        JsonObject? document = await _client.GetFromJsonAsync<JsonObject>("/openapi/v1.json", Token);

        IEnumerable<string> operations = document!["paths"]!.AsObject()
            .SelectMany(path => path.Value!.AsObject().Select(operation => $"{operation.Key} {path.Key}"));
        string[] forms = ["sync", "async"];
        string[] feeds = ["emails", "tasks", "bookmarks", "notes"];
        IEnumerable<string> expected = forms
            .SelectMany(form => feeds.Select(feed => $"/{form}/{feed}"))
            .SelectMany(path => new[] { $"get {path}", $"post {path}", $"get {path}/{{id}}", $"put {path}/{{id}}", $"delete {path}/{{id}}" })
            .Concat(["get /slow/{channel}", "get /race/{ticket}/{lane}", "get /race/statistics", "post /race/reset", "get /health"]);
        Assert.Equal(expected.Order(StringComparer.Ordinal), operations.Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task The_openapi_document_says_what_an_input_may_be()
    {
        JsonObject? document = await _client.GetFromJsonAsync<JsonObject>("/openapi/v1.json", Token);

        JsonNode input = document!["components"]!["schemas"]!["TaskInput"]!;
        Assert.Equal(200, (int)input["properties"]!["title"]!["maxLength"]!);
        Assert.Equal((1, 5), ((int)input["properties"]!["priority"]!["minimum"]!, (int)input["properties"]!["priority"]!["maximum"]!));
        Assert.Equal("string", input["properties"]!["title"]!["type"]!.ToString());
        Assert.Equal(["fromId", "priority", "title", "when"], input["required"]!.AsArray().Select(name => name!.ToString()).Order(StringComparer.Ordinal));
        JsonNode post = document["paths"]!["/sync/tasks"]!["post"]!;
        Assert.True((bool)post["requestBody"]!["required"]!);
        Assert.Equal(["delay", "fail"], post["parameters"]!.AsArray().Select(parameter => parameter!["name"]!.ToString()));
        Assert.Equal(["201", "400", "413", "503"], post["responses"]!.AsObject().Select(response => response.Key).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Every_link_of_the_page_leads_where_it_says()
    {
        string page = await _client.GetStringAsync("/", Token);

        List<string> links = Links().Matches(page).Select(match => match.Groups[1].Value.Replace("&amp;", "&", StringComparison.Ordinal)).ToList();
        Assert.InRange(links.Count, 20, 40);
        foreach (string link in links)
        {
            using HttpResponseMessage response = await _client.GetAsync(link, Token);
            Assert.Equal(link.Contains("fail=true", StringComparison.Ordinal) ? HttpStatusCode.ServiceUnavailable : HttpStatusCode.OK, response.StatusCode);
        }
    }

    [Fact]
    public async Task The_page_loads_nothing()
    {
        using HttpResponseMessage response = await _client.GetAsync("/", Token);

        Assert.Equal("default-src 'none'; style-src 'unsafe-inline'", Assert.Single(response.Headers.GetValues("Content-Security-Policy")));
        Assert.DoesNotMatch("""(?i)(src=|<link|<script|url\(|@import|https?://)""", await response.Content.ReadAsStringAsync(Token));
    }

    [GeneratedRegex("""href="([^"]+)""")]
    private static partial Regex Links();
}
