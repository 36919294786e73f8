using System.Text.Json;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Experiments on the cost of async itself, with the real tool and the real programs.</summary>
[Collection(nameof(Alone))]
[Trait("Judges", "time")]
public sealed class CostRunTests(QuickRuns runs)
{
    [Fact]
    public async Task Loops_are_timed_in_turns_inside_one_process_and_their_cost_is_told()
    {
        using RunFolder folder = new();

        await using Tool tool = Tool.Start("run", "tight-loop", "--quick", "--seed", "7", "--out", folder.Path);
        int code = await tool.ExitAsync();
        string first = folder.Read("report.json");
        (int again, _, _) = await Tool.RunAsync("report", folder.Path);

        Assert.True(code == 0, tool.Error);
        Assert.Equal((0, first), (again, folder.Read("report.json")));
        Assert.DoesNotContain(folder.Slots.GroupBy(s => (s.Experiment, s.Round)), r => r.Select(s => s.Process).Distinct().Count() > 1);
        Assert.All(folder.Slots, s => Assert.True(s.Target?.CpuNanoseconds > 0, $"{s.Experiment} has no processor time"));
        using JsonDocument report = JsonDocument.Parse(first);
        JsonElement.ArrayEnumerator experiments = report.RootElement.GetProperty("experiments").EnumerateArray();
        // What a busy machine has no time for is named and not begun.
        Assert.True(experiments.Count() == 7 || first.Contains("not begun", StringComparison.Ordinal), $"{experiments.Count()} of 7");
        // Whatever the machine does: a wait costs more than a call, and a task has bytes.
        JsonElement yields = experiments.Single(e => e.GetProperty("id").GetString() == "tight-loop-yield").GetProperty("cost");
        Assert.True(yields.GetProperty("asyncNanoseconds").GetDouble() > yields.GetProperty("syncNanoseconds").GetDouble());
        // Some 110 for the task; what the process allocates besides is counted too, and is more on a busy machine.
        Assert.InRange(yields.GetProperty("addedBytes").GetDouble(), 1, 1_000);
        Assert.Contains("What one await costs, and its break-even", folder.Read("report.html"), StringComparison.Ordinal);
        Assert.DoesNotContain("X-Run-Key", first, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public async Task Every_first_call_has_a_process_of_its_own_and_its_methods_are_counted()
    {
        QuickRun run = await runs.OfAsync("first-call");

        IReadOnlyList<Slot> slots = run.Slots;
        Assert.All(slots, s => Assert.Equal(1, s.Count));
        Assert.All(slots.CountBy(s => (s.Experiment, s.Form)), processes => Assert.True(processes.Value >= 10, $"{processes.Key} has {processes.Value} processes."));
        Assert.All(slots, s => Assert.True(s.LatencySumNanoseconds >= 1e6, $"{s.Form} took {s.LatencySumNanoseconds} ns for 1 ms"));
        Assert.All(slots, s => Assert.InRange(s.Counters["toFirstAwaitMilliseconds"], 0.001, s.LatencySumNanoseconds / 1e6));
        double Compiled(string experiment, Form form) => slots.Where(s => s.Experiment == experiment && s.Form == form).Average(s => s.Counters["compiledMethods"]);
        Assert.True(Compiled("first-call-shipped", Form.Sync) < Compiled("first-call-shipped", Form.Async), "a plain call compiled as much as an awaited one");
        Assert.True(3 * Compiled("first-call-shipped", Form.Async) < Compiled("first-call-jit", Form.Async), "the switch of DOTNET_ReadyToRun did nothing");
        Assert.Contains("45 ms to the first await, and over 900 framework methods executed", run.Output, StringComparison.Ordinal);
        Assert.Contains("Where the time of a first call goes", run.Read("report.html"), StringComparison.Ordinal);
    }
}
