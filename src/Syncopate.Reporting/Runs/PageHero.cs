using Syncopate.Reporting.Drawing;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Runs;

/// <summary>The answer before the evidence: headline, summary, scoreboard, and one key figure for each experiment.</summary>
internal static class PageHero
{
    // Longer headlines than this do not fit two lines in the large size.
    private const int LongHeadline = 64;

    private static readonly Verdict[] ScoreOrder = [Verdict.Gain, Verdict.NoDifference, Verdict.Undecided, Verdict.Loss];

    /// <summary>Headline, summary and scoreboard.</summary>
    public static PageMarkup Answer(ReportDocument document) => Html($"""
        <section class="hero" aria-labelledby="report-verdict">
        <h1 id="report-verdict"{When(document.Headline.Length > LongHeadline, Html($" class=\"long\""))}>{Sentences(document.Headline)}</h1>
        <div class="sum"><p class="lede">{document.Summary}</p>{Scoreboard(document)}</div>
        </section>

        """);

    /// <summary>One link for each table and each experiment that stands alone, with the figure its verdict rests on.</summary>
    public static PageMarkup KeyFigures(ReportDocument document, PageAnchors anchors) =>
        When(document.Experiments.Count > 0, Html($"""
            <nav class="keys" aria-label="Experiments">{document.Groups.Select(KeyFigure)}{document.Experiments.Select((e, i) => When(e.Group is null, KeyFigure(e, anchors[i])))}</nav>
            {When(document.NotAsked is not null, Html($"<p class=\"note\">{document.NotAsked?.Sentence}</p>"))}

            """));

    // Each sentence of the headline on its own line: the contrast between them is the message.
    private static IEnumerable<PageMarkup> Sentences(string headline) => headline
        .Split(". ", StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
        .Select(s => s[^1] is '.' or '?' or '!' ? s : s + ".")
        .Select(s => Html($"<span>{s} </span>"));

    private static PageMarkup Scoreboard(ReportDocument document)
    {
        IReadOnlyList<ExperimentReport> questions = PageSplit.Questions(document.Experiments);
        List<(Verdict Verdict, int Count)> scores = ScoreOrder
            .Select(v => (Verdict: v, Count: questions.Count(e => e.Verdict == v)))
            .Where(s => s.Count > 0)
            .ToList();
        // A comparison of the user's own is one answer, and the headline has it.
        bool isOne = document.Experiments is [var only] && only.Traits.IsUserDefined;
        return When(scores.Count > 0 && !isOne, Html($"""
            <div class="score">{ScoreBar(scores, questions.Count)}
            <ul>{scores.Select(s => Html($"<li><i class=\"{Wording.Class(s.Verdict)}\" aria-hidden=\"true\">{Wording.Mark(s.Verdict)}</i> <b>{s.Count}</b> {Wording.Name(s.Verdict)}</li>"))}</ul></div>
            """));
    }

    private static PageMarkup ScoreBar(List<(Verdict Verdict, int Count)> scores, int total)
    {
        List<PageMarkup> pieces = [];
        int before = 0;
        foreach (var (verdict, count) in scores)
        {
            pieces.Add(Join(
            [
                Html($"""<rect class="{Wording.Class(verdict)}" x="{100.0 * before / total}%" """),
                Html($"""width="{100.0 * count / total}%" height="14"/>"""),
            ]));
            pieces.Add(When(before > 0, Html($"""<rect class="gap" x="{100.0 * before / total}%" width="3" height="14"/>""")));
            before += count;
        }
        return Html($"""<svg class="scorebar" height="14" aria-hidden="true">{pieces}</svg>""");
    }

    private static PageMarkup KeyFigure(GroupReport group) =>
        Join(
        [
            Html($"""<a href="#group.{group.Id}"><span>{group.Title}</span><b class="c-same">{group.Figure}</b>"""),
            Html($"""<small>{group.Meaning}</small></a>"""),
        ]);

    private static PageMarkup KeyFigure(ExperimentReport experiment, string anchor)
    {
        var (figure, meaning) = PageKeyFigure.Of(experiment);
        string colour = (experiment.Winner ?? experiment.Open?.PointsTo) is { } form
            ? Wording.Class(form)
            : Wording.Class(experiment.Verdict);
        // Hollow: a figure without a verdict must not look like a result.
        PageMarkup hollow = When(experiment.Verdict == Verdict.Undecided, Html($" hollow"));
        return Join(
        [
            Html($"""<a href="#{anchor}"><span>{experiment.Title}</span>"""),
            Html($"""<b class="c-{colour}{hollow}">{figure}</b><small>{meaning}</small></a>"""),
        ]);
    }
}
