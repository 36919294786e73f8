using System.Net;
using System.Net.Http.Json;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>Ten servers asked, one answer used.</summary>
[Collection(typeof(SiteGroup))]
[Trait("Judges", "time")]
public sealed class SiteFirstWins(SiteProcesses processes)
{
    private const string Failure = "HTTP/1.1 500 x\r\nContent-Length: 0\r\n\r\n";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Every_request_takes_the_next_ticket_from_1_and_asks_its_lanes()
    {
        await using FakeFeeds lanes = new() { Answer = static _ => FakeFeeds.Json("{}") };
        await using RunningSample site = await SiteProcesses.StartSiteAsync(lanes.Address);

        SitePage one = await SitePage.GetAsync(site.Client, "/first-wins/one", Token);
        SitePage race = await SitePage.GetAsync(site.Client, "/first-wins/race", Token);
        SitePage cancel = await SitePage.GetAsync(site.Client, "/first-wins/cancel", Token);

        Assert.Contains("Race 1", one.Words, StringComparison.Ordinal);
        Assert.Contains("Race 2", race.Words, StringComparison.Ordinal);
        Assert.Contains("Race 3", cancel.Words, StringComparison.Ordinal);
        Assert.Equal("/race/1/0", lanes.Asked[0]);
        Assert.Equal(Enumerable.Range(0, 10).Select(lane => $"/race/2/{lane}"), lanes.Asked.Skip(1).Take(10).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_server_that_fails_does_not_win_and_when_all_fail_the_page_says_so()
    {
        await using FakeFeeds lanes = new();
        await using RunningSample site = await SiteProcesses.StartSiteAsync(lanes.Address);

        foreach (string form in (string[])["race", "cancel", "race", "cancel"])
        {
            lanes.Answer = static path => path.EndsWith("/7", StringComparison.Ordinal) ? FakeFeeds.Json("{}") : Failure;
            Assert.Contains("Lane 7 answered.", (await SitePage.GetAsync(site.Client, $"/first-wins/{form}", Token)).Words, StringComparison.Ordinal);
        }

        foreach (string form in (string[])["one", "race", "cancel"])
        {
            lanes.Answer = static _ => Failure;
            SitePage page = await SitePage.GetAsync(site.Client, $"/first-wins/{form}", Token);
            Assert.Equal(HttpStatusCode.OK, page.Status);
            Assert.Contains("No server answered. It answered 500 Internal Server Error.", page.Words, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("race", 0)]
    [InlineData("cancel", 9)]
    public async Task Losers_are_left_alone_or_hung_up_on_as_the_form_says(string form, int abandoned)
    {
        await using FakeFeeds lanes = new()
        {
            StaysOpen = true,
            Answer = static path => path.EndsWith("/7", StringComparison.Ordinal) ? FakeFeeds.Json("{}") : "",
        };
        await using RunningSample site = await SiteProcesses.StartSiteAsync(lanes.Address);

        SitePage page = await SitePage.GetAsync(site.Client, $"/first-wins/{form}", Token);
        while (lanes.Abandoned.Count < abandoned)
            await SitePage.GetAsync(site.Client, "/health", Token);

        Assert.Contains("Lane 7 answered.", page.Words, StringComparison.Ordinal);
        Assert.Equal(abandoned, lanes.Abandoned.Count);
        Assert.Equal(abandoned == 0 ? 9 : 0, page.Words.Split("still running").Length - 1);
    }

    [Theory]
    [InlineData("one", 1)]
    [InlineData("race", 10)]
    [InlineData("cancel", 10)]
    public async Task FeedService_counts_what_each_form_costs_it(string form, int started)
    {
        (await processes.Feeds.PostAsync("/race/reset", null, Token)).Dispose();

        await SitePage.GetAsync(processes.Site, $"/first-wins/{form}", Token);
        Statistics race;
        do
            race = await processes.Feeds.GetFromJsonAsync<Statistics>("/race/statistics", Token) ?? throw new InvalidOperationException("no statistics");
        while (race.Started > race.Finished + race.Stopped);

        Assert.Equal(started, race.Started);
        Assert.Equal(form == "cancel", race.Stopped > 0);
    }

    private sealed record Statistics(int Started, int Finished, int Stopped);
}
