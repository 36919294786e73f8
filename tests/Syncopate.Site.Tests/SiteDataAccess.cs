using System.Net;
using System.Text.Json.Nodes;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The accesses to the data that are measured inside the site; run on each database.</summary>
[Trait("Judges", "behaviour")]
public abstract class SiteDataAccess(BlogSite site)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private protected abstract string Provider { get; }

    [Fact]
    public async Task Every_access_sends_the_same_commands_and_reads_the_same_rows_in_each_form()
    {
        using HttpClient client = Client();
        string known = await client.GetStringAsync("/data", Token);
        foreach (JsonNode? operation in JsonNode.Parse(known)!.AsArray())
        {
            string id = $"{operation!["id"]}";
            List<string> forms = operation["forms"]!.AsArray().Select(form => $"{form}").ToList();
            List<(int Commands, int Rows)> measured = new List<(int Commands, int Rows)>();
            foreach (string form in forms)
            {
                JsonNode answer = await MeasureAsync(client, id, form, times: 3);
                Assert.Equal((id, form, Provider), ($"{answer["operation"]}", $"{answer["form"]}", $"{answer["provider"]}"));
                Assert.Equal(3, answer["nanoseconds"]!.AsArray().Count(time => (long)time! > 0));
                Assert.True((long)answer["allocatedBytes"]! > 0, id);
                Assert.InRange((double)answer["heldShare"]!, form == "sync" ? 1 : 0, 1);
                measured.Add(((int)answer["commands"]!, (int)answer["rows"]!));
            }

            Assert.Equal((id, 1), (id, measured.Distinct().Count()));
            Assert.True(measured[0].Commands >= 3, id);
        }
    }

    [Theory]
    [InlineData("create")]
    [InlineData("update")]
    [InlineData("delete")]
    public async Task What_a_measurement_writes_is_gone_afterwards(string operation)
    {
        using HttpClient client = Client();
        using Visitor visitor = site.Visit();
        Seen before = await visitor.GetAsync("/posts/sync");

        await MeasureAsync(client, operation, "sync", times: 5);
        await MeasureAsync(client, operation, "async", times: 5);

        Assert.Equal(before.Rows, (await visitor.GetAsync("/posts/sync")).Rows);
    }

    [Fact]
    public async Task Forms_that_take_turns_are_measured_turn_by_turn_and_leave_nothing()
    {
        using HttpClient client = Client();
        using Visitor visitor = site.Visit();
        Seen before = await visitor.GetAsync("/posts/sync");

        foreach (string operation in new[] { "list-direct", "create", "update", "delete" })
        {
            using HttpResponseMessage response = await client.PostAsync($"/data/{operation}/turns?forms=sync,async,async,sync&times=2", null, Token);
            JsonArray turns = JsonNode.Parse(await response.Content.ReadAsStringAsync(Token))!.AsArray();

            Assert.Equal(["sync", "async", "async", "sync"], turns.Select(turn => $"{turn!["form"]}"));
            Assert.All(turns, turn => Assert.Equal(2, turn!["nanoseconds"]!.AsArray().Count(time => (long)time! > 0)));
            Assert.All(turns, turn => Assert.Equal((int)turns[0]!["commands"]!, (int)turn!["commands"]!));
            Assert.All(turns, turn => Assert.Equal(3, turn!["collections"]!.AsArray().Count(count => (int)count! >= 0)));
            // Each begins after the calls of the one before.
            List<long> begins = turns.Select(turn => (long)turn!["atNanoseconds"]!).ToList();
            Assert.Equal(0, begins[0]);
            Assert.All(begins.Zip(begins.Skip(1), turns), turn => Assert.True(turn.Second >= turn.First + turn.Third!["nanoseconds"]!.AsArray().Sum(time => (long)time!)));
        }

        Assert.Equal(before.Rows, (await visitor.GetAsync("/posts/sync")).Rows);
    }

    [Theory]
    [InlineData("GET", "/data")]
    [InlineData("POST", "/data/list-direct/sync")]
    [InlineData("POST", "/data/reset?posts=1")]
    [InlineData("POST", "/actions/measure/background?milliseconds=1")]
    [InlineData("GET", "/actions/measure/statistics")]
    public async Task Without_the_key_nothing_of_it_is_there(string method, string path)
    {
        using HttpClient client = new() { BaseAddress = site.Address };
        foreach (string? key in new[] { null, "", "KEY", "key2" })
        {
            using HttpRequestMessage request = new(new HttpMethod(method), path);
            if (key is not null)
                request.Headers.TryAddWithoutValidation("X-Run-Key", key);

            using HttpResponseMessage response = await client.SendAsync(request, Token);

            Assert.Equal((key, HttpStatusCode.NotFound), (key, response.StatusCode));
        }
    }

    [Theory]
    [InlineData("/data/nothing/sync", HttpStatusCode.NotFound)]
    [InlineData("/data/list-direct/parallel", HttpStatusCode.NotFound)]
    [InlineData("/data/list-direct/sync?times=0", HttpStatusCode.BadRequest)]
    [InlineData("/data/list-direct/sync?times=1001", HttpStatusCode.BadRequest)]
    [InlineData("/data/list-direct/turns?forms=sync,none", HttpStatusCode.NotFound)]
    [InlineData("/data/list-direct/turns", HttpStatusCode.BadRequest)]
    [InlineData("/data/list-direct/turns?forms=sync,async&times=1001", HttpStatusCode.BadRequest)]
    [InlineData("/data/reset?posts=10001", HttpStatusCode.BadRequest)]
    public async Task What_cannot_be_measured_is_refused(string path, HttpStatusCode status)
    {
        using HttpClient client = Client();

        using HttpResponseMessage response = await client.PostAsync(path, null, Token);

        Assert.Equal(status, response.StatusCode);
        Assert.Equal("application/problem+json", response.Content.Headers.ContentType?.MediaType);
    }

    [Fact]
    public async Task The_internals_page_proves_whether_the_provider_is_asynchronous()
    {
        using Visitor visitor = site.Visit();

        Seen page = await visitor.FillInAsync("/internals");

        bool isAsync = Provider == "postgresql";
        Assert.Contains(isAsync ? "Yes: this provider’s async calls free their thread." : "No: this provider’s async calls are synchronous.", page.Words, StringComparison.Ordinal);
        Assert.Contains(isAsync ? "ReadAsync written by the provider" : "ReadAsync the base class’s, which calls Read", page.Words, StringComparison.Ordinal);
        Assert.Contains("Contexts in use, this page’s included 1 Contexts kept", page.Words, StringComparison.Ordinal);
    }

    private static async Task<JsonNode> MeasureAsync(HttpClient client, string operation, string form, int times)
    {
        using HttpResponseMessage response = await client.PostAsync(FormattableString.Invariant($"/data/{operation}/{form}?times={times}"), null, Token);
        string text = await response.Content.ReadAsStringAsync(Token);
        Assert.True(response.IsSuccessStatusCode, $"{operation} {form}: {text}");
        return JsonNode.Parse(text)!;
    }

    private HttpClient Client() => new() { BaseAddress = site.Address, DefaultRequestHeaders = { { "X-Run-Key", "key" } } };
}
