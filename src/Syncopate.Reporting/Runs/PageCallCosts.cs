using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Sentences;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Runs;

/// <summary>What awaiting costs, as a table: the cost of one call, and from which length of work on it is small.</summary>
internal static class PageCallCosts
{
    /// <summary>The table for a group; nothing when it asks something else.</summary>
    public static PageMarkup Table(IReadOnlyList<ExperimentReport> members)
    {
        List<ExperimentReport> told = members.Where(e => e.Cost is not null).ToList();
        return told.Count == 0 ? None : Loops(told);
    }

    private static PageMarkup Loops(List<ExperimentReport> members) => Html($"""
        <h3>What one await costs, and its break-even</h3>
        {PageTables.Wrap("What one await costs", Html($"""
            <thead class="figures"><tr><th scope="col">Form of await</th><th scope="col">Await adds</th><th scope="col">Interval</th><th scope="col">CPU</th><th scope="col">Bytes</th><th scope="col">15% from</th><th scope="col">5% from</th><th scope="col">1% from</th></tr></thead>
            <tbody class="figures">{members.Select(e => When(e.Cost is not null, LoopRow(e)))}</tbody>
            """))}<p class="note">Each figure is that of one call, from the differences of whole rounds. Await costs below 15, 5 and 1% of work that takes longer than the last columns say; no length stands where no cost could be shown. CPU counts all threads of the process.</p>

        """);

    private static PageMarkup LoopRow(ExperimentReport experiment)
    {
        CallCost cost = experiment.Cost!; // whoever calls has looked
        string[] cells =
        [
            ReportCallCost.Time(cost.AddedNanoseconds),
            cost is { LowNanoseconds: { } low, HighNanoseconds: { } high }
                ? $"{ReportCallCost.Time(low)} to {ReportCallCost.Time(high)}"
                : FigureText.Missing,
            cost.AddedCpuNanoseconds is { } cpu ? ReportCallCost.Time(cpu) : FigureText.Missing,
            cost.AddedBytes is { } bytes ? FigureText.Significant(bytes) : FigureText.Missing,
            .. cost.BreakEvens.Count == 0
                ? [FigureText.Missing, FigureText.Missing, FigureText.Missing]
                : cost.BreakEvens.Select(b => FigureText.Milliseconds(b.Milliseconds)),
        ];
        return Html($"""
            <tr><th scope="row">{experiment.Title}</th>{cells.Select(c => Html($"<td>{c}</td>"))}</tr>

            """);
    }
}
