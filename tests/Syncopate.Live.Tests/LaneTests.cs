using Microsoft.Playwright;
using Xunit;
using static Microsoft.Playwright.Assertions;

namespace Syncopate.Live.Tests;

/// <summary>What the lane of a form says of its turn: its figures, and which of its requests are not drawn.</summary>
[Trait("Judges", "behaviour")]
public sealed class LaneTests(ServedWithResults fixture, Browser browser) : IClassFixture<ServedWithResults>
{
    private const string Slot = ToldRun.Slot;

    private const string Frame = ToldRun.Frame;

    private Served Served => fixture.Served;

    [Fact]
    public async Task Failures_and_threads_in_use_are_figures_of_a_lane()
    {
        using ToldRun run = new(Served, "fails", ToldRun.Question("five-1"), Slot, Frame);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        ILocator figures = tab.Page.Locator(".lane").First.Locator("dl.figures > div");

        await Expect(figures.Filter(new() { HasText = "failed" }).Locator("dd")).ToHaveTextAsync("1");
        await Expect(figures.Filter(new() { HasText = "threads in use" }).Locator("dd")).ToHaveTextAsync("2 of 4");
        Assert.Empty(tab.Complaints);
    }

    /// <summary>Of a fast load some users were drawn, and nothing on the page said so.</summary>
    [Fact]
    public async Task A_lane_in_which_not_all_users_are_drawn_says_how_many_are()
    {
        string frame = Frame.Replace("\"q\":1,", "\"q\":1,\"u\":3,", StringComparison.Ordinal);
        using ToldRun run = new(Served, "part", ToldRun.Question("five-1"), Slot, frame, ToldRun.Later(Slot, 2, "async"),
            ToldRun.Later(Frame, 2, "async"));
        await using Tab tab = await Served.OpenAsync(browser, run.Address);

        await Expect(tab.Page.Locator(".lane header small"))
            .ToHaveTextAsync(["its last turn, beside it, 3 of 5 users drawn", "live"]);
        Assert.Empty(tab.Complaints);
    }

    /// <summary>More requests began at once than a line has room for; all users were drawn, and nothing said that a part was not.</summary>
    [Fact]
    public async Task A_lane_in_which_requests_are_missing_says_so_also_where_all_users_are_drawn()
    {
        string frame = Frame.Replace("\"q\":1,", "\"q\":1,\"gaps\":true,", StringComparison.Ordinal);
        using ToldRun run = new(Served, "gaps", ToldRun.Question("five-1"), Slot, frame);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);

        await Expect(tab.Page.Locator(".lane header small")).ToHaveTextAsync(["live, some requests not drawn", "its turn comes next"]);
        Assert.Empty(tab.Complaints);
    }

    /// <summary>The page keeps 4,000 requests of a turn: when that ran once more, it began in the middle without a word.</summary>
    [Fact]
    public async Task A_lane_says_so_too_where_a_turn_has_more_requests_than_the_page_keeps()
    {
        string[] frames = [.. Enumerable.Range(0, 3).Select(part => Frame.Replace("[[0,1,2,30,0],[1,1,2,30,1],[2,1]]",
            $"[{string.Join(',', Enumerable.Range(2000 * part, 2000).Select(sent => $"[0,{sent},-1,{sent + 1},1]"))}]",
            StringComparison.Ordinal))];
        using ToldRun run = new(Served, "many", [ToldRun.Question("five-1"), Slot, .. frames]);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);

        await Expect(tab.Page.Locator(".lane header small").First).ToHaveTextAsync("live, some requests not drawn");
        Assert.Empty(tab.Complaints);
    }

    /// <summary>Of the requests that are drawn the page would say that they were all.</summary>
    [Fact]
    public async Task Requests_that_are_drawn_are_not_counted_as_all_of_them_and_their_mean_is_marked()
    {
        string frame = Frame.Replace("\"ok\":3,\"bad\":1,\"fly\":1,", "\"u\":3,", StringComparison.Ordinal);
        using ToldRun run = new(Served, "uncounted", ToldRun.Question("five-1"), Slot, frame);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        ILocator figures = tab.Page.Locator(".lane").First.Locator("dl.figures > div");

        await Expect(figures.Filter(new() { HasText = "mean latency" }).Locator("dd")).ToHaveTextAsync("≈ 29 ms");
        foreach (string name in (string[])["in flight", "answered", "failed", "requests per second"])
            await Expect(figures.Filter(new() { HasText = name }).Locator("dd")).ToHaveTextAsync("–");
        Assert.Empty(tab.Complaints);
    }
}
