using System.Net;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>Whatever a feed answers, every form of the page comes and says in each quarter what was wrong with it.</summary>
[Trait("Judges", "behaviour")]
public sealed class SiteUntrustedFeeds(SiteUntrustedFeeds.Pair pair) : IClassFixture<SiteUntrustedFeeds.Pair>
{
    private const string NotTheList = "The answer was not the list that it should be.";
    private const string Broken = "The connection broke before the whole answer was there.";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string, string, string> Answers => new()
    {
        { "text", FakeFeeds.Json("not json"), NotTheList },
        { "nothing", FakeFeeds.Json(""), NotTheList },
        { "null", FakeFeeds.Json("null"), NotTheList },
        { "a null among the items", FakeFeeds.Json("[null]"), NotTheList },
        { "an item without members", FakeFeeds.Json("[{}]"), NotTheList },
        { "null for text", FakeFeeds.Json("""[{"title":null,"from":"a","text":"a","url":"a","when":"2026-01-01T00:00:00Z","priority":1,"isRead":true,"isDone":true}]"""), NotTheList },
        { "deep nesting", FakeFeeds.Json(new string('[', 5000)), NotTheList },
        { "no HTTP", "hello\r\n\r\n", Broken },
        { "no answer at all", "", Broken },
        { "half an answer", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[", Broken },
        { "a redirection", "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n", "It answered 302 Found." },
        { "a status without a name", "HTTP/1.1 599 x\r\nContent-Length: 0\r\n\r\n", "It answered 599." },
        { "too long", "HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n[", "The answer was longer than 4 MiB and was refused." },
    };

    [Theory]
    [MemberData(nameof(Answers))]
    public async Task A_wrong_answer_is_told_in_each_quarter(string name, string answer, string problem)
    {
        pair.Feeds.Answer = _ => answer;

        await AssertProblemAsync(pair.Site, name, problem);
    }

    [Fact]
    public async Task An_answer_that_never_ends_is_given_up()
    {
        await using FakeFeeds feeds = new() { StaysOpen = true };
        await using RunningSample site = await SiteProcesses.StartSiteAsync(feeds.Address, "--Feeds:TimeoutMilliseconds=200");

        await AssertProblemAsync(site.Client, "silence", "No answer within 0.2 s.");
        feeds.Answer = static _ => "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n";
        await AssertProblemAsync(site.Client, "silence after the head", "No answer within 0.2 s.");
        feeds.Answer = static _ => "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[";
        await AssertProblemAsync(site.Client, "silence in the middle", "No answer within 0.2 s.");
    }

    private static async Task AssertProblemAsync(HttpClient site, string name, string problem)
    {
        foreach (string form in SitePaths.Dashboards)
        {
            SitePage page = await SitePage.GetAsync(site, form, Token);

            Assert.Equal((name, form, HttpStatusCode.OK), (name, form, page.Status));
            Assert.Equal(4, page.Quarters.Count);
            Assert.All(page.Quarters.Values, quarter => Assert.Contains(problem, quarter, StringComparison.Ordinal));
        }
    }

    /// <summary>A site that asks feeds which are not to be trusted.</summary>
    public sealed class Pair : IAsyncLifetime
    {
        private RunningSample? _site;

        internal FakeFeeds Feeds { get; } = new();

        public HttpClient Site => (_site ?? throw new InvalidOperationException("Not started yet.")).Client;

        public async ValueTask InitializeAsync() => _site = await SiteProcesses.StartSiteAsync(Feeds.Address);

        public async ValueTask DisposeAsync()
        {
            if (_site is not null)
                await _site.DisposeAsync();
            await Feeds.DisposeAsync();
        }
    }
}
