using Microsoft.AspNetCore.Http;
using Syncopate.Journaling;
using Syncopate.Live.Results;
using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.History;
using Syncopate.Texts;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Live.Pages;

/// <summary>Two results compared with each other, and all of them over time: by the same code as <c>gate</c> and <c>history</c>.</summary>
internal sealed class ComparedResults(ResultStore store)
{
    private static readonly string[] Figures = ["mean=10%", "p50=10%", "rps=10%", "cpu=10%"];

    private static readonly GateRules Rules = new([], [.. Figures.Select(RegressionLimit.Parse)]) { AllowDifferent = true };

    /// <summary>The two that are asked for; the older one is the baseline, whatever the order.</summary>
    public Task ShowAsync(HttpContext context)
    {
        string?[] marked = [.. context.Request.Query["result"].Distinct()];
        ResultEntry[] found = [.. marked.Select(store.Find).OfType<ResultEntry>().OrderBy(e => e.Summary.StartedUtc)];
        return marked.Length != 2 ? PageFrame.SayAsync(context, 400, "Mark two results.",
                $"Two are compared with each other; {marked.Length} {(marked.Length == 1 ? "was" : "were")} marked.")
            : found.Length != 2 ? ResultPages.MissingAsync(context)
            : JudgeAsync(context, found[0], found[1]);
    }

    /// <summary>The page of the history of all results.</summary>
    public Task TrendAsync(HttpContext context)
    {
        try
        {
            string page = HistoryPage.Write(
                HistoryFolder.Read(store.Root, seed: 1, HistoryBuilder.Usual, followsLinks: false));
            context.Response.Headers.ContentSecurityPolicy =
                "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
            context.Response.ContentType = "text/html; charset=utf-8";
            return context.Response.WriteAsync(page, context.RequestAborted);
        }
        catch (Exception e) when (e is FormatException or JournalException or IOException or UnauthorizedAccessException)
        {
            return PageFrame.SayAsync(context, 404, "There is no trend yet.", e.Message);
        }
    }

    private static Task JudgeAsync(HttpContext context, ResultEntry before, ResultEntry after)
    {
        try
        {
            ResultFiles.RefuseLinks(before.Folder);
            ResultFiles.RefuseLinks(after.Folder);
            (GateResult older, GateResult newer) = (GateResult.Read(before.Folder), GateResult.Read(after.Folder));
            GateReport report = Gate.Judge(newer, older, Rules);
            return PageFrame.WriteAsync(context, "Two results", Page(before, after, report));
        }
        catch (Exception e) when (e
            is FormatException or NotSupportedException or JournalException or IOException or UnauthorizedAccessException)
        {
            return PageFrame.SayAsync(context, 409, "They cannot be compared.", e.Message);
        }
    }

    // Without limits of its own the command judges the mean alone.
    private static string Command(ResultEntry before, ResultEntry after) =>
        $"syncopate gate {ShellWord.Quoted(after.Folder)} --baseline {ShellWord.Quoted(before.Folder)} "
            + $"{string.Join(' ', Figures.Select(figure => $"--max-slower {figure}"))} --allow-different";

    private static PageMarkup Page(ResultEntry before, ResultEntry after, GateReport report) => Html($"""
        <section class="hero"><h1 class="long">{Sentence(report)}</h1>
        <p class="lede">Earlier: <a href="{ResultSentences.Address("/result", before.Name)}">{before.Name}</a>,
        {ResultSentences.Began(before.Summary)}. Later: <a href="{ResultSentences.Address("/result", after.Name)}">{after.Name}</a>,
        {ResultSentences.Began(after.Summary)}.</p></section>
        <section class="card" aria-label="Figures of both">{PageTables.Wrap("Figures of both", Html($"""
            <thead><tr><th scope="col">Form</th><th scope="col">Figure</th><th scope="col">Later vs. earlier</th>
            <th scope="col">Confidence</th><th scope="col">More than 10% worse?</th></tr></thead>
            <tbody>{report.Checks.Select(Row)}</tbody>
            """))}
        {When(report.Notes.Count > 0, Html($"<ul>{report.Notes.Select(n => Html($"<li>{n}</li>"))}</ul>"))}
        <p class="note">The same as: {Command(before, after)}</p></section>
        """);

    private static PageMarkup Row(GateCheck check) => Html($"""
        <tr><th scope="row">{check.Experiment} {check.Form}</th><td>{check.Figure}</td><td>{check.Found}</td><td>{check.Detail}</td>
        <td>{Chip(check.Outcome)}</td></tr>
        """);

    private static PageMarkup Chip(GateOutcome outcome) => outcome switch
    {
        GateOutcome.Ok => Html($"""<span class="chip same"><i aria-hidden="true">=</i> no</span>"""),
        GateOutcome.Failed => Html($"""<span class="chip loss"><i aria-hidden="true">▼</i> yes</span>"""),
        GateOutcome.Undecided => Html($"""<span class="chip open"><i aria-hidden="true">?</i> cannot tell</span>"""),
        _ => throw new ArgumentOutOfRangeException(nameof(outcome), outcome, "Not an outcome."),
    };

    private static string Sentence(GateReport report)
    {
        int worse = report.Checks.Count(c => c.Outcome == GateOutcome.Failed);
        int open = report.Checks.Count(c => c.Outcome == GateOutcome.Undecided);
        return worse > 0 ? $"The later one is worse in {worse} of {Counted.Of(report.Checks.Count, "figure")}."
            : open == report.Checks.Count ? "These two do not show which is worse."
            : $"The later one is no more than 10% worse in {report.Checks.Count - open} of {Counted.Of(report.Checks.Count, "figure")}.";
    }
}
