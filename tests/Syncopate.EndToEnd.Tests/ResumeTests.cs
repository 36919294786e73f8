using Syncopate.Journaling;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Real runs that are killed or stopped, and go on from their journals.</summary>
[Trait("Judges", "behaviour")]
public sealed class ResumeTests
{
    [Fact]
    public async Task A_run_that_was_killed_goes_on_and_keeps_every_byte_of_what_was_finished()
    {
        using RunFolder folder = new();
        await BeginAsync(folder, slots: 4, "KILL");

        byte[] before = await File.ReadAllBytesAsync(folder.Journal, TestContext.Current.CancellationToken);
        int whole = before.AsSpan().LastIndexOf((byte)'\n') + 1;

        (int code, string output, string error) = await Tool.RunAsync("run", "--resume", folder.Path);
        (int again, _, string refusal) = await Tool.RunAsync("run", "--resume", folder.Path);

        Assert.True(code == 0, output + error);
        byte[] after = await File.ReadAllBytesAsync(folder.Journal, TestContext.Current.CancellationToken);
        Assert.True(after.AsSpan().StartsWith(before.AsSpan(0, whole)));
        JournalReading reading = JournalReader.ReadAll(folder.Journal);
        Assert.Empty(reading.Damage);
        Assert.Null(Assert.Single(reading.Records.OfType<RunResumed>()).Interruption);
        Assert.Single(reading.Records.OfType<Experiment>());
        Assert.Equal(RunOutcome.Finished, reading.Records.OfType<RunEnd>().Single().Outcome);
        int[] rounds = [.. folder.Slots.Where(s => s.Round > 0).Select(s => s.Round).Distinct()];
        Assert.Equal(Enumerable.Range(1, rounds.Length), rounds);
        Assert.Contains("\"code\": \"interrupted\"", folder.Read("report.json"), StringComparison.Ordinal);
        Assert.Equal(4, again);
        Assert.Contains("it is finished", refusal, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", error + refusal, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_sitting_that_is_killed_leaves_no_report_of_the_one_before_it()
    {
        using RunFolder folder = new();
        await BeginAsync(folder, slots: 1, "INT");

        bool hadReport = File.Exists(Path.Combine(folder.Path, "report.html"));
        int reached = folder.Slots.Max(s => s.Round);
        await using Tool second = Tool.Start("run", "--resume", folder.Path);
        await second.SeeAsync("Going on with"); // Before it, the journal is held from readers for a moment.
        await folder.SlotsAsync(slot => slot.Round > reached, second);
        second.Signal("KILL");
        await second.ExitAsync();

        Assert.True(hadReport);
        Assert.False(File.Exists(Path.Combine(folder.Path, "report.html")));
    }

    [Fact]
    public async Task The_last_line_of_a_run_that_is_stopped_goes_on_with_it_but_not_with_other_options()
    {
        using RunFolder folder = new();
        await using Tool tool = Tool.Start("run", "delay", "--quick", "--seed", "3", "--out", folder.Path);

        await folder.SlotsAsync(1, tool);
        (int busy, _, string running) = await Tool.RunAsync("run", "--resume", folder.Path);
        tool.Signal("INT");
        int code = await tool.ExitAsync();
        (int wrong, _, string refusal) = await Tool.RunAsync("run", "--resume", folder.Path, "--seed", "4");
        (int other, _, string kind) = await Tool.RunAsync("compare", "--resume", folder.Path);

        Assert.Equal((4, 130, 2, 2), (busy, code, wrong, other));
        Assert.Contains("a process still writes it", running, StringComparison.Ordinal);
        Assert.EndsWith($"syncopate run --resume {folder.Path}", tool.Error.TrimEnd(), StringComparison.Ordinal);
        Assert.Contains("--seed is not what", refusal, StringComparison.Ordinal);
        Assert.Contains("was begun by run, not by compare", kind, StringComparison.Ordinal);
    }

    private static async Task BeginAsync(RunFolder folder, int slots, string signal)
    {
        await using Tool tool = Tool.Start("run", "delay", "--quick", "--seed", "3", "--out", folder.Path);
        await folder.SlotsAsync(slots, tool);
        tool.Signal(signal);
        await tool.ExitAsync();
    }
}
