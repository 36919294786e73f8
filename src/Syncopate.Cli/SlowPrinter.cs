using System.Globalization;
using Spectre.Console;
using Syncopate.Capacity;
using Syncopate.Reporting;

namespace Syncopate.Cli;

/// <summary>What a dependency that becomes slow does to one machine, as a table of protections.</summary>
internal static class SlowPrinter
{
    private const int UsualThreads = 100;

    public static void Print(Plan plan, double slowSeconds, Terminal terminal)
    {
        int threads = plan.Question.MaximumThreads ?? plan.Forms.Max(f => f.ThreadsNeeded) switch { 0 => UsualThreads, var needed => needed };
        IReadOnlyList<ProtectedForm> forms = SlowDependency.Compare(plan, slowSeconds, threads);
        terminal.Out.WriteLine();
        terminal.Out.WriteLine(FormattableString.Invariant($"The wait becomes {slowSeconds:0.##} s for 15 s of 60, on one machine at {plan.LoadPerInstance:N0} requests/s; sync with {threads:N0} threads:"));
        var table = new Table { Border = terminal.Live ? TableBorder.Simple : TableBorder.Ascii2 };
        foreach (string title in new[] { "protected by", "form", "answered", "calls a request", "in flight at most", "waited for a thread", "p99", "well again after" })
            table.AddColumn(new TableColumn(title).RightAligned());
        foreach (ProtectedForm form in forms)
            table.AddRow(Row(form));
        terminal.Out.Write(table);
        terminal.Out.WriteLine(FormattableString.Invariant($"With {threads:N0} threads, sync starves when the wait stays above {1_000 * SlowDependency.LongestWaitSeconds(plan, threads):N0} ms (arithmetic: {1_000 * (threads / plan.LoadPerInstance - plan.Question.CpuSeconds):N0} ms)."));
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
