using System.Text.RegularExpressions;
using Microsoft.Playwright;
using Syncopate.Journaling;
using Xunit;
using static Microsoft.Playwright.Assertions;

namespace Syncopate.Live.Tests;

/// <summary>A race of the bundled site, from its beginning by itself to its result, in a real browser.</summary>
[Trait("Judges", "time")]
public sealed class RaceTests(Browser browser)
{
    // Starts of servers, on a machine with other work.
    private const float Timeout = 120_000;

    [Fact]
    public async Task The_first_screen_begins_by_itself_draws_real_requests_and_goes_on_through_reload_second_tab_and_kill()
    {
        await using Served served = await Served.StartAsync(results: 0);
        await using Tab tab = await served.OpenAsync(browser, "/race");
        await Expect(tab.Page).ToHaveURLAsync(new Regex(@"/race\?result="), new() { Timeout = Timeout });

        await SeeBothAsync(tab.Page);
        Assert.NotEmpty(await tab.Page.EvaluateAsync<string[]>("syncopate.player.slots.flatMap(s => s.requests).filter(r => r.served "
            + ">= r.sent && r.ended > r.served).map(r => `${r.user}:${r.sent}`)"));
        string address = tab.Page.Url;

        await tab.Page.ReloadAsync();
        await SeeBothAsync(tab.Page);
        Assert.Equal(address, tab.Page.Url);
        await using (Tab second = await served.OpenAsync(browser, "/race"))
        {
            await SeeBothAsync(second.Page);
            Assert.Equal(address, second.Page.Url);
            Assert.Empty(second.Complaints);
        }

        Assert.Empty(tab.Complaints);
        int round = await RoundAsync(tab.Page);
        await served.RestartAsync();
        await Expect(tab.Page.Locator("#behind")).ToContainTextAsync("What is measured goes on", new() { Timeout = Timeout });

        // Whoever opens the new address in the same browser lets the old tab in again, too.
        IPage entered = await tab.Page.Context.NewPageAsync();
        await served.EnterAsync(entered, "/results");
        await Expect(tab.Page.Locator("#race")).ToHaveAttributeAsync("data-link", "open", new() { Timeout = Timeout });
        await SeeBothAsync(tab.Page);
        await entered.CloseAsync();

        await using Tab later = await served.OpenAsync(browser, "/race");
        await Expect(later.Page).ToHaveURLAsync(new Regex(@"/race\?result="), new() { Timeout = Timeout });
        await SeeBothAsync(later.Page);
        Assert.Equal(address, later.Page.Url);
        Regex further = new($"^(?!({string.Join('|', Enumerable.Range(1, round))})$)\\d+$");
        await Expect(later.Page.Locator("#lanes")).ToHaveAttributeAsync("data-round", further, new() { Timeout = Timeout });
        await StopAsync(later.Page);
        await Expect(later.Page.Locator("#after")).ToBeVisibleAsync(new() { Timeout = Timeout });
        await Expect(later.Page.Locator("#verdict")).ToContainTextAsync(new Regex("Decided after|No verdict after|^Undecided: "));
        await later.Page.GetByRole(AriaRole.Link, new() { Name = "Open the result" }).ClickAsync();
        await Expect(later.Page.GetByRole(AriaRole.Link, new() { Name = "Open the report" }))
            .ToBeVisibleAsync(new() { Timeout = Timeout });
        Assert.Empty(later.Complaints);
    }

