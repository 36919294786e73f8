using static Syncopate.Reporting.PageMarkup;

namespace Syncopate.Reporting;

/// <summary>The section of one experiment: what won and how sure that is, the pictures, why, the code change, and every figure.</summary>
internal static class PageExperiment
{
    /// <summary>The whole section.</summary>
    public static PageMarkup Section(ExperimentReport experiment, string anchor) => Html($"""
        <section class="card" id="{anchor}" aria-labelledby="{anchor}.title">
        <header><h2 id="{anchor}.title">{experiment.Title}</h2>{Chip(experiment.Verdict)}
        <p>{experiment.Question}</p><p class="note">{experiment.LoadSentence} {experiment.Source}</p></header>
        <p class="answer">{experiment.Sentence}</p>
        {PageIntervals.Strip(experiment, anchor)}{PageTimeline.Figures(experiment, anchor)}{PageWaterfall.Figures(experiment, anchor)}{PageBars.ThenAndNow(experiment)}{PageShift.Picture(experiment)}{PageCounters.Bars(experiment)}{Why(experiment)}{Doubts(experiment)}{Caveats(experiment)}{PageTables.Figures(experiment)}{PageIntervals.Table(experiment, anchor)}{PageTables.Published(experiment)}</section>

        """);

    /// <summary>An experiment of a table: its sentence to be seen, all else folded away.</summary>
    public static PageMarkup Folded(ExperimentReport experiment, string anchor) => Html($"""
        <details id="{anchor}"><summary>{experiment.Title}</summary>
        <p>{experiment.Sentence}</p><p class="note">{experiment.Question} {experiment.LoadSentence} {experiment.Source}</p>
        {PageIntervals.Strip(experiment, anchor)}{When(experiment.UseCase == UseCase.IoBound, PageTimeline.Figures(experiment, anchor))}{Why(experiment)}{Doubts(experiment)}{Caveats(experiment)}{PageTables.Figures(experiment)}{PageIntervals.Table(experiment, anchor)}{PageTables.Published(experiment)}</details>

        """);

    private static PageMarkup Chip(Verdict verdict) =>
        Html($"""<span class="chip {PageWords.Class(verdict)}"><i aria-hidden="true">{PageWords.Mark(verdict)}</i> {PageWords.Name(verdict)}</span>""");

    private static PageMarkup Why(ExperimentReport experiment) => Html($"""
        <div class="why"><div><p><b>Why.</b> {experiment.Why}</p><p><b>What to do.</b> {experiment.Recommendation}</p></div>{Change(experiment.Change)}</div>

        """);

    // "- " goes, "+ " comes, two spaces stay; the signs remain, so that colour is not the only mark.
    private static PageMarkup Change(string change) => When(change.Length > 0, Html($"""
        <pre tabindex="0" role="region" aria-label="The code change"><code>{change.TrimEnd().Split('\n').Select(ChangeLine)}</code></pre>
        """));

    private static PageMarkup ChangeLine(string line) => line switch
    {
        ['-', ' ', ..] => Html($"<del>{line}\n</del>"),
        ['+', ' ', ..] => Html($"<ins>{line}\n</ins>"),
        _ => Html($"{line}\n"),
    };

    private static PageMarkup Doubts(ExperimentReport experiment) => When(experiment.Doubts.Count > 0 || !experiment.LoadAdequacy.Enough, Html($"""
        <h3>Doubts about this result</h3>
        <ul class="marks">{When(!experiment.LoadAdequacy.Enough, PageTrust.Entry(new("load", null, "The load was too small to tell.", experiment.LoadAdequacy.Sentence, "")))}{experiment.Doubts.Select(PageTrust.Entry)}</ul>

        """));

    private static PageMarkup Caveats(ExperimentReport experiment) => When(experiment.Caveats.Count > 0, Html($"""
        <h3>{PageWords.CaveatsHead(experiment)}</h3>
        <ul class="caveats">{experiment.Caveats.Select(c => Html($"<li>{c}</li>"))}</ul>

        """));
}
