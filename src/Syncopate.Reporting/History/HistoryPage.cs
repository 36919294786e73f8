using System.Globalization;
using System.Text;
using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Runs;
using Syncopate.Statistics;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.History;

/// <summary><c>history.html</c>: one file that needs no network and no script, in the look of the reports.</summary>
internal static class HistoryPage
{
    private const int Height = 150;
    private const int Columns = 1_000;
    private const int Levels = 400;

    /// <summary>The whole page. The same report gives the same bytes. Everything in it may be hostile: it is encoded.</summary>
    public static string Write(HistoryReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        return PageShell.Write("Syncopate: history", Html($"""
            {PageHead.Bar(Facts(report))}<main id="report-main" class="wrap">
            <section class="hero" aria-labelledby="report-verdict"><h1 id="report-verdict" class="long">{report.Sentence}</h1>
            <p class="lede">{Span(HistoryBuilder.Date(report.Runs[0].StartedUtc), HistoryBuilder.Date(report.Runs[^1].StartedUtc))}. A step is drawn where noise does not explain what came after; a single bad run is no step.</p></section>

            {report.Series.GroupBy(s => (s.Machine, s.Experiment)).Select((g, i) => Section(report, [.. g], i))}{Runs(report)}</main>
            """), report.Tool, HistoryJson.Write(report), "load.css", "history.css");
    }

    private static string Span(string first, string last) =>
        first == last ? $"Each point is a run of {first}" : $"Each point is a run, from {first} to {last}";

    private static IEnumerable<string> Facts(HistoryReport report) =>
    [
        Wording.Plural(report.Runs.Count, "run"),
        report.Machine.Runtime,
        report.Machines.Count > 1
            ? Wording.Plural(report.Machines.Count, "machine")
            : Wording.Name(report.Machine),
    ];

    private static PageMarkup Section(HistoryReport report, IReadOnlyList<HistorySeries> series, int place)
    {
        bool isOneOfSeveral = report.Machines.Count > 1;
        string id = isOneOfSeveral ? $"machine-{FigureText.Count(place)}-{series[0].Experiment}" : series[0].Experiment;
        return Html($"""
        <section class="card" aria-labelledby="{id}-title"><header><h2 id="{id}-title">{series[0].Experiment}{When(isOneOfSeveral, Html($", {series[0].Machine}"))}</h2>{Chip(series)}
        <p>{series[0].Load}{When(series.Max(s => s.OtherLoads) > 0, Html($" {Wording.Plural(series.Max(s => s.OtherLoads), "run")} under another load left out."))}</p></header>
        {series.GroupBy(s => s.Figure).Select(OneFigure)}</section>

        """);
    }

    private static PageMarkup Chip(IReadOnlyList<HistorySeries> experiment) => experiment.Count(s => s.Changes.Count > 0) switch
    {
        > 0 and var changed =>
            Html($"""<span class="chip open"><i aria-hidden="true">!</i> {Wording.Plural(changed, "figure")} changed</span>"""),
        _ when experiment.All(s => s.Points.Count < ChangePoints.LeastValues) || experiment.Any(s => s.Possible is not null) =>
            Html($"""<span class="chip open"><i aria-hidden="true">?</i> too few runs</span>"""),
        _ => Html($"""<span class="chip same"><i aria-hidden="true">=</i> steady</span>"""),
    };

    /// <summary>The forms of an experiment below each other on one scale: two scales make any two courses look alike.</summary>
    private static PageMarkup OneFigure(IGrouping<string, HistorySeries> figure)
    {
        PageScale scale = PageScale.FromZero(figure.SelectMany(s => s.Points).Select(p => p.Value), mostSteps: 3);
        return Html($"<h3>{HistoryText.Described(figure.First()).Title ?? figure.Key}</h3>{figure.Select(s => Chart(s, scale))}");
    }

    private static PageMarkup Chart(HistorySeries series, PageScale scale)
    {
        HistoryPoint last = series.Points[^1];
        return Html($"""
            <figure class="course"><figcaption><span><i class="key {Class(series)}"></i>{series.Form}</span><b>{HistoryText.Value(series, last)}</b><small{When(series.Changes.Count > 0, Html($" class=\"changed\""))}>{series.Sentence}</small></figcaption>
            <svg class="plot course" height="{Height}" role="img" aria-label="{series.Name}, {Wording.Plural(series.Points.Count, "run")}: {series.Sentence}">{scale.Grid}
            {series.Changes.Select(c => Step(series, c))}<svg viewBox="0 0 {Columns} {Levels}" preserveAspectRatio="none">{Medians(series, scale)}<path class="line {Class(series)}" d="{Path(series, scale)}"/></svg>
            {series.Points.Select((p, i) => Html($"<circle class=\"{Class(series)}\" cx=\"{X(series, i)}%\" cy=\"{100 - scale.Percent(p.Value)}%\" r=\"2.5\"><title>{HistoryBuilder.Date(p.StartedUtc)}, {p.Run}: {HistoryText.Value(series, p)}</title></circle>"))}
            <svg class="xt" y="100%"><text class="first" x="0" y="19">{HistoryBuilder.Date(series.Points[0].StartedUtc)}</text>{When(series.Points.Count > 1, Html($"<text class=\"last\" x=\"100%\" y=\"19\">{HistoryBuilder.Date(last.StartedUtc)}</text>"))}</svg></svg></figure>

            """);
    }

