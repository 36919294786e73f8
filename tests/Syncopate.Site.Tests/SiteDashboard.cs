using System.Diagnostics;
using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>The page put together from four feeds.</summary>
[Collection(typeof(SiteGroup))]
[Trait("Judges", "time")]
public sealed class SiteDashboard(SiteProcesses processes, Browser browser)
{
    private const string Canary = "<script>document.title='hit'</script><img src=x onerror=\"document.title='hit'\">&amp;";

    private static readonly string[] Names = ["emails", "tasks", "bookmarks", "notes"];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string> Dashboards => [.. SitePaths.Dashboards];

    [Fact]
    public async Task The_three_forms_show_the_same_content()
    {
        SitePage sync = await SitePage.GetAsync(processes.Site, "/dashboard/sync?delay=0", Token);
        SitePage async = await SitePage.GetAsync(processes.Site, "/dashboard/async?delay=0", Token);
        SitePage parallel = await SitePage.GetAsync(processes.Site, "/dashboard/parallel?delay=0", Token);

        Assert.Equal(Names, sync.Quarters.Keys);
        Assert.All(sync.Quarters.Values, quarter => Assert.Contains("and 94 more", quarter, StringComparison.Ordinal));
        Assert.Equal(sync.Quarters, async.Quarters);
        Assert.Equal(sync.Quarters, parallel.Quarters);
    }

    [Fact]
    public async Task Every_form_asks_the_same_addresses_and_passes_a_delay_on_only_when_it_is_given()
    {
        await using FakeFeeds feeds = new() { Answer = static _ => FakeFeeds.Json("[]") };
        await using RunningSample site = await SiteProcesses.StartSiteAsync(feeds.Address);

        foreach (string form in SitePaths.Dashboards)
        {
            await SitePage.GetAsync(site.Client, form, Token);
            await SitePage.GetAsync(site.Client, $"{form}?delay=7&fail=notes", Token);
        }

        string[] plain = ["/async/bookmarks", "/async/emails", "/async/notes", "/async/tasks"];
        string[] delayed = ["/async/bookmarks?delay=7", "/async/emails?delay=7", "/async/notes?delay=7&fail=true", "/async/tasks?delay=7"];
        Assert.Equal([plain, delayed, plain, delayed, plain, delayed], feeds.Asked.Chunk(4).Select(asked => asked.Order(StringComparer.Ordinal).ToArray()));
    }

    [Theory]
    [MemberData(nameof(Dashboards))]
    public async Task A_failing_feed_says_so_in_its_own_quarter_and_the_others_are_there(string form)
    {
        SitePage page = await SitePage.GetAsync(processes.Site, $"{form}?delay=0&fail=tasks", Token);

        Assert.Equal(HttpStatusCode.OK, page.Status);
        Assert.Equal(["tasks"], page.FailedQuarters);
        Assert.Contains("It answered 503 Service Unavailable.", page.Quarters["tasks"], StringComparison.Ordinal);
        Assert.All(page.Quarters.Where(quarter => quarter.Key != "tasks"), quarter => Assert.Contains("<li", quarter.Value, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_feed_that_is_too_slow_says_so_in_its_own_quarter()
    {
        await using RunningSample feeds = await RunningSample.StartAsync("FeedService", "--Feeds:DelayMilliseconds=0", "--Feeds:Delays:notes=60000");
        await using RunningSample site = await SiteProcesses.StartSiteAsync(feeds.Client.BaseAddress, "--Feeds:TimeoutMilliseconds=15000");
        await SitePage.GetAsync(site.Client, "/dashboard/parallel?delay=0", Token); // So that no feed is slow for being new.

        // All at once, as each waits to the end: long enough for the other feeds on a busy machine.
        SitePage[] pages = await Task.WhenAll(SitePaths.Dashboards.Select(form => SitePage.GetAsync(site.Client, form, Token)));

        foreach ((string form, SitePage page) in SitePaths.Dashboards.Zip(pages))
        {
            Assert.Equal((form, HttpStatusCode.OK), (form, page.Status));
            Assert.Contains("No answer within 15 s.", page.Quarters["notes"], StringComparison.Ordinal);
            Assert.Equal(["notes"], page.FailedQuarters);
        }
    }

    [Fact]
    public async Task The_page_still_comes_when_FeedService_has_been_killed()
    {
        await using RunningSample feeds = await RunningSample.StartAsync("FeedService", "--Feeds:DelayMilliseconds=0");
        await using RunningSample site = await SiteProcesses.StartSiteAsync(feeds.Client.BaseAddress);
        Assert.Empty((await SitePage.GetAsync(site.Client, "/dashboard/parallel", Token)).FailedQuarters);
        Uri? address = feeds.Client.BaseAddress;

        using (Process process = Process.GetProcessById(feeds.ProcessId))
        {
            process.Kill();
            await process.WaitForExitAsync(Token);
        }

        foreach (string form in SitePaths.Dashboards)
        {
            SitePage page = await SitePage.GetAsync(site.Client, form, Token);
            Assert.Equal(HttpStatusCode.OK, page.Status);
            Assert.Equal(Names, page.FailedQuarters);
            Assert.All(page.Quarters.Values, quarter => Assert.Contains($"Nothing answers at {address}. Is FeedService running?", quarter, StringComparison.Ordinal));
        }
    }

    [Theory]
    [InlineData("/dashboard/parallel?delay=60001", "delay is “60001”.")]
    [InlineData("/dashboard/sync?delay=-1", "delay is “-1”.")]
    [InlineData("/dashboard/async?delay=soon", "delay is “soon”.")]
    public async Task A_delay_that_cannot_be_is_refused_in_plain_words(string path, string reason)
    {
        SitePage page = await SitePage.GetAsync(processes.Site, path, Token);

        Assert.Equal(HttpStatusCode.BadRequest, page.Status);
        Assert.Contains($"{reason} It must be a whole number of milliseconds from 0 to 60000.", page.Words, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_a_feed_sends_is_shown_and_never_run()
    {
        List<Uri?> created = new();
        foreach (string name in Names)
        {
            // Far in the future, so that it comes first.
            JsonNode? item = JsonNode.Parse("""{ "fromId": 1, "when": "2099-01-01T00:00:00Z", "priority": 1, "url": "http://example.com/'\"><script>" }""");
            (item!["title"], item["text"]) = (Canary, Canary);
            using HttpResponseMessage response = await processes.Feeds.PostAsJsonAsync($"/async/{name}?delay=0", item, Token);
            Assert.Equal((name, HttpStatusCode.Created), (name, response.StatusCode));
            created.Add(response.Headers.Location);
        }

        await using Tab tab = await browser.OpenAsync();
        await tab.Page.GotoAsync($"{processes.Address}dashboard/parallel?delay=0");
        IReadOnlyList<string> titles = await tab.Page.Locator(".quarter li:first-child b").AllInnerTextsAsync();
        string title = await tab.Page.TitleAsync();
        foreach (Uri? item in created)
            (await processes.Feeds.DeleteAsync($"{item}?delay=0", Token)).Dispose();

        Assert.Equal([Canary, Canary, Canary, Canary], titles);
        Assert.StartsWith("Dashboard", title, StringComparison.Ordinal);
        Assert.Empty(tab.Complaints);
    }
}
