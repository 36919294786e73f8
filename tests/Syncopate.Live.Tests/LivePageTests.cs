using System.Text.RegularExpressions;
using Microsoft.Playwright;
using Xunit;
using static Microsoft.Playwright.Assertions;

namespace Syncopate.Live.Tests;

/// <summary>The page of a run that goes on, told line by line what a run would tell it.</summary>
[Trait("Judges", "behaviour")]
public sealed class LivePageTests(ServedWithResults fixture, Browser browser) : IClassFixture<ServedWithResults>
{
    private const string Slot = ToldRun.Slot;

    private const string Frame = ToldRun.Frame;

    // Milliseconds between so many pictures and the ones before them, by the clock of frames: that of the run may go more slowly.
    private const string Gaps = """
        count => new Promise(done => {
            const { player } = syncopate, draw = player.draw.bind(player), at = [];
            player.draw = (now, seconds) => {
                at.push(document.timeline.currentTime);
                draw(now, seconds);
                if (at.length > count) done(at.slice(1).map((t, i) => t - at[i]));
            };
        })
        """;

    // How far behind what happens the first pictures of a turn are, in ms.
    private const string Behind = """
        () => new Promise(done => {
            const { player } = syncopate, draw = player.draw.bind(player), behind = [];
            player.draw = (now, seconds) => {
                draw(now, seconds);
                if (player.slots.length && behind.push(performance.now() - now) > 2) done(behind);
            };
        })
        """;

    private Served Served => fixture.Served;

