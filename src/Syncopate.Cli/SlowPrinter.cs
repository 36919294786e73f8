using System.Globalization;
using Spectre.Console;
using Syncopate.Capacity;
using Syncopate.Reporting;

namespace Syncopate.Cli;

/// <summary>What a dependency that becomes slow does to one machine, as a table of protections.</summary>
internal static class SlowPrinter
{
    private const int UsualThreads = 100;

    public static void Print(Plan plan, SlowSpell slow, Terminal terminal)
    {
        int threads = plan.Question.MaximumThreads ?? plan.Forms.Max(f => f.ThreadsNeeded) switch { 0 => UsualThreads, var needed => needed };
        IReadOnlyList<ProtectedForm> forms = SlowDependency.Compare(plan, slow.Seconds, threads);
        terminal.Out.WriteLine();
        terminal.Out.WriteLine(FormattableString.Invariant($"The wait becomes {slow.Seconds:0.##} s for 15 s of 60, on one machine at {plan.LoadPerInstance:N0} requests/s; sync with {threads:N0} threads:"));
        var table = new Table { Border = terminal.Live ? TableBorder.Simple : TableBorder.Ascii2 };
        foreach (string title in new[] { "protected by", "form", "answered", "calls a request", "in flight at most", "waited for a thread", "p99", "well again after" })
            table.AddColumn(new TableColumn(title).RightAligned());
        foreach (ProtectedForm form in forms)
            table.AddRow(Row(form));
        terminal.Out.Write(table);
        terminal.Out.WriteLine(FormattableString.Invariant($"With {threads:N0} threads, sync starves when the wait stays above {1_000 * SlowDependency.LongestWaitSeconds(plan, threads):N0} ms (arithmetic: {1_000 * (threads / plan.LoadPerInstance - plan.Question.CpuSeconds):N0} ms)."));
        if (slow.Slots is { } slots)
            terminal.Out.WriteLine(Storm(SlowDependency.StormRegion(plan, slow.Seconds, slots), plan.LoadPerInstance, slots));
    }

    private static string Storm((double From, double To)? region, double load, int slots)
    {
        if (region is not { } storm)
            return FormattableString.Invariant($"With {slots:N0} calls at once in the dependency and three retries no load that it can bear stays down after the slow spell.");
        string here = load >= storm.To ? "more than it can bear" : load >= storm.From ? "among them: bound the retries, or break the circuit" : "less, so it recovers";
        return FormattableString.Invariant($"With {slots:N0} calls at once in the dependency and three retries a machine has two stable states from {storm.From:N0} to {storm.To:N0} requests/s: calm, and a retry storm that outlives its cause. This load of {load:N0}/s is {here}.");
    }

    private static string[] Row(ProtectedForm form)
    {
        DependencyOutcome outcome = form.Outcome;
        return
        [
            form.Protection,
            PlanWords.Name(form.Style),
            FormattableString.Invariant($"{100.0 * outcome.Answered / Math.Max(1, outcome.Answered + outcome.Failed):0.0} %"),
            FormattableString.Invariant($"{outcome.Calls / (double)Math.Max(1, outcome.Arrived):0.00}"),
            outcome.MostInFlight.ToString("N0", CultureInfo.InvariantCulture),
            outcome.LongestQueue.ToString("N0", CultureInfo.InvariantCulture),
            FormattableString.Invariant($"{outcome.Latencies.ValueAtQuantile(0.99) / 1e6:N0} ms"),
            outcome.RecoverySeconds is { } seconds ? FormattableString.Invariant($"{seconds:0} s") : "not in 35 s",
        ];
    }
}
