using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Loads;

/// <summary><c>report.html</c> of a load: one file that needs no network and no script, and carries its own data.</summary>
internal static class LoadReportPage
{
    /// <summary>The whole page. The same arguments give the same bytes. Everything in the report may be hostile: it is encoded.</summary>
    /// <param name="report">What the page says and draws.</param>
    /// <param name="json">The same as <c>report.json</c>; it goes into the page for programs to read.</param>
    /// <param name="markdown">The same as <c>report.md</c>; it goes into the page for the reader to copy.</param>
    public static string Write(LoadReport report, string json, string markdown)
    {
        ArgumentNullException.ThrowIfNull(report);
        return PageShell.Write($"Syncopate load: {report.Target.Url}", Html($"""
            {PageHead.Bar(PageHead.Facts(report.Machine, report.Run))}{When(report.Partial, PageHead.Partial(RunEnding.Sentence(report.Run.Outcome, "run", "interval"), report.Missing))}<main id="report-main" class="wrap">
            {Hero(report)}{Keys(report)}{Held(report)}{new LoadCourse(report).Section}{LoadSpread.Section(report)}
            {PageAgents.Section(report.Agents, report.Together)}{Process(report)}{Errors(report)}{PageSlowest.Section(report.Figures)}
            {LoadTrust.Section(report, markdown)}</main>
            """), report.Tool, json, "load.css");
    }

    private static PageMarkup Hero(LoadReport report) => Html($"""
        <section class="hero" aria-labelledby="report-verdict">
        <h1 id="report-verdict" class="url"><small>{report.Target.Method}</small> {report.Target.Url}</h1>
        <p class="lede">{report.Sentence} Load: {report.LoadSentence}; HTTP/{report.Target.HttpVersion}, {report.Target.Engine}{(report.Target.KeepsConnections ? "" : ", a connection a request")}.</p>
        </section>

        """);

    private static PageMarkup Keys(LoadReport report)
    {
        FormReport f = report.Figures;
        return When(f.Count > 0, Html($"""
            <nav class="keys" aria-label="Key figures">
            {Key("#load-course", "Requests per second", FigureText.Significant(f.RequestsPerSecond, 4), $"{FigureText.Count(f.Count - (report.Drain?.Answers ?? 0))} in {LoadText.Length(report.Run.DurationSeconds)}{(report.Drain is null ? "" : "; " + LoadText.Drained(report.Drain))}")}
            {Key("#load-spread", "Median latency", FigureText.Milliseconds(f.P50), $"mean {FigureText.Milliseconds(f.Mean)}")}
            {Key("#load-spread", "p99", FigureText.Milliseconds(f.P99), $"longest {FigureText.Milliseconds(f.Max)}")}
            {Key("#load-errors", "Failed", FigureText.Count(f.Errors), $"{FigureText.Percent(100.0 * f.Errors / (f.Count + f.Errors), 3)} of {FigureText.Count(f.Count + f.Errors)}")}
            </nav>

            """));
    }

    private static PageMarkup Key(string to, string title, string figure, string meaning) =>
        Html($"""<a href="{to}"><span>{title}</span><b class="c-same">{figure}</b><small>{meaning}</small></a>""");

    private static PageMarkup Held(LoadReport report) => When(report.Thresholds.Count > 0, Html($"""
        <section class="card" aria-labelledby="load-held-title"><header><h2 id="load-held-title">Conditions</h2></header>
        <ul class="marks">{report.Thresholds.Select(threshold => PageTrust.Condition(new PageCondition(threshold.Passed, threshold.Outcome, threshold.Sentence)))}</ul></section>

        """));

    private static PageMarkup Process(LoadReport report)
    {
        if (report.Process is not { } process)
            return None;
        FormReport f = report.Figures;
        (string Name, string Value)[] rows =
        [
            ("Processors used", FigureText.Significant(process.Cores, 2)
                + (Wording.IsKnown(report.Machine) ? $" of {FigureText.Count(report.Machine.Cores)}" : "")),
            ("CPU per request", FigureText.Milliseconds(f.CpuPerRequest ?? double.NaN)),
            .. Reported(process, f),
        ];
        return Html($"""
            <section class="card" id="load-process" aria-labelledby="load-process-title"><header><h2 id="load-process-title">The target’s process</h2></header>
            {PageTables.Wrap("What the target used", Html($"<tbody>{rows.Select(row => Html($"<tr><th scope=\"row\">{row.Name}</th><td class=\"num\">{row.Value}</td></tr>"))}</tbody>"))}</section>

            """);
    }

    // What only the process itself reports.
    private static (string Name, string Value)[] Reported(LoadProcess process, FormReport figures)
    {
        if (process is not { Gen0Collections: { } gen0, Gen1Collections: { } gen1, Gen2Collections: { } gen2 })
            return [];
        return
        [
            ("Allocated per request", figures.BytesPerRequest is { } bytes ? FigureText.Bytes(bytes) : FigureText.Missing),
            ("Most thread-pool threads", FigureText.Count(figures.Threads ?? 0)),
            ("Longest thread-pool queue", FigureText.Count(figures.QueueLength ?? 0)),
            ("Collections of generations 0, 1, 2",
                $"{FigureText.Count(gen0)}, {FigureText.Count(gen1)}, {FigureText.Count(gen2)}"),
        ];
    }

    private static PageMarkup Errors(LoadReport report) => Html($"""
        <section class="card" id="load-errors" aria-labelledby="load-errors-title">
        <header><h2 id="load-errors-title">Failures and traffic</h2></header>
        {(report.ErrorsByKind.Count == 0 ? Html($"<p class=\"answer\">{(IsNothing(report) ? "No request ended." : "No request failed.")}</p>") : PageTables.Wrap("Failed requests by kind", Html($"""
            <thead><tr><th scope="col">Failed</th><th scope="col" class="num">Requests</th></tr></thead>
            <tbody>{report.ErrorsByKind.Select(kind => Html($"<tr><th scope=\"row\">{kind.Kind}</th><td class=\"num\">{FigureText.Count(kind.Count)}</td></tr>"))}</tbody>
            """)))}
        <p class="note">{(IsNothing(report) ? "" : Traffic(report.Bytes))} An answer with a status that was not expected is a failure. Failures are in no latency.{When(report.Reopened > 0, Html($" Retried: {LoadText.Reopened(report.Reopened ?? 0)}, as it may; the latency counts from the first sending."))}</p></section>

        """);

    // Of nothing that ended it is not said that nothing failed.
    private static bool IsNothing(LoadReport report) => report.Figures is { Count: 0, Errors: 0 };

    private static string Traffic(LoadBytes bytes) => bytes is { Received: { } received, Sent: { } sent }
        ? $"Received {FigureText.Bytes(received)}, of it {FigureText.Bytes(bytes.Bodies)} in bodies; "
            + $"sent {FigureText.Bytes(sent)}."
        : $"Received {FigureText.Bytes(bytes.Bodies)} in bodies; what else was received, and what was sent, is not known.";
}