    [Fact]
    public async Task A_race_that_rests_says_whether_it_is_decided_and_leads_to_another()
    {
        using ToldRun run = new(Served, "rests", ToldRun.Question("five-1"),
            """{"k":"round","x":"five-1","round":1,"ratio":0.9,"low":0.5,"high":1.4,"forms":[]}""",
            """{"k":"stage","text":"resting","left":0}""");
        await using Tab tab = await Served.OpenAsync(browser, run.Address);

        await Expect(tab.Page.Locator("#stage")).ToContainTextAsync("It ended undecided.");
        await Expect(tab.Page.Locator("#verdict")).ToContainTextAsync("Undecided: ");
        await Expect(tab.Page.Locator("#another")).ToBeVisibleAsync();
        run.Tell(ToldRun.Question("five-2"), """{"k":"stage","text":"round 1","left":9}""");
        await Expect(tab.Page.Locator("#another")).ToBeHiddenAsync();
        run.Tell(
            """{"k":"round","x":"five-2","round":4,"ratio":0.4,"low":0.3,"high":0.5,"decided":"gain","verdict":"decided","forms":[]}""",
            """{"k":"stage","text":"resting","left":0}""");
        await Expect(tab.Page.Locator("#stage")).ToContainTextAsync("Decided. Choose");
        await tab.Page.Locator("#another").ClickAsync();

        await Expect(tab.Page.GetByRole(AriaRole.Button, new() { Name = "Begin" })).ToBeVisibleAsync();
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_question_that_another_one_replaced_promises_no_further_look()
    {
        using ToldRun run = new(Served, "replaced", ToldRun.Question("five-1"),
            """{"k":"round","x":"five-1","round":1,"ratio":0.9,"low":0.5,"high":1.4,"forms":[]}""", ToldRun.Question("five-2"));
        await using Tab tab = await Served.OpenAsync(browser, run.Address);

        await Expect(tab.Page.Locator("#past")).ToContainTextAsync("and it ended before the look after round 4.");
        await Expect(tab.Page.Locator("#verdict")).ToContainTextAsync("No verdict yet");
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task The_verdict_narrows_round_by_round_with_its_looks_and_its_margin_marked()
    {
        using ToldRun run = new(Served, "narrows", ToldRun.Question("five-1"),
            """{"k":"round","x":"five-1","round":4,"ratio":0.8,"low":0.5,"high":1.2,"forms":[]}""",
            """{"k":"round","x":"five-1","round":5,"ratio":0.8,"low":0.7,"high":0.9,"forms":[]}""");
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        ILocator picture = tab.Page.Locator("#narrowing"), verdict = tab.Page.Locator("#verdict");

        await Expect(verdict)
            .ToHaveTextAsync("awaiting took 80% of the time of blocking (70% to 90%) in 5 rounds so far. Next look after round 6.");
        await Expect(picture.Locator("line.span")).ToHaveCountAsync(2);
        await Expect(picture.Locator("line.done")).ToHaveCountAsync(5); // A look each, of the question.
        await Expect(picture.Locator("line.margin")).ToHaveCountAsync(2);
        run.Tell("""{"k":"round","x":"five-1","round":6,"ratio":0.8,"decided":"gain","verdict":"decided after 6 rounds","forms":[]}""");

        await Expect(verdict).ToHaveTextAsync("Decided after 6 rounds");
        await Expect(picture.Locator("circle.fell")).ToHaveCountAsync(1);
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_verdict_that_is_not_believed_is_no_decision()
    {
        using ToldRun run = new(Served, "withdrawn", ToldRun.Question("five-1"),
            """{"k":"round","x":"five-1","round":6,"ratio":0.8,"decided":"undecided","verdict":"no verdict after 6","forms":[]}""",
            """{"k":"stage","text":"resting","left":0}""");
        await using Tab tab = await Served.OpenAsync(browser, run.Address);

        await Expect(tab.Page.Locator("#verdict")).ToHaveTextAsync("No verdict after 6");
        await Expect(tab.Page.Locator("#stage")).ToContainTextAsync("It ended undecided.");
        await Expect(tab.Page.Locator("#narrowing circle")).ToHaveClassAsync("point");
    }

    [Fact]
    public async Task A_picture_that_ends_before_its_run_says_so()
    {
        using ToldRun run = new(Served, "full", ToldRun.Question("five-1"), Slot, Frame, """{"k":"full"}""");
        await using Tab tab = await Served.OpenAsync(browser, run.Address);

        await Expect(tab.Page.Locator("#behind")).ToContainTextAsync("The picture ends here");
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_picture_that_is_slowed_down_says_how_far_it_is_behind_and_leads_back_to_what_happens_now()
    {
        using ToldRun run = new(Served, "slow", ToldRun.Question("five-1"), Slot, Frame);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        await DrawnAsync(tab.Page);

        await tab.Page.Locator("#speed").SelectOptionAsync("0.25");
        await Expect(tab.Page.Locator("#behind")).ToHaveTextAsync(new Regex(@"^This picture is [1-9]\d* s behind what happens\.$"));
        await Expect(tab.Page.Locator(".lane header small").First).ToHaveTextAsync(new Regex(@"^[1-9]\d* s ago$"));
        await tab.Page.Locator("#live").ClickAsync();

        await Expect(tab.Page.Locator("#live")).ToBeHiddenAsync();
        await Expect(tab.Page.Locator("#speed")).ToHaveValueAsync("1");
        await Expect(tab.Page.Locator("#behind")).ToBeEmptyAsync();
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_tab_that_nobody_sees_leaves_its_connection_to_others_and_goes_on_where_it_was()
    {
        using ToldRun run = new(Served, "hides", ToldRun.Question("five-1"), Slot, Frame);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);

        await HideInFirstRoundAsync(tab.Page);
        run.Tell(Slot.Replace("\"n\":1", "\"n\":2", StringComparison.Ordinal)
            .Replace("\"round\":1", "\"round\":7", StringComparison.Ordinal));
        await SeeAsync(tab.Page, isHidden: false);

        await GoesOnInRoundSevenAsync(tab.Page);
        int[] slots = await tab.Page.EvaluateAsync<int[]>("syncopate.player.slots.map(s => s.n)");
        Assert.Equal([1, 2], slots);
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task What_is_asked_for_in_one_tab_is_seen_in_the_other()
    {
        using ToldRun run = new(Served, "two-tabs", ToldRun.Question("five-1"), Slot, Frame);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        await using Tab second = await Served.OpenAsync(browser, run.Address);
        await DrawnAsync(second.Page);

        await tab.Page.Locator("#pause").ClickAsync();
        run.Tell("""{"k":"stage","text":"paused"}""");
        await Expect(second.Page.Locator("#pause")).ToHaveTextAsync("Go on");
        run.Tell("""{"k":"stage","text":"round 2","left":9}""",
            ToldRun.Question("five-2").Replace("\"users\":5", "\"users\":9", StringComparison.Ordinal));

        foreach (Tab each in (Tab[])[tab, second])
        {
            await Expect(each.Page.Locator("#pause")).ToHaveTextAsync("Pause");
            await Expect(each.Page.Locator("#usersnow")).ToHaveTextAsync("9 users at once");
            Assert.Empty(each.Complaints);
        }
    }

    /// <summary>The page asked forever, and said that it comes back.</summary>
    [Fact]
    public async Task A_result_that_was_removed_is_not_waited_for()
    {
        using ToldRun run = new(Served, "removed", ToldRun.Question("five-1"), Slot, Frame);
        await using Tab tab = await Served.OpenAsync(browser, "/results");
        await tab.Page.RouteAsync("**/events?*", route => route.FulfillAsync(new() { Status = 404 }));

        await tab.Page.GotoAsync(Served.Site + run.Address);

        await Expect(tab.Page.Locator("#behind")).ToHaveTextAsync("Its result is not there any more.");
    }

    [Fact]
    public async Task Turns_of_before_a_reload_lie_where_they_were()
    {
        string before = Slot.Replace("\"began\":100", "\"began\":1100", StringComparison.Ordinal);
        string second = before.Replace("\"n\":1", "\"n\":2", StringComparison.Ordinal)
            .Replace("\"began\":1100", "\"began\":6100", StringComparison.Ordinal);
        using ToldRun run = new(Served, "reloads", ToldRun.Question("five-1"), before, Frame, second,
            Frame.Replace("\"n\":1", "\"n\":2", StringComparison.Ordinal));
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        await Expect(tab.Page.Locator("#lanes")).ToHaveAttributeAsync("data-round", "1");

        int apart = await tab.Page.EvaluateAsync<int>("Math.round(syncopate.player.slots[1].at - syncopate.player.slots[0].at)");

        Assert.Equal(5000, apart);
    }

    [Fact]
    public async Task Another_number_of_people_is_marked_in_its_lane_and_where_the_picture_of_its_verdict_begins()
    {
        string slot = ToldRun.Later(Slot, 2, "sync").Replace("\"users\":5", "\"users\":9", StringComparison.Ordinal);
        using ToldRun run = new(Served, "changes", ToldRun.Question("five-1"), Slot, Frame,
            ToldRun.Question("five-2").Replace("\"users\":5", "\"users\":9", StringComparison.Ordinal), slot,
            ToldRun.Later(Frame, 2, "sync"));
        await using Tab tab = await Served.OpenAsync(browser, run.Address);

        await Expect(tab.Page.Locator("#narrowing line.change")).ToHaveCountAsync(1);
        await Expect(tab.Page.Locator("#narrowing")).ToHaveAttributeAsync("aria-label", new Regex("narrows, users 5 → 9: "));
        await Expect(tab.Page.Locator(".lane header small").First).ToHaveTextAsync("live, now 9 at once");
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task Three_forms_are_three_lanes_that_fit_and_can_be_read_in_every_view()
    {
        string question = ToldRun.Question("five-1").Replace("}],\"looks\"", "},{\"form\":\"parallel\",\"label\":\"at once\"}],\"looks\"",
            StringComparison.Ordinal);
        using ToldRun run = new(Served, "three", question, Slot, Frame,
            ToldRun.Later(Slot, 2, "async"), ToldRun.Later(Frame, 2, "async"),
            ToldRun.Later(Slot, 3, "parallel"), ToldRun.Later(Frame, 3, "parallel"));
        await using Tab tab = await Served.OpenAsync(browser, run.Address);

        await Expect(tab.Page.Locator(".lane h3")).ToHaveTextAsync(["blocking", "awaiting", "at once"]);
        await Expect(tab.Page.Locator("#lanes")).ToHaveAttributeAsync("data-drawn", "sync async parallel");
        await PageLooks.FitsAndCanBeReadAsync(tab);
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task Who_asks_for_less_motion_is_shown_four_pictures_per_second_at_the_most()
    {
        double[] gaps = await GapsAsync("calm", ReducedMotion.Reduce, 8);

        Assert.All(gaps, gap => Assert.InRange(gap, 249, double.MaxValue)); // A frame is drawn by the clock of frames: no jitter.
    }

    /// <summary>Fails wrongly where a machine draws none of 40 frames within a quarter of a second of the one before.</summary>
    [Fact]
    public async Task Who_does_not_is_shown_more()
    {
        double[] gaps = await GapsAsync("lively", ReducedMotion.NoPreference, 40);

        Assert.InRange(gaps.Min(), 0, 249);
    }

    /// <summary>Fails wrongly where a machine draws nothing for three seconds after the first line of the turn.</summary>
    [Theory]
    [InlineData(1, true)]
    [InlineData(2, false)]
    public async Task The_first_turn_of_a_run_is_drawn_sooner_than_later_ones(int number, bool isSooner)
    {
        using ToldRun run = new(Served, isSooner ? "opens" : "goes-on", ToldRun.Question("five-1"));
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        await Expect(tab.Page.Locator(".lane")).ToHaveCountAsync(2);

        Task<double[]> drawn = tab.Page.EvaluateAsync<double[]>(Behind);
        run.Tell(ToldRun.Later(Slot, number, "sync"), ToldRun.Later(Frame, number, "sync"));
        double[] behind = await drawn;

        Assert.Equal(isSooner, behind.Min() < 890); // Of 900.
        Assert.Empty(tab.Complaints);
    }

    /// <summary>What is above it grew while Stop was held down, which moved away: the click was lost, and nothing stopped.</summary>
    [Fact]
    public async Task A_click_on_a_control_is_not_lost_where_the_page_grows_while_it_is_held()
    {
        string stage = string.Concat(Enumerable.Repeat("word ", 200));
        using ToldRun run = new(Served, "held", ToldRun.Question("five-1"), Slot, Frame);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        await DrawnAsync(tab.Page);
        await tab.Page.Locator("#stop").HoverAsync();
        await tab.Page.Mouse.DownAsync();

        run.Tell($$"""{"k":"stage","text":"{{stage}}","left":9}""", ToldRun.Later(Slot, 2, "async"));
        await Expect(tab.Page.Locator("#stage")).ToContainTextAsync("word word");
        await tab.TwoFramesAsync();
        IResponse answer = await tab.Page.RunAndWaitForResponseAsync(() => tab.Page.Mouse.UpAsync(), "**/race/order");

        Assert.Equal(204, answer.Status);
        Assert.Empty(tab.Complaints);
    }

    /// <summary>The page went on saying that the run pauses, and offered to go on.</summary>
    [Fact]
    public async Task An_order_that_does_not_arrive_is_not_said_to_be_obeyed()
    {
        using ToldRun run = new(Served, "orders", ToldRun.Question("five-1"), Slot, Frame);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        await DrawnAsync(tab.Page);
        await tab.Page.RouteAsync("**/race/order", route => route.AbortAsync());

        await tab.Page.Locator("#pause").ClickAsync();

        await Expect(tab.Page.Locator("#stage")).ToHaveTextAsync("The server does not answer.");
        await Expect(tab.Page.Locator("#pause")).ToHaveTextAsync("Pause");
        await Expect(tab.Page.Locator("#pause")).ToHaveAttributeAsync("aria-pressed", "false");
        Assert.All(tab.Complaints, complaint => Assert.StartsWith("console: ", complaint, StringComparison.Ordinal)); // The abort alone.
    }

    [Fact]
    public async Task A_browser_that_was_offline_goes_on_where_it_was()
    {
        using ToldRun run = new(Served, "offline", ToldRun.Question("five-1"), Slot, Frame);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        await HideInFirstRoundAsync(tab.Page); // As a closed laptop does; an open connection outlasts the switch.

        await tab.Page.Context.SetOfflineAsync(true);
        await SeeAsync(tab.Page, isHidden: false);
        await Expect(tab.Page.Locator("#behind"))
            .ToHaveTextAsync("The server does not answer. What is measured goes on; this page comes back by itself.");
        run.Tell(
            ToldRun.Later(Slot, 2, "sync").Replace("\"round\":1", "\"round\":7", StringComparison.Ordinal),
            ToldRun.Later(Frame, 2, "sync"));
        await tab.Page.Context.SetOfflineAsync(false);

        await GoesOnInRoundSevenAsync(tab.Page);
        Assert.DoesNotContain(tab.Complaints, complaint => !complaint.StartsWith("console: ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_page_fits_and_can_be_read_on_a_desk_and_on_a_telephone_by_day_and_by_night()
    {
        using ToldRun run = new(Served, "fits", ToldRun.Question("five-1"), Slot, Frame,
            """{"k":"round","x":"five-1","round":1,"ratio":0.9,"low":0.5,"high":1.4,"forms":[]}""");
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        await Expect(tab.Page.Locator("#lanes")).ToHaveAttributeAsync("data-round", "1");

        await PageLooks.FitsAndCanBeReadAsync(tab);

        Assert.Empty(tab.Complaints);
    }

    /// <summary>Milliseconds between so many pictures, for who prefers more or less motion.</summary>
    private async Task<double[]> GapsAsync(string name, ReducedMotion motion, int count)
    {
        using ToldRun run = new(Served, name, ToldRun.Question("five-1"), Slot, Frame);
        await using Tab tab = await Served.OpenAsync(browser, run.Address);
        await tab.Page.EmulateMediaAsync(new() { ReducedMotion = motion });
        double[] gaps = await tab.Page.EvaluateAsync<double[]>(Gaps, count);
        Assert.Empty(tab.Complaints);
        return gaps;
    }

    private static Task DrawnAsync(IPage page) => Expect(page.Locator("#lanes")).ToHaveAttributeAsync("data-drawn", "sync");

    private static async Task HideInFirstRoundAsync(IPage page)
    {
        await Expect(page.Locator("#lanes")).ToHaveAttributeAsync("data-round", "1");
        await SeeAsync(page, isHidden: true);
        await Expect(page.Locator("#race")).ToHaveAttributeAsync("data-link", "hidden");
    }

    private static async Task GoesOnInRoundSevenAsync(IPage page)
    {
        await Expect(page.Locator("#race")).ToHaveAttributeAsync("data-link", "open");
        await Expect(page.Locator("#lanes")).ToHaveAttributeAsync("data-round", "7");
    }

    // What the browser tells a page whose tab another one covers.
    private static async Task SeeAsync(IPage page, bool isHidden) => await page.EvaluateAsync(
        "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true }); "
            + "document.dispatchEvent(new Event('visibilitychange')); }",
        isHidden);
}
