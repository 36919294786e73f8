using System.Globalization;
using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Loads;

/// <summary>The distribution of a load's latencies, and every figure that is a latency.</summary>
internal static class LoadSpread
{
    /// <summary>The section; nothing when there was no answer.</summary>
    public static PageMarkup Section(LoadReport report) => When(report.Distribution.Count > 0, Html($"""
        <section class="card" id="load-spread" aria-labelledby="load-spread-title">
        <header><h2 id="load-spread-title">Latencies</h2><p>How many answers took how long. The bounds grow by one factor, so that a long tail shows as well as a narrow peak.</p></header>
        {Bands(report)}
        {Percentiles(report)}{Table(report)}{When(report.Corrected is not null, Html($"<p class=\"note\">Corrected: users that wait for a slow answer do not send the requests they would have sent meanwhile. This row adds them by a rule; they were never measured. A load at a rate (--rate) measures them.</p>"))}</section>

        """));

    private static PageMarkup Bands(LoadReport report)
    {
        PageScale scale = PageScale.UpTo(report.Distribution.Select(band => (double)band.Count));
        return Join(
        [
            Html($"""<div class="bands" role="img" aria-label="{Words(report)}">"""),
            Html($"""{report.Distribution.Select(band => Band(band, scale, report))}</div>"""),
        ]);
    }

    // Few answers carry no percentile but the median.
    private static string Words(LoadReport report) => "Distribution of latencies: " + (report.Percentiles.Count == 0
        ? $"median {FigureText.Milliseconds(report.Figures.P50)}"
        : string.Join(", ", report.Percentiles.Select(p => $"{Name(p)} {FigureText.Milliseconds(p.Milliseconds)}")));

    private static PageMarkup Band(LoadBand band, PageScale scale, LoadReport report)
    {
        List<LoadPercentile> within = report.Percentiles.Where(
            p => p.Percentile is 50 or 90 or 99 or 99.9 && p.Milliseconds > band.From && p.Milliseconds <= band.To).ToList();
        return Html($"""
            <div class="band"><span>{FigureText.Milliseconds(band.To)}</span><svg class="bar async" height="14"><rect class="solid" width="{scale.Percent(band.Count)}%" height="14" rx="2"/><text class="strong" x="{scale.Percent(band.Count)}%" dx="6" y="12">{When(band.Count > 0, Html($"{FigureText.Count(band.Count)}"))}</text></svg><b>{string.Join(' ', within.Select(Name))}</b></div>

            """);
    }

    private static PageMarkup Percentiles(LoadReport report) => When(
        report.Percentiles.Count > 0,
        PageTables.Wrap("Percentiles", Html($"""
        <thead class="figures"><tr>{report.Percentiles.Select(p => Html($"<th scope=\"col\" class=\"num\">{Name(p)}</th>"))}</tr></thead>
        <tbody class="figures"><tr>{report.Percentiles.Select(p => Html($"<td>{FigureText.Milliseconds(p.Milliseconds)}</td>"))}</tr></tbody>
        """)));

    private static PageMarkup Table(LoadReport report)
    {
        List<(string Name, LatencyFigures Figures)> rows = [("Latency", LatencyFigures.Of(report.Figures))];
        rows.AddRange(report.Steps.Select(
            step => ($"Step {step.Name}{(step.Failed > 0 ? $" ({FigureText.Count(step.Failed.Value)} failed)" : "")}", step.Figures)));
        if (report.Service is { } service)
            rows.Add(("Service time", service));
        rows.Add(("To the first byte", report.FirstByte));
        rows.Add(("To open a connection", report.Connects));
        if (report.Lateness is { } lateness)
            rows.Add(("Send delay", lateness));
        if (report.Corrected is { } corrected)
            rows.Add(("Latency, corrected", corrected));
        return PageTables.Wrap("Figures in ms", Html($"""
            <thead class="figures"><tr><th scope="col"></th><th scope="col">Count</th>{LatencyFigures.Columns.Select(column => Html($"<th scope=\"col\">{column.Heading}</th>"))}</tr></thead>
            <tbody class="figures">{rows.Where(row => row.Figures.Count > 0 || row.Name.StartsWith("Step ", StringComparison.Ordinal)).Select(row => Row(row.Name, row.Figures))}</tbody>
            """));
    }

    private static PageMarkup Row(string name, LatencyFigures figures)
    {
        return Join(
        [
            Html($"""<tr><th scope="row">{name}</th><td>{FigureText.Count(figures.Count)}</td>"""),
            Html($"""{LatencyFigures.Columns.Select(column => Cell(column.Value(figures)))}</tr>"""),
        ]);

        PageMarkup Cell(double value) => Html($"<td>{(figures.Count == 0 ? "–" : FigureText.Milliseconds(value))}</td>");
    }

    private static string Name(LoadPercentile percentile) => "p" + percentile.Percentile.ToString(CultureInfo.InvariantCulture);
}
