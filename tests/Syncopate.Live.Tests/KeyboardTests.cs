using System.Text.RegularExpressions;
using Microsoft.Playwright;
using Syncopate.Journaling;
using Syncopate.Tests.Reporting;
using Xunit;
using static Microsoft.Playwright.Assertions;

namespace Syncopate.Live.Tests;

/// <summary>Ways through the pages by the Tab key alone: nothing is given the focus but by it, and what has it is seen to.</summary>
[Trait("Judges", "behaviour")]
public sealed class KeyboardTests(ServedWithResults fixture, Browser browser) : IClassFixture<ServedWithResults>
{
    // No page has so many places to go to.
    private const int MostKeys = 150;

    private const string Focused = """
        () => {
            const e = document.activeElement, seen = e === document.body || getComputedStyle(e).outlineStyle !== 'none';
            return `${seen ? '' : 'unseen: '}${e.outerHTML.slice(0, 90)}`;
        }
        """;

    private Served Served => fixture.Served;

    [Fact]
    public async Task Two_results_are_marked_and_compared()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/results");
        IPage page = tab.Page;
        ILocator compare = page.GetByRole(AriaRole.Button, new() { Name = "Compare the two" });
        await Expect(compare).ToBeDisabledAsync(); // Until then its script has not run.

        await TabToAsync(page, page.Locator("ul.results input").Nth(0));
        await page.Keyboard.PressAsync("Space");
        await TabToAsync(page, page.Locator("ul.results input").Nth(1));
        await page.Keyboard.PressAsync("Space");
        await TabToAsync(page, compare, "Shift+Tab");
        await page.Keyboard.PressAsync("Enter");

        await Expect(page.Locator(".lede")).ToContainTextAsync("Earlier: result-1");
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_plan_is_reached_and_played_with()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/results");
        IPage page = tab.Page;

        await FollowAsync(page, "Plan");
        await Expect(page).ToHaveURLAsync(Served.Site + "/plan");
        await TabToAsync(page, page.GetByLabel("Users, each"));
        await page.Keyboard.PressAsync("End");

        await Expect(page.Locator("#plan-figures code")).ToContainTextAsync("--users 500 ");
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_replay_is_held_and_another_race_filled_in()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/results");
        IPage page = tab.Page;

        await FollowAsync(page, "Race");
        await Expect(page).ToHaveURLAsync(Served.Site + "/race");
        await Expect(page.Locator(".lane h3")).ToHaveCountAsync(2);
        await TabToAsync(page, page.Locator("#play"));
        await page.Keyboard.PressAsync("Enter");
        await Expect(page.Locator("#play")).ToHaveTextAsync("Play");
        await TabToAsync(page, page.Locator("[name=a]"));
        await page.Keyboard.TypeAsync("http://localhost:1/alone");

        await Expect(page.Locator("#wrong")).ToContainTextAsync("'http://localhost:1/alone' cannot be raced.");
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_comparison_is_filled_in_up_to_its_beginning()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/results");
        IPage page = tab.Page;

        await FollowAsync(page, "Compare");
        await Expect(page).ToHaveURLAsync(Served.Site + "/start");
        await TabToAsync(page, page.Locator("[name=argument1]"));
        await page.Keyboard.TypeAsync("http://localhost:1/a");
        await TabToAsync(page, page.Locator("[name=argument2]"));
        await page.Keyboard.TypeAsync("http://localhost:1/b");
        await TabToAsync(page, page.Locator("[name='--users']"));
        await page.Keyboard.TypeAsync("7");
        await Expect(page.Locator("#line")).ToHaveTextAsync(new Regex("http://localhost:1/b --users 7$"));
        await Expect(page.Locator("#begin")).ToBeEnabledAsync();
        await TabToAsync(page, page.Locator("#begin"), "Shift+Tab");

        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_race_is_paused_has_its_users_changed_and_is_stopped()
    {
        using ToldRun run = new(Served, "by-keyboard", ToldRun.Question("five-1"), ToldRun.Slot, ToldRun.Frame);
        string folder = Path.Combine(Served.Root, "by-keyboard");
        File.Delete(Path.Combine(folder, "run.jsonl"));
        using (JournalWriter journal = JournalWriter.Create(folder))
            journal.Append(Journals.Header with { Mode = "race" }); // Another run has no users to be changed.
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        IPage page = tab.Page;
        await Expect(page.Locator("#usersnow")).ToHaveTextAsync("5 users at once");

        await OrderAsync(page, "#pause", "Enter", "Tab");
        await OrderAsync(page, "#users", "ArrowRight", "Tab");
        await OrderAsync(page, "#stop", "Enter", "Shift+Tab");

        string[] orders = await File.ReadAllLinesAsync(Path.Combine(folder, "control.jsonl"),
            TestContext.Current.CancellationToken);
        Assert.Equal(["""{"pause":true}""", """{"users":6}""", """{"pause":false,"stop":true}"""], orders);
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_process_is_watched_and_its_watch_ended()
    {
        await using WatchedPage watched = await WatchedPage.OpenAsync(browser, "/results", "idle");
        IPage page = watched.Page;

        await FollowAsync(page, "Watch");
        await Expect(page).ToHaveURLAsync(watched.Served.Site + "/watch");
        await TabToAsync(page, watched.Choice);
        await page.Keyboard.PressAsync("Enter");
        await watched.SeeCourseAsync();
        await TabToAsync(page, page.GetByRole(AriaRole.Button, new() { Name = "End the watch" }));
        await page.Keyboard.PressAsync("Enter");

        await Expect(page.GetByRole(AriaRole.Link, new() { Name = "Open the report" })).ToBeVisibleAsync();
        Assert.Empty(watched.Tab.Complaints);
    }

    /// <summary>Goes to a control of a race, and waits until what it orders has arrived.</summary>
    private static async Task OrderAsync(IPage page, string control, string key, string way)
    {
        await TabToAsync(page, page.Locator(control), way);
        IResponse answer = await page.RunAndWaitForResponseAsync(() => page.Keyboard.PressAsync(key), "**/race/order");
        Assert.Equal(204, answer.Status);
    }

    /// <summary>Goes to a link of the bar and follows it.</summary>
    private static async Task FollowAsync(IPage page, string name)
    {
        await TabToAsync(page, page.GetByRole(AriaRole.Link, new() { Name = name, Exact = true }));
        await page.Keyboard.PressAsync("Enter");
    }

    /// <summary>Presses the key until the wanted one has the focus.</summary>
    private static async Task TabToAsync(IPage page, ILocator wanted, string key = "Tab")
    {
        List<string> passed = [];
        for (int pressed = 0; pressed < MostKeys; pressed++)
        {
            await page.Keyboard.PressAsync(key);
            passed.Add(await page.EvaluateAsync<string>(Focused));
            if (!await wanted.EvaluateAsync<bool>("e => e === document.activeElement"))
                continue;
            Assert.DoesNotContain(passed, place => place.StartsWith("unseen: ", StringComparison.Ordinal));
            return;
        }

        Assert.Fail($"{key} did not lead to {wanted}, but to:\n{string.Join('\n', passed)}");
    }
}
