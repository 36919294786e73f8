using System.Net.Http.Json;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Ten servers asked, one answer used.</summary>
[Collection(typeof(SiteGroup))]
public sealed class SiteFirstWins(SiteProcesses processes)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Every_request_takes_the_next_ticket_from_1_and_asks_its_lanes()
    {
        await using var lanes = new FakeFeeds { Answer = FakeFeeds.Json("{}") };
        await using var site = await SiteProcesses.StartSiteAsync(lanes.Address);

        var one = await SitePage.GetAsync(site.Client, "/first-wins/one", Token);
        var race = await SitePage.GetAsync(site.Client, "/first-wins/race", Token);
        var cancel = await SitePage.GetAsync(site.Client, "/first-wins/cancel", Token);

        Assert.Contains("Race 1", one.Text, StringComparison.Ordinal);
        Assert.Contains("Race 2", race.Text, StringComparison.Ordinal);
        Assert.Contains("Race 3", cancel.Text, StringComparison.Ordinal);
        Assert.Equal("/race/1/0", lanes.Asked[0]);
        Assert.Equal(Enumerable.Range(0, 10).Select(lane => $"/race/2/{lane}"), lanes.Asked.Skip(1).Take(10).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_server_that_fails_at_once_does_not_win()
    {
        await using var lanes = new FakeFeeds { Answer = "HTTP/1.1 500 x\r\nContent-Length: 0\r\n\r\n" };
        await using var site = await SiteProcesses.StartSiteAsync(lanes.Address);

        var race = await SitePage.GetAsync(site.Client, "/first-wins/race", Token);
        var cancel = await SitePage.GetAsync(site.Client, "/first-wins/cancel", Token);

        Assert.Contains("No server answered. It answered 500 Internal Server Error.", Spaces(race.Text), StringComparison.Ordinal);
        Assert.Contains("No server answered. It answered 500 Internal Server Error.", Spaces(cancel.Text), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("one", 1, 0)]
    [InlineData("race", 10, 0)]
    [InlineData("cancel", 1, 9)]
    public async Task Losers_run_on_or_are_stopped_on_the_server_as_the_form_says(string form, int finished, int stopped)
    {
        (await processes.Feeds.PostAsync("/race/reset", null, Token)).Dispose();

        await SitePage.GetAsync(processes.Site, $"/first-wins/{form}", Token);
        Statistics race;
        do
            race = await processes.Feeds.GetFromJsonAsync<Statistics>("/race/statistics", Token) ?? throw new InvalidOperationException("no statistics");
        while (race.Started > race.Finished + race.Stopped);

        // A loser that is as quick as the winner, to a tick, may have finished before it could be told to stop.
        Assert.Equal(finished + stopped, race.Started);
        Assert.InRange(race.Finished, finished, form == "cancel" ? finished + 2 : finished);
    }

    private static string Spaces(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    private sealed record Statistics(int Started, int Finished, int Stopped);
}
