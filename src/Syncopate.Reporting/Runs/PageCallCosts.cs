using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Sentences;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Runs;

/// <summary>What awaiting costs, as a table: for calls in a loop the cost of one and from which length of work on it is
/// small; for first calls where their time went.</summary>
internal static class PageCallCosts
{
    /// <summary>The table for a group; nothing when it asks something else.</summary>
    public static PageMarkup Table(IReadOnlyList<ExperimentReport> members)
    {
        List<ExperimentReport> told = members.Where(e => e.Cost is not null).ToList();
        return told.Count == 0 ? None : told[0].Traits.IsFirstOfProcess ? FirstCalls(told) : Loops(told);
    }

    private static PageMarkup Loops(List<ExperimentReport> members) => Html($"""
        <h3>What one await costs, and from which length of work on that is little</h3>
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
            Time(cost.AddedNanoseconds),
            cost is { LowNanoseconds: { } low, HighNanoseconds: { } high } ? $"{Time(low)} to {Time(high)}" : FigureText.Missing,
            cost.AddedCpuNanoseconds is { } cpu ? Time(cpu) : FigureText.Missing,
            cost.AddedBytes is { } bytes ? FigureText.Significant(bytes) : FigureText.Missing,
            .. cost.BreakEvens.Count == 0
                ? [FigureText.Missing, FigureText.Missing, FigureText.Missing]
                : cost.BreakEvens.Select(b => FigureText.Milliseconds(b.Milliseconds)),
        ];
        return Html($"""
            <tr><th scope="row">{experiment.Title}</th>{cells.Select(c => Html($"<td>{c}</td>"))}</tr>

            """);
    }

    private static PageMarkup FirstCalls(List<ExperimentReport> members) => Html($"""
        <h3>Where the time of a first call goes</h3>
        {PageTables.Wrap("Where the time of a first call goes", Html($"""
            <thead class="figures"><tr><th scope="col">The runtime</th><th scope="col">Form</th><th scope="col">To the first await</th><th scope="col">To the result</th><th scope="col">The next call</th><th scope="col">Methods compiled</th><th scope="col">Compiling</th><th scope="col">CPU</th><th scope="col">KB</th></tr></thead>
            <tbody class="figures">{members.SelectMany(e => FirstCallRows(ReportGroups.RowOf(e, members), e))}</tbody>
            """))}<p class="note">Means over {Wording.Plural(members.Max(e => e.Rounds), "new process", "new processes")} of each form. Compiled methods are counted by the runtime; code that came compiled is not among them.</p>

        """);

    private static IEnumerable<PageMarkup> FirstCallRows(string row, ExperimentReport experiment) =>
        experiment.Forms.Where(form => form.Count > 0).Select(form => FirstCallRow(row, form));

    private static PageMarkup FirstCallRow(string row, FormReport form)
    {
        string[] cells =
        [
            form.Form == Form.Sync ? FigureText.Missing : Counter(form, "toFirstAwaitMilliseconds"),
            FigureText.Milliseconds(form.Mean),
            Counter(form, "nextCallMilliseconds"),
            FigureText.Significant(form.Counter("compiledMethods") ?? double.NaN), Counter(form, "compilingMilliseconds"),
            form.CpuPerRequest is { } cpu ? FigureText.Milliseconds(cpu) : FigureText.Missing,
            form.BytesPerRequest is { } bytes ? FigureText.Kilobytes(bytes) : FigureText.Missing,
        ];
        return Html($"""
            <tr><th scope="row">{(form.Form == Form.Sync ? row : "")}</th><th scope="row">{PageTables.Key(form.Form)}{Wording.Name(form.Form)}</th>{cells.Select(c => Html($"<td>{c}</td>"))}</tr>

            """);
    }

    private static string Counter(FormReport form, string name) => FigureText.Milliseconds(form.Counter(name) ?? double.NaN);

    private static string Time(double nanoseconds) => (nanoseconds < 0 ? "−" : "") + FigureText.OfNanoseconds(Math.Abs(nanoseconds));
}
