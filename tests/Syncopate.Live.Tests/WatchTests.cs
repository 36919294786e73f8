using System.Globalization;
using Microsoft.Playwright;
using Syncopate.Watch.Tests;
using Xunit;
using static Microsoft.Playwright.Assertions;

namespace Syncopate.Live.Tests;

/// <summary>A running process, watched from the page.</summary>
[Trait("Judges", "time")]
public sealed class WatchTests(Browser browser)
{
    private const float Timeout = 120_000;

    [Fact]
    public async Task A_process_from_the_list_is_watched_second_by_second_and_its_watch_is_a_result()
    {
        await using Served watched = await Served.StartAsync(results: 0); // Any .NET process: another server.
        await using Served served = await Served.StartAsync(results: 0);
        await using Tab tab = await served.OpenAsync(browser, "/watch");

        await ChooseAsync(tab.Page, watched.ProcessId);
        await Expect(tab.Page.Locator("#watch-course")).ToBeVisibleAsync(new() { Timeout = Timeout });
        string address = tab.Page.Url;
        await tab.Page.ReloadAsync();
        await Expect(tab.Page.Locator("#watch-course")).ToBeVisibleAsync(new() { Timeout = Timeout });

        Assert.Equal(address, tab.Page.Url);
        await tab.Page.GetByRole(AriaRole.Button, new() { Name = "End the watch" }).ClickAsync();
        await Expect(tab.Page.GetByRole(AriaRole.Link, new() { Name = "Open the report" })).ToBeVisibleAsync(new() { Timeout = Timeout });
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_process_that_starves_is_said_to_with_the_line_that_blocks_and_one_that_idles_is_not()
    {
        await using WatchedProcess starving = await WatchedProcess.StartAsync("starving", "100", "200");
        await using WatchedProcess idle = await WatchedProcess.StartAsync("idle");
        await using Served served = await Served.StartAsync(results: 0);
        await using Tab tab = await served.OpenAsync(browser, "/watch");
        await using Tab second = await served.OpenAsync(browser, "/watch");

        await ChooseAsync(tab.Page, starving.ProcessId);
        await ChooseAsync(second.Page, idle.ProcessId);

        await Expect(tab.Page.Locator("#watch h1")).ToContainTextAsync("Starving for", new() { Timeout = Timeout });
        await Expect(tab.Page.GetByRole(AriaRole.Region, new() { Name = "Where threads were blocked" }))
            .ToContainTextAsync("Starving.cs:", new() { Timeout = Timeout });
        await Expect(second.Page.Locator("#watch h1")).ToContainTextAsync("The pool did not starve", new() { Timeout = Timeout });
        Assert.Empty(tab.Complaints);
        Assert.Empty(second.Complaints);
    }

    [Fact]
    public async Task The_price_is_said_first_and_awaits_are_shown_with_their_lines()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("awaits");
        await using Served served = await Served.StartAsync(results: 0);
        await using Tab tab = await served.OpenAsync(browser, "/watch");
        await Expect(tab.Page.Locator(".lede")).ToContainTextAsync("A watch costs its process");

        await ChooseAsync(tab.Page, watched.ProcessId);
        await Expect(tab.Page.Locator("#watch-course")).ToBeVisibleAsync(new() { Timeout = Timeout });
        await watched.AskAsync("hold");

        await Expect(tab.Page.GetByRole(AriaRole.Region, new() { Name = "Where async calls wait now" }))
            .ToContainTextAsync("Awaits.cs:", new() { Timeout = Timeout });
        Assert.Empty(tab.Complaints);
    }

    [Theory]
    [InlineData("starving 100 200", "Where threads were blocked")]
    [InlineData("awaits", "Where async calls wait now")]
    public async Task What_a_watch_found_fits_and_can_be_read_in_every_view(string program, string region)
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync(program.Split(' '));
        await using Served served = await Served.StartAsync(results: 0);
        await using Tab tab = await served.OpenAsync(browser, "/watch");
        await ChooseAsync(tab.Page, watched.ProcessId);
        await Expect(tab.Page.Locator("#watch-course")).ToBeVisibleAsync(new() { Timeout = Timeout });
        if (program == "awaits")
            await watched.AskAsync("hold");

        await Expect(tab.Page.GetByRole(AriaRole.Region, new() { Name = region }))
            .ToBeVisibleAsync(new() { Timeout = Timeout });
        await PageLooks.FitsAndCanBeReadAsync(tab);

        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_watch_that_the_server_does_not_know_any_more_is_said_to_have_ended()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("idle");
        await using Served served = await Served.StartAsync(results: 0);
        await using Tab tab = await served.OpenAsync(browser, "/watch");
        await tab.Page.RouteAsync("**/watch/piece?*", route => route.FulfillAsync(new() { Status = 404 }));

        await ChooseAsync(tab.Page, watched.ProcessId);

        await Expect(tab.Page.Locator("#behind"))
            .ToHaveTextAsync("The watch has ended. What it saw is under Results, unless it was deleted.", new() { Timeout = Timeout });
    }

    private static Task ChooseAsync(IPage page, int process)
    {
        string id = process.ToString(CultureInfo.InvariantCulture);
        return page.GetByRole(AriaRole.Row, new() { Name = $"({id})" }).GetByRole(AriaRole.Button).ClickAsync();
    }
}
