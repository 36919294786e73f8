using System.Text.RegularExpressions;
using Microsoft.Playwright;
using Syncopate.Journaling;
using Syncopate.Tests.Reporting;
using Xunit;
using static Microsoft.Playwright.Assertions;

namespace Syncopate.Live.Tests;

/// <summary>The controls of a replay, and what it says where there is nothing to show.</summary>
[Trait("Judges", "behaviour")]
public sealed class ReplayTests(ServedWithResults fixture, Browser browser) : IClassFixture<ServedWithResults>
{
    // The moments of the first pictures after the one that is drawn now, and how long each of them is after the one before, in ms.
    private const string Moments = """
        () => new Promise(done => {
            const { player } = syncopate, draw = player.draw.bind(player), all = [];
            player.draw = (now, seconds) => {
                draw(now, seconds);
                if (all.push([now, 1000 * seconds]) === 5) done(all.flat());
            };
        })
        """;

    private Served Served => fixture.Served;

    /// <summary>Its button said Pause at the end, and the first press went back to the beginning and stayed there.</summary>
    [Fact]
    public async Task A_replay_that_is_over_is_played_again_by_one_press()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/replay?result=result-1");
        await Expect(tab.Page.Locator(".lane h3")).ToHaveCountAsync(2);
        await tab.Page.Locator("#speed").SelectOptionAsync("0.25");
        await tab.Page.Locator("#seek").PressAsync("End");
        await Expect(tab.Page.Locator("#play")).ToHaveTextAsync("Play");

        await tab.Page.Locator("#play").ClickAsync();

