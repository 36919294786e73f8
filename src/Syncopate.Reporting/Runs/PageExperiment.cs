using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Runs;

/// <summary>The section of one experiment: on one screen what won, one picture and the code change; behind a fold how
/// sure that is, the other pictures and every figure.</summary>
internal static class PageExperiment
{
    /// <summary>The whole section.</summary>
    public static PageMarkup Section(ExperimentReport experiment, string anchor)
    {
        PageMarkup timeline = PageTimeline.Figures(experiment, anchor);
        PageMarkup calls = PageWaterfall.Figures(experiment, anchor);
        PageMarkup bars = PageBars.ThenAndNow(experiment);
        // What the question is about: how calls overlap, how long work takes, or who waits for a thread.
        PageMarkup picture = experiment.Picture == ReportPicture.Calls && !calls.IsEmpty ? calls
            : experiment.Picture == ReportPicture.Bars || !experiment.Pictures.Any(p => p.Requests.Count > 0) ? bars
            : timeline;
        return Html($"""
            <section class="card" id="{anchor}" aria-labelledby="{anchor}.title">
            <header><h2 id="{anchor}.title">{experiment.Title}</h2>{Chip(experiment)}
            <p>{experiment.Question} {experiment.LoadSentence}</p></header>
            <p class="answer">{experiment.Sentence}</p>
            {When(experiment.Traits.IsUserDefined, PageIntervals.Strip(experiment, anchor))}{picture}{Why(experiment)}<details class="evidence" id="{anchor}.evidence"><summary>{Evidence(experiment)}</summary>
            <p class="note">{experiment.Source}</p>
            {When(!experiment.Traits.IsUserDefined, PageIntervals.Strip(experiment, anchor))}{Unless(timeline, picture)}{Unless(calls, picture)}{Unless(bars, picture)}{PageShift.Picture(experiment)}{PageCounters.Bars(experiment)}{Doubts(experiment)}{Caveats(experiment)}{Published(experiment)}{PageTables.Figures(experiment)}{PageSlowest.Forms(experiment.Forms)}{PageIntervals.Table(experiment, anchor)}{PageTables.Published(experiment)}</details></section>

            """);
    }

    /// <summary>An experiment of a table: its sentence to be seen, all else folded away.</summary>
    public static PageMarkup Folded(ExperimentReport experiment, string anchor) => Html($"""
        <details id="{anchor}"><summary>{experiment.Title}</summary>
        <p>{experiment.Sentence}</p><p class="note">{experiment.Question} {experiment.LoadSentence} {experiment.Source}</p>
        {PageIntervals.Strip(experiment, anchor)}{When(experiment.Picture == ReportPicture.Timeline, PageTimeline.Figures(experiment, anchor))}{Why(experiment)}{Doubts(experiment)}{Caveats(experiment)}{Published(experiment)}{PageTables.Figures(experiment)}{PageIntervals.Table(experiment, anchor)}{PageTables.Published(experiment)}</details>

        """);

    private static PageMarkup Chip(ExperimentReport experiment) => Join(
    [
        Html($"""<span class="chip {Wording.Class(experiment.Verdict)}"><i aria-hidden="true">"""),
        Html($"""{Wording.Mark(experiment.Verdict)}"""),
        Html($"""</i> {(experiment.Outcome.Length > 0 ? experiment.Outcome : Wording.Name(experiment.Verdict))}</span>"""),
    ]);

    private static PageMarkup Next(ExperimentReport experiment) =>
        When(experiment.Open is { Command.Length: > 0 }, Html($""" Next: <code class="next">{experiment.Open?.Command}</code>"""));

    private static string Evidence(ExperimentReport experiment)
    {
        int doubts = experiment.Doubts.Count + (experiment.LoadAdequacy.Enough ? 0 : 1);
        return doubts == 0 ? "Show the evidence" : $"Show the evidence and {Wording.Plural(doubts, "doubt")}";
    }

    private static PageMarkup Unless(PageMarkup picture, PageMarkup shown) => When(picture.ToString() != shown.ToString(), picture);

    private static PageMarkup Why(ExperimentReport experiment) => Html($"""
        <div class="why"><div><p><b>Why.</b> {experiment.Why}</p><p><b>What to do.</b> {(experiment.Advice.Length > 0 ? experiment.Advice : experiment.Recommendation)}{Next(experiment)}</p></div>{Change(experiment.Change)}</div>

        """);

    private static PageMarkup Published(ExperimentReport experiment) => When(Wording.Published(experiment).Length > 0, Html($"""
        <h3>Published result, and today’s</h3>
        <p class="note">{Wording.Published(experiment)}</p>

        """));

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

    private static PageMarkup Doubts(ExperimentReport experiment) => When(
        experiment.Doubts.Count > 0 || !experiment.LoadAdequacy.Enough, Html($"""
        <h3>Doubts about this result</h3>
        <ul class="marks">{When(!experiment.LoadAdequacy.Enough, PageTrust.Entry(OfLoad(experiment)))}{experiment.Doubts.Select(PageTrust.Entry)}</ul>

        """));

    // Where no round is complete the load is not to blame.
    private static Doubt OfLoad(ExperimentReport experiment) => experiment.Rounds == 0
        ? new("load", null, experiment.LoadAdequacy.Sentence, "", "")
        : new("load", null, "The load was too small to tell.", experiment.LoadAdequacy.Sentence, "");

    private static PageMarkup Caveats(ExperimentReport experiment) => When(experiment.Caveats.Count > 0, Html($"""
        <h3>{Wording.CaveatsHead(experiment)}</h3>
        <ul class="caveats">{experiment.Caveats.Select(c => Html($"<li>{c}</li>"))}</ul>

        """));
}
