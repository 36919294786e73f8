using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Experiments on pages and background work whose figures are judged: how a page's time adds up, and who
/// answers before the work is done.</summary>
[Collection(nameof(Alone))]
[Trait("Judges", "time")]
public sealed class DataAloneTests
{
    private static readonly (string, string)[] WithoutPostgres = [(PostgresPrograms.Variable, "none")];

    [Fact]
    public async Task A_page_of_posts_is_compared_and_taken_apart_in_a_browser()
    {
        using RunFolder folder = new();

        await using Tool tool = Tool.StartWith(WithoutPostgres, "run", "ef-web", "--quick", "--seed", "7", "--out", folder.Path);
        int code = await tool.ExitAsync();
        Assert.SkipWhen(folder.Read("report.json").Contains("No browser is on this machine", StringComparison.Ordinal), "No browser is on this machine.");

        Assert.True(code == 0, tool.Error);
        List<Slot> pages = [.. folder.Slots.Where(s => s.Experiment == "ef-web-page-sqlite")];
        // What a busy machine has no time for is named and not begun.
        if (!tool.Output.Contains("not begun", StringComparison.Ordinal))
            Assert.Equal([Form.Sync, Form.Async], pages.Select(s => s.Form).Distinct().Order());
        // Of all pages together: a stall between two readings of the clock is a part of one page that belongs to no part of it.
        double all = pages.Sum(s => s.LatencySumNanoseconds) / 1e6;
        Assert.Equal(all, pages.Sum(s => s.Counters.Values.Sum()), 0.25 * all);
        Assert.All(folder.Slots.Where(s => s.Kind != SlotKind.WarmUp), s => Assert.Empty(s.Errors));
        Assert.Contains("Where the time goes, SQLite", tool.Output, StringComparison.Ordinal);
        Assert.Contains("Where the time of one page goes, in a browser", folder.Read("report.html"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Work_in_the_background_answers_before_it_is_done()
    {
        using RunFolder folder = new();

        await using Tool tool = Tool.Start("run", "long-running", "--quick", "--seed", "7", "--out", folder.Path);
        int code = await tool.ExitAsync();

        Assert.True(code == 0, tool.Error);
        ILookup<Form, Slot> measured = folder.Slots.Where(s => s.Kind == SlotKind.Measured).ToLookup(s => s.Form);
        double blocked = Answered(measured[Form.Sync]);
        Assert.True(blocked >= 99, $"{blocked} ms for work of 100");
        foreach (IGrouping<Form, Slot> slots in measured)
        {
            Assert.All(slots, s => Assert.Equal(s.Counters["workStarted"], s.Counters["workDone"]));
            Assert.All(slots, s => Assert.True(s.Counters["workDoneMilliseconds"] >= 99, $"{slots.Key}: done after {s.Counters["workDoneMilliseconds"]} ms"));
            double answered = Answered(slots);
            Assert.True(slots.Key == Form.Sync || answered < blocked, $"{slots.Key} answered after {answered} ms, sync after {blocked}");
        }

        static double Answered(IEnumerable<Slot> slots) => slots.Sum(s => s.LatencySumNanoseconds) / slots.Sum(s => s.Count) / 1e6;

        // The key that lets the tool in is in no file of the run.
        Assert.All(Directory.GetFiles(folder.Path, "*", SearchOption.AllDirectories), f => Assert.DoesNotContain("X-Run-Key", File.ReadAllText(f), StringComparison.OrdinalIgnoreCase));
    }
}
