using System.Diagnostics;
using System.Globalization;
using System.Net;
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
        await using WatchedPage watched = await WatchedPage.OpenAsync(browser, "/watch", "awaits");
        await Expect(watched.Page.Locator(".lede")).ToContainTextAsync("A watch costs its process");

        await watched.WatchAsync();
        await watched.Process.AskAsync("hold");

        await Expect(watched.Page.GetByRole(AriaRole.Region, new() { Name = "Where async calls wait now" }))
            .ToContainTextAsync("Awaits.cs:", new() { Timeout = Timeout });
        Assert.Empty(watched.Tab.Complaints);
    }

    [Theory]
    [InlineData("starving 100 200", "Where threads were blocked")]
    [InlineData("awaits", "Where async calls wait now")]
    public async Task What_a_watch_found_fits_and_can_be_read_in_every_view(string program, string region)
    {
        await using WatchedPage watched = await WatchedPage.OpenAsync(browser, "/watch", program.Split(' '));
        await watched.WatchAsync();
        if (program == "awaits")
            await watched.Process.AskAsync("hold");

        await Expect(watched.Page.GetByRole(AriaRole.Region, new() { Name = region }))
            .ToBeVisibleAsync(new() { Timeout = Timeout });
        await PageLooks.FitsAndCanBeReadAsync(watched.Tab);

        Assert.Empty(watched.Tab.Complaints);
    }

    [Fact]
    public async Task A_watch_that_the_server_does_not_know_any_more_is_said_to_have_ended()
    {
        await using WatchedPage watched = await WatchedPage.OpenAsync(browser, "/watch", "idle");
        await watched.Page.RouteAsync("**/watch/piece?*", route => route.FulfillAsync(new() { Status = 404 }));

        await watched.Choice.ClickAsync();

        await Expect(watched.Page.Locator("#behind"))
            .ToHaveTextAsync("The watch has ended. What it saw is under Results, unless it was deleted.", new() { Timeout = Timeout });
    }

    /// <summary>What it found, with file and line, was taken from under the hand of whoever wanted to copy it.</summary>
    [Fact]
    public async Task Text_of_a_watch_that_is_selected_stays_until_it_is_not()
    {
        await using WatchedPage watched = await WatchedPage.OpenAsync(browser, "/watch", "idle");
        await watched.WatchAsync();

        await watched.Page.EvaluateAsync("() => getSelection().selectAllChildren(document.querySelector('#watch h1'))");
        await Expect(watched.Page.Locator("#behind")).ToHaveTextAsync("It is held while text is selected.", new() { Timeout = Timeout });
        string selected = await watched.Page.EvaluateAsync<string>("() => getSelection().toString()");
        await watched.Page.EvaluateAsync("() => getSelection().removeAllRanges()");

        await Expect(watched.Page.Locator("#behind")).ToBeEmptyAsync(new() { Timeout = Timeout });
        Assert.NotEmpty(selected);
        Assert.Empty(watched.Tab.Complaints);
    }

    /// <summary>What was found grew above the button while it was held down, which moved away, and the watch went on.</summary>
    [Fact]
    public async Task A_click_that_ends_a_watch_is_not_lost_where_the_page_grows_while_it_is_held()
    {
        await using WatchedPage watched = await WatchedPage.OpenAsync(browser, "/watch", "idle");
        await watched.WatchAsync();
        await watched.Page.GetByRole(AriaRole.Button, new() { Name = "End the watch" }).HoverAsync();
        await watched.Page.Mouse.DownAsync();

        string found = string.Concat(Enumerable.Repeat("<p>found</p>", 100)) + "<p id=grown>all</p>";
        await watched.Page.RouteAsync("**/watch/piece?*",
            route => route.FulfillAsync(new() { ContentType = "text/html; charset=utf-8", Body = found }));
        await Expect(watched.Page.Locator("#grown")).ToBeAttachedAsync(new() { Timeout = Timeout });
        await watched.Page.Mouse.UpAsync();

        await Expect(watched.Page.GetByRole(AriaRole.Link, new() { Name = "Open the report" }))
            .ToBeVisibleAsync(new() { Timeout = Timeout });
        Assert.Empty(watched.Tab.Complaints);
    }

    [Fact]
    public async Task A_process_that_ends_ends_its_watch_which_is_heard_and_leaves_nothing_to_end()
    {
        await using WatchedPage watched = await WatchedPage.OpenAsync(browser, "/watch", "idle");
        await watched.WatchAsync();
        await Expect(watched.Page.GetByRole(AriaRole.Button, new() { Name = "End the watch" })).ToBeVisibleAsync();

        await watched.Process.EndAsync();

        await Expect(watched.Page.Locator("#said")).ToContainTextAsync("The watch is over.", new() { Timeout = Timeout });
        await Expect(watched.Page.GetByRole(AriaRole.Button, new() { Name = "End the watch" })).ToBeHiddenAsync();
        await watched.Page.GetByRole(AriaRole.Link, new() { Name = "Its result" }).ClickAsync();
        await Expect(watched.Page.GetByRole(AriaRole.Link, new() { Name = "Open the report" }))
            .ToBeVisibleAsync(new() { Timeout = Timeout });
        Assert.Empty(watched.Tab.Complaints);
    }

    /// <summary>A double click, or a second tab, watched it twice, and it paid twice.</summary>
    [Fact]
    public async Task A_process_is_watched_once_however_often_it_is_chosen()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("idle");
        await using Served served = await Served.StartAsync(results: 0);
        using HttpClient client = await served.ClientAsync();
        string id = watched.ProcessId.ToString(CultureInfo.InvariantCulture);

        HttpResponseMessage[] together = await Task.WhenAll(AskAsync(), AskAsync());
        using HttpResponseMessage later = await AskAsync();

        Assert.All(together, answer => Assert.Equal(HttpStatusCode.SeeOther, answer.StatusCode));
        Assert.Single(together.Append(later).Select(answer => answer.Headers.Location).Distinct());
        Assert.Single(Directory.GetDirectories(served.Root));

        Task<HttpResponseMessage> AskAsync() => Served.PostAsync(client, "/watch/start", ("process", id));
    }

    [Theory]
    [InlineData("no number")]
    [InlineData("")] // One without .NET.
    public async Task What_cannot_be_watched_is_said_to_and_leaves_no_result(string process)
    {
        await using Served served = await Served.StartAsync(results: 0);
        using HttpClient client = await served.ClientAsync();
        using Process other = Process.Start("sleep", "600");
        string asked = process.Length > 0 ? process : other.Id.ToString(CultureInfo.InvariantCulture);

        using HttpResponseMessage answer = await Served.PostAsync(client, "/watch/start", ("process", asked));
        other.Kill();

        Assert.Equal(HttpStatusCode.Conflict, answer.StatusCode);
        Assert.Contains("It cannot be watched.", await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken),
            StringComparison.Ordinal);
        Assert.False(Directory.Exists(served.Root));
    }

    private static Task ChooseAsync(IPage page, int process) => WatchedPage.ChoiceOf(page, process).ClickAsync();
}