    [Fact]
    public async Task Another_number_of_people_is_another_question_in_the_same_journal_and_a_pause_lies_between_two_turns()
    {
        await using Served served = await Served.StartAsync(results: 1);
        await using Tab tab = await served.OpenAsync(browser, "/race");
        await Expect(tab.Page.Locator("h1")).Not
            .ToHaveTextAsync("Twenty users, two forms."); // A result is there: nothing begins by itself.
        await tab.Page.GetByLabel("Users at once").FillAsync("6");
        await tab.Page.GetByRole(AriaRole.Button, new() { Name = "Begin" }).ClickAsync();
        await Expect(tab.Page).ToHaveURLAsync(new Regex(@"/race\?result="), new() { Timeout = Timeout });
        await SeeBothAsync(tab.Page);

        await tab.Page.Locator("#users").FillAsync("9");
        await tab.Page.Locator("#users").DispatchEventAsync("change");
        await Expect(tab.Page.Locator("#title")).ToContainTextAsync("9 users", new() { Timeout = Timeout });
        await tab.Page.GetByRole(AriaRole.Button, new() { Name = "Pause" }).ClickAsync();
        await Expect(tab.Page.Locator("#stage")).ToHaveTextAsync("paused", new() { Timeout = Timeout });
        string folder = Path.Combine(served.Root, Uri.UnescapeDataString(tab.Page.Url.Split("result=")[1]));
        int slots = Records(folder).OfType<Slot>().Count();
        await tab.Page.GetByRole(AriaRole.Button, new() { Name = "Go on" }).ClickAsync();
        await Expect(tab.Page.Locator("#stage")).ToHaveTextAsync(new Regex("^(round|starting)"), new() { Timeout = Timeout });
        await StopAsync(tab.Page);
        await Expect(tab.Page.Locator("#after")).ToBeVisibleAsync(new() { Timeout = Timeout });

        IReadOnlyList<JournalRecord> records = Records(folder);
        Assert.Equal([6, 9], records.OfType<Experiment>().Select(e => e.Load.MaximumUsers));
        Assert.Equal(records.OfType<Slot>().Select(s => s.Experiment).Distinct(), records.OfType<Experiment>().Select(e => e.Id));
        Assert.All(records.OfType<Slot>(), slot => Assert.Equal(slot.Count, slot.Traces.Count));
        Assert.True(records.OfType<Slot>().Count() >= slots);
        Assert.False(File.Exists(Path.Combine(folder, "live.jsonl")));
        Assert.False(File.Exists(Path.Combine(folder, "followed")));
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task Three_addresses_are_raced_in_a_lane_each()
    {
        await using TwinSite site = await TwinSite.StartAsync();
        await using Served served = await Served.StartAsync(results: 1);
        await using Tab tab = await served.OpenAsync(browser, "/race");
        foreach ((string field, int wait) in new[] { ("a", 90), ("b", 60), ("c", 30) })
            await tab.Page.Locator($"[name={field}]").FillAsync(FormattableString.Invariant($"{site.Address}/wait/{wait}"));
        await tab.Page.GetByLabel("Users at once").FillAsync("4");

        await tab.Page.GetByRole(AriaRole.Button, new() { Name = "Begin" }).ClickAsync();
        await Expect(tab.Page).ToHaveURLAsync(new Regex(@"/race\?result="), new() { Timeout = Timeout });

        await Expect(tab.Page.Locator(".lane h3")).ToHaveCountAsync(3, new() { Timeout = Timeout });
        await Expect(tab.Page.Locator("#lanes"))
            .ToHaveAttributeAsync("data-drawn", new Regex(@"^\w+ \w+ \w+$"), new() { Timeout = Timeout });
        await StopAsync(tab.Page);
        await Expect(tab.Page.Locator("#after")).ToBeVisibleAsync(new() { Timeout = Timeout });
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task An_experiment_that_is_no_race_is_followed_as_a_quick_run_without_a_slider_and_is_stopped()
    {
        await using Served served = await Served.StartAsync(results: 1);
        await using Tab tab = await served.OpenAsync(browser, "/race");
        await tab.Page.Locator("[name=what][value=tight-loop]").CheckAsync();

        await tab.Page.GetByRole(AriaRole.Button, new() { Name = "Begin" }).ClickAsync();
        await Expect(tab.Page).ToHaveURLAsync(new Regex(@"/race\?result="), new() { Timeout = Timeout });

        await Expect(tab.Page.Locator("#question")).ToContainTextAsync("Its work is done inside the process", new() { Timeout = Timeout });
        await Expect(tab.Page.Locator("#users")).ToBeHiddenAsync();
        await Expect(tab.Page.Locator(".lane").First).ToBeVisibleAsync();
        await StopAsync(tab.Page);
        await Expect(tab.Page.Locator("#after")).ToBeVisibleAsync(new() { Timeout = Timeout });
        Assert.Empty(tab.Complaints);
    }

    private static IReadOnlyList<JournalRecord> Records(string folder) => JournalReader.Read(Path.Combine(folder, "run.jsonl")).Records;

    // A click that is lost, and an order that is refused, are seen here and not by a run that goes on.
    private static async Task StopAsync(IPage page)
    {
        ILocator stop = page.GetByRole(AriaRole.Button, new() { Name = "Stop" });
        IResponse told = await page.RunAndWaitForResponseAsync(
            () => stop.ClickAsync(), "**/race/order", new() { Timeout = Timeout });
        Assert.Equal(204, told.Status);
    }

    private static async Task SeeBothAsync(IPage page)
    {
        await Expect(page.Locator("#lanes")).ToHaveAttributeAsync("data-drawn", "sync async", new() { Timeout = Timeout });
        await Expect(page.Locator(".lane canvas.people")).ToHaveCountAsync(2);
    }

    private static Task<int> RoundAsync(IPage page) => page.EvaluateAsync<int>("Math.max(...syncopate.player.slots.map(s => s.round))");
}