    /// <summary>Between the last run before the change and the first one after it.</summary>
    private static PageMarkup Step(HistorySeries series, HistoryChange change)
    {
        double x = (X(series, change.Run - 1) + X(series, change.Run)) / 2;
        return Html($"""<line class="done" x1="{x}%" x2="{x}%" y2="100%"><title>{change.Sentence}</title></line>""");
    }

    private static PageMarkup Medians(HistorySeries series, PageScale scale)
    {
        int[] edges = [0, .. series.Changes.Select(c => c.Run), series.Points.Count];
        return PageMarkup.Join(series.Changes.Count == 0 ? [] : edges.Zip(edges.Skip(1)).Select((edge, i) =>
        {
            long y = Row(scale, i == 0 ? series.Changes[0].Before : series.Changes[i - 1].After);
            return Html($"""<path class="median" d="M{Column(series, edge.First)} {y}H{Column(series, edge.Second - 1)}"/>""");
        }));
    }

    private static string Path(HistorySeries series, PageScale scale)
    {
        StringBuilder path = new();
        for (int i = 0; i < series.Points.Count; i++)
            path.Append(CultureInfo.InvariantCulture, $"{(i == 0 ? 'M' : 'L')}{Column(series, i)} {Row(scale, series.Points[i].Value)}");
        return path.ToString();
    }

    private static long Column(HistorySeries series, int run) => (long)Math.Round(X(series, run) * Columns / 100);

    private static long Row(PageScale scale, double value) => (long)Math.Round(Levels * (1 - scale.Percent(value) / 100));

    private static double X(HistorySeries series, int run) => series.Points.Count == 1 ? 50 : 100.0 * run / (series.Points.Count - 1);

    // A series of a load has no form.
    private static string Class(HistorySeries series) =>
        Wording.Class(Enum.TryParse(series.Form, ignoreCase: true, out Form form) && Enum.IsDefined(form)
            ? form
            : Form.Parallel);

    private static string Started(HistoryRun run) => run.StartedUtc > DateTimeOffset.UnixEpoch
        ? run.StartedUtc.UtcDateTime.ToString("d MMM yyyy, HH:mm 'UTC'", CultureInfo.InvariantCulture)
        : FigureText.Missing;

    private static PageMarkup Runs(HistoryReport report) => Html($"""
        <section class="card trust" aria-labelledby="history-runs"><header><h2 id="history-runs">Runs</h2></header>
        {When(report.Notes.Count > 0, Html($"<ul class=\"caveats\">{report.Notes.Select(n => Html($"<li>{n}</li>"))}</ul>"))}
        <details><summary>{Wording.Plural(report.Runs.Count, "run")}</summary>{PageTables.Wrap("Runs in order of time", Html($"""
            <thead><tr><th scope="col">Run</th><th scope="col">Started</th><th scope="col">Runtime</th><th scope="col">Tool</th>{When(report.Machines.Count > 1, Html($"<th scope=\"col\">Machine</th>"))}</tr></thead>
            <tbody>{report.Runs.Select(r => Html($"<tr><th scope=\"row\">{r.Name}</th><td>{Started(r)}</td><td>{r.Runtime}</td><td>{r.ToolVersion}{When(r.Partial, Html($", partial"))}</td>{When(report.Machines.Count > 1, Html($"<td>{r.Machine}</td>"))}</tr>"))}</tbody>
            """))}</details>
        <details id="report-markdown"><summary>This history as Markdown</summary><pre tabindex="0" role="region" aria-label="This history as Markdown"><code>{Markdown(report)}</code></pre></details>
        <p class="note">Changes: E-divisive (Matteson and James, 2014) on the logarithms, with a permutation test at {FigureText.Percent(100 * Statistics.ChangePoints.Level)}. Runs are drawn at equal distances, whatever lay between them.</p></section>
        """);

    private static string Markdown(HistoryReport report)
    {
        string lines = string.Join('\n', HistoryText.Lines(report, unicode: true)).Replace("```", "'''", StringComparison.Ordinal);
        return $"**{ReportMarkdown.Escape(report.Sentence)}**\n\n```text\n{lines}\n```\n";
    }
}