        await Expect(tab.Page.Locator("#play")).ToHaveTextAsync("Pause");
        Assert.Empty(tab.Complaints);
    }

    /// <summary>It stood still from its first use on, as it kept the focus.</summary>
    [Fact]
    public async Task The_slider_of_a_replay_goes_on_after_it_was_used_and_its_moment_can_be_heard()
    {
        await using Tab tab = await Served.OpenAsync(browser, "/replay?result=result-1");
        ILocator slider = tab.Page.Locator("#seek");
        await Expect(tab.Page.Locator(".lane h3")).ToHaveCountAsync(2);

        await slider.PressAsync("Home");

        await Expect(slider).ToBeFocusedAsync();
        await Expect(slider).Not.ToHaveValueAsync("0");
        await Expect(slider).ToHaveAttributeAsync("aria-valuetext", new Regex("^[0-9.]+ of [0-9.]+ s$"));
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task Another_number_of_users_is_marked_in_a_replay_as_it_was_in_the_race()
    {
        string folder = Directory.CreateDirectory(Path.Combine(Served.Root, "changed")).FullName;
        using (JournalWriter journal = JournalWriter.Create(folder))
        {
            journal.Append(Journals.Header with { Experiments = ["five-1", "five-2"] });
            foreach ((string id, int users) in new[] { ("five-1", 5), ("five-2", 9) })
            {
                journal.Append(Journals.TwoForms with { Id = id, Load = new UsersTimesLoops(users, 1) });
                foreach (Slot slot in Journals.Rounds(1, (Form.Sync, [200, 400]), (Form.Async, [200, 200])))
                    journal.Append(slot with { Experiment = id, Users = users });
            }

            journal.Append(Journals.Finished);
        }

        await using Tab tab = await Served.OpenAsync(browser, "/replay?result=changed");
        await tab.Page.Locator("#speed").SelectOptionAsync("16");

        await Expect(tab.Page.Locator("#narrowing line.change")).ToHaveCountAsync(1);
        await Expect(tab.Page.Locator("#narrowing")).ToHaveAttributeAsync("aria-label", new Regex("narrows, users 5 → 9: "));
        await Expect(tab.Page.Locator(".lane header small"))
            .ToHaveTextAsync(["its last turn, beside it", "replay, now 9 at once"]);
        Assert.Empty(tab.Complaints);
    }

    [Fact]
    public async Task A_journal_that_ended_before_its_first_turn_is_not_called_one_of_a_load_alone()
    {
        string folder = Directory.CreateDirectory(Path.Combine(Served.Root, "cut")).FullName;
        await File.WriteAllTextAsync(Path.Combine(folder, "run.jsonl"), "", TestContext.Current.CancellationToken);
        await using Tab tab = await Served.OpenAsync(browser, "/replay?result=cut");

        await Expect(tab.Page.Locator("#title")).ToContainTextAsync("a watch, or a run that ended before its first turn");

        Assert.Empty(tab.Complaints);
    }

    /// <summary>A journal from elsewhere may contradict itself: the page said that the server does not answer.</summary>
    [Fact]
    public async Task What_a_report_leaves_out_of_a_journal_is_left_out_of_its_replay()
    {
        string folder = Directory.CreateDirectory(Path.Combine(Served.Root, "forged")).FullName;
        using (JournalWriter journal = JournalWriter.Create(folder))
        {
            Workload two = Journals.TwoForms.Workload;
            journal.Append(Journals.Header with { Experiments = ["whole", "alone"] });
            journal.Append(Journals.TwoForms with { Id = "whole" });
            journal.Append(Journals.TwoForms with { Id = "alone", Workload = two with { Forms = [two.Forms[0]] } });
            foreach (Slot slot in Journals.Rounds(1, (Form.Sync, [200]), (Form.Async, [200])))
            {
                journal.Append(slot with { Experiment = "whole" });
                journal.Append(slot with { Experiment = "alone" });
                journal.Append(slot with { Experiment = "whole", Round = 2, Histogram = "none" });
            }

            journal.Append(Journals.Finished);
        }

        using HttpClient client = await Served.ClientAsync();
        string told = await client.GetStringAsync("/replay/data?result=forged", TestContext.Current.CancellationToken);
        Directory.Delete(folder, recursive: true);

        Assert.Equal(2, Regex.Count(told, "\"k\":\"done\""));
        Assert.DoesNotContain("alone", told, StringComparison.Ordinal);
    }

    /// <summary>After a load or a watch the first screen had nothing that moves.</summary>
    [Fact]
    public async Task The_first_screen_moves_also_where_the_last_result_has_no_turns_and_says_of_what()
    {
        string folder = Directory.CreateDirectory(Path.Combine(Served.Root, "newest")).FullName;
        await File.WriteAllTextAsync(Path.Combine(folder, "report.json"),
            """{"headline":"A load.","run":{"mode":"load","command":"","startedUtc":"2099-01-01T00:00:00Z"}}""",
            TestContext.Current.CancellationToken);
        await using Tab tab = await Served.OpenAsync(browser, "/race");

        await Expect(tab.Page.Locator("h1")).ToHaveTextAsync("A load.");
        await Expect(tab.Page.Locator(".lane h3")).ToHaveCountAsync(2);
        await Expect(tab.Page.Locator("#replay a")).ToHaveTextAsync("result-2");
        Directory.Delete(folder, recursive: true);
        Assert.Empty(tab.Complaints);
    }

    /// <summary>A speed that does nothing comes to the same verdict, later.</summary>
    [Theory]
    [InlineData("0.25", 0.25)]
    [InlineData("1", 1.0)]
    [InlineData("16", 16.0)]
    public async Task A_replay_goes_as_fast_as_is_chosen(string speed, double factor)
    {
        await using Tab tab = await Served.OpenAsync(browser, "/replay?result=result-1");
        await Expect(tab.Page.Locator(".lane h3")).ToHaveCountAsync(2);
        await tab.Page.Locator("#speed").SelectOptionAsync(speed);
        await tab.Page.Locator("#seek").PressAsync("Home");

        double[] moments = await tab.Page.EvaluateAsync<double[]>(Moments);

        // A picture that comes late moves by half a second at the most; the end of the journal is never passed.
        double[] pace =
        [
            .. from i in Enumerable.Range(1, 4)
               select (moments[2 * i] - moments[(2 * i) - 2]) / Math.Min(500, moments[(2 * i) + 1]),
        ];
        Assert.Contains(pace, found => Math.Abs(found - factor) < 0.001 * factor);
        Assert.All(pace, found => Assert.InRange(found, 0, 1.001 * factor));
        Assert.Empty(tab.Complaints);
    }

    /// <summary>The page said that it was reading the journal, or nothing at all.</summary>
    [Theory]
    [InlineData(404, "Its result is not there any more.")]
    [InlineData(0, "The server does not answer.")]
    public async Task A_replay_whose_journal_does_not_come_says_why(int status, string said)
    {
        await using Tab tab = await Served.OpenAsync(browser, "/results");
        await tab.Page.RouteAsync("**/replay/data?*", route => status == 0 ? route.AbortAsync()
            : route.FulfillAsync(new() { Status = status }));

        await tab.Page.GotoAsync(Served.Site + "/replay?result=result-1");

        await Expect(tab.Page.Locator("#title")).ToHaveTextAsync(said);
    }
}
