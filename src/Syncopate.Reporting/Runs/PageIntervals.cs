using Syncopate.Judging;
using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Figures;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Runs;

/// <summary>How sure a result is, as a picture: each ratio as a point with its interval on a common logarithmic axis,
/// over the margin within which forms count as equal and the noise that a form shows against itself.</summary>
internal static class PageIntervals
{
    private const int RowHeight = 46;
    private const int TableRowHeight = 36;

    /// <summary>The comparisons by the primary metric; nothing when there is none.</summary>
    public static PageMarkup Strip(ExperimentReport experiment, string anchor)
    {
        List<Comparison> shown = Shown(experiment);
        if (shown.Count == 0)
            return None;
        PageRatioScale scale = Scale(experiment, shown);
        return Html($"""
            {Zones(experiment, shown, scale, $"{anchor}.sure")}<div class="sure">{shown.Select(c => Row(experiment, c, scale, IdOf($"{anchor}.sure", experiment, shown, c)))}
            <div class="axis" aria-hidden="true">{Axis(shown[0].Metric, scale)}</div>
            <p class="legend">{Legend(experiment, shown)}</p><p class="note">{shown[0].Reason} {experiment.Noise.Sentence} {(experiment.LoadAdequacy.Enough ? experiment.LoadAdequacy.Sentence : "")}</p></div>

            """);
    }

    /// <summary>Every comparison as a table whose rows share one axis; nothing when there is but one, as the strip says it all.</summary>
    public static PageMarkup Table(ExperimentReport experiment, string anchor)
    {
        IReadOnlyList<Comparison> all = experiment.Comparisons;
        if (all.Count <= 1)
            return None;
        PageRatioScale scale = Scale(experiment, all);
        return Html($"""
            <details><summary>All {all.Count} comparisons</summary>
            {Zones(experiment, all, scale, $"{anchor}.all")}
            {PageTables.Wrap("All comparisons", Html($"""
                <thead><tr><th scope="col">Metric</th><th scope="col" class="num">Ratio</th><th scope="col" class="num">Interval</th><th scope="col"><span class="unseen">Picture</span></th><th scope="col">Verdict</th><th scope="col">Reason</th></tr></thead>
                {all.GroupBy(c => (c.Candidate, c.Baseline)).Select(pair => Html($"""
                <tbody><tr><th scope="rowgroup" colspan="6">{Wording.Label(experiment, pair.Key.Candidate)} against {Wording.Label(experiment, pair.Key.Baseline)}</th></tr>{pair.Select(c => TableRow(experiment, c, scale, IdOf($"{anchor}.all", experiment, all, c)))}</tbody>

                """))}
                <tfoot><tr><td colspan="3"></td><td class="forest"><svg height="20" aria-hidden="true">{Ticks(scale)}</svg></td><td colspan="2"></td></tr></tfoot>
                """))}</details>

            """);
    }

    private static List<Comparison> Shown(ExperimentReport experiment) =>
        experiment.Comparisons.FirstOrDefault(c => c.Primary) is { } primary
            ? [primary, .. experiment.Comparisons.Where(c => c.Metric == primary.Metric && !c.Primary)]
            : [];

    /// <summary>What counted as equal in a comparison, and the noise, which is that of mean times and says nothing of other metrics, in
    /// percent; 0 for none.</summary>
    private static (double Margin, double Noise) ZoneOf(ExperimentReport experiment, Comparison comparison) => (
        comparison.MarginPercent ?? experiment.MarginPercent,
        comparison.Metric == Metric.Mean ? experiment.Noise.FloorPercent ?? 0 : 0);

    private static List<(double Margin, double Noise)> Distinct(
        ExperimentReport experiment, IReadOnlyList<Comparison> comparisons) =>
        [.. comparisons.Select(c => ZoneOf(experiment, c)).Distinct()];

    private static PageRatioScale Scale(ExperimentReport experiment, IReadOnlyList<Comparison> comparisons) =>
        new(comparisons.SelectMany(c => new[] { c.Ratio, c.Low, c.High }).OfType<double>()
            .Concat(Distinct(experiment, comparisons).SelectMany(
                zone => new[] { 1 + zone.Margin / 100, 1 + zone.Noise / 100 })));

    /// <summary>The zones of all rows, each drawn once.</summary>
    private static PageMarkup Zones(
        ExperimentReport experiment, IReadOnlyList<Comparison> rows, PageRatioScale scale, string id) =>
        Join(Distinct(experiment, rows).Select((zone, place) => Shared(IdAt(id, place), Zones(zone, scale))));

    private static string IdOf(
        string id, ExperimentReport experiment, IReadOnlyList<Comparison> rows, Comparison row) =>
        IdAt(id, Distinct(experiment, rows).IndexOf(ZoneOf(experiment, row)));

    private static string IdAt(string id, int place) => place == 0 ? id : $"{id}.{FigureText.Count(place + 1)}";

    private static PageMarkup Row(ExperimentReport experiment, Comparison comparison, PageRatioScale scale, string zones)
    {
        var (candidate, baseline) = (Wording.Label(experiment, comparison.Candidate), Wording.Label(experiment, comparison.Baseline));
        string picture = $"{candidate} over {baseline}, {Figure.Of(comparison.Metric).Label(experiment.Piece)}: {Ratio(comparison)}, "
            + $"{Span(comparison)}, {Basis(comparison)}: {Wording.Name(comparison.Verdict)}";
        return Html($"""
            <div class="surerow"><div class="who">{PageTables.Key(comparison.Candidate)}<b>{candidate}</b><small>against {baseline}</small></div>
            <svg height="{RowHeight}" role="img" aria-label="{picture}"><use href="#{zones}"/>{Whisker(comparison, scale)}</svg>
            <div class="how"><b>{Ratio(comparison)}</b>{When(comparison is { Low: not null, High: not null }, Html($"<small>{Span(comparison)}</small>"))}<small>{Basis(comparison)}</small></div></div>

            """);
    }

    private static PageMarkup TableRow(ExperimentReport experiment, Comparison comparison, PageRatioScale scale, string zones) => Join(
    [
        Html($"""<tr><th scope="row">{Figure.Of(comparison.Metric).Label(experiment.Piece)}</th>"""),
        Html($"""<td class="num">{Ratio(comparison)}</td>"""),
        Html($"""<td class="num">{Span(comparison)}</td><td class="forest"><svg height="{TableRowHeight}" aria-hidden="true">"""),
        Html($"""<use href="#{zones}"/>{Whisker(comparison, scale)}</svg></td><td class="verdict">"""),
        Html($"""{Wording.Mark(comparison.Verdict)} {Wording.Name(comparison.Verdict)}</td><td class="reason">"""),
        Html($"""{comparison.Reason}</td></tr>"""),
    ]);

    private static string Ratio(Comparison comparison) => comparison.Ratio is { } ratio ? Times(ratio) : "no figure";

    // On which side of 1 it lies is what it is read for.
    private static string Times(double ratio) => ratio is > 0.9 and < 1.1 ? FigureText.Ratio(ratio) + "×" : FigureText.Factor(ratio);

    // Of rounds that say something a ratio is missing only where a slot was invalid, however many they are.
    private static string Basis(Comparison comparison) => comparison is { Ratio: null, Rounds: > 0 }
        ? $"{Wording.Plural(comparison.Rounds, "round")}: no valid number"
        : comparison.Low is null || comparison.High is null
        ? $"{Wording.Plural(comparison.Rounds, "round")}: too few for an interval"
        : $"{FigureText.Significant(100 * comparison.Confidence)}% interval, {Wording.Plural(comparison.Rounds, "round")}";

    private static string Span(Comparison comparison) => comparison is { Low: { } low, High: { } high }
        ? $"{Times(low)} to {Times(high)}"
        : FigureText.Missing;

    private static PageMarkup Zones((double Margin, double Noise) zone, PageRatioScale scale)
    {
        var (marginFrom, marginTo) = Zone(zone.Margin, scale);
        var (noiseFrom, noiseTo) = Zone(zone.Noise, scale);
        PageMarkup margin = Html($"""<rect class="margin" x="{marginFrom}%" width="{marginTo - marginFrom}%" height="100%"/>""");
        return Join(
        [
            Html($"""{When(marginTo > marginFrom, margin)}<svg viewBox="0 0 100 1" preserveAspectRatio="none">"""),
            Html($"""{Rules("grid", scale.Ticks.Select(t => t.Percent))}"""),
            Html($"""{When(noiseTo > noiseFrom, Rules("noise", [noiseFrom, noiseTo]))}{Rules("one", [scale.Percent(1)])}</svg>"""),
        ]);
    }

    private static PageMarkup Rules(string kind, IEnumerable<double> places) =>
        Html($"""<path class="{kind}" d="{places.Select(p => Html($"M{p} 0v1"))}"/>""");

    private static (double From, double To) Zone(double percent, PageRatioScale scale) =>
        (scale.Percent(1 / (1 + percent / 100)), scale.Percent(1 + percent / 100));

    // Undecided is drawn hollow: it must not look like a result.
    private static PageMarkup Whisker(Comparison comparison, PageRatioScale scale)
    {
        if (comparison.Ratio is not { } ratio || !(ratio > 0))
            return None;
        PageMarkup hollow = When(comparison.Verdict == Verdict.Undecided, Html($" hollow"));
        return Join(
        [
            Html($"""<g class="dot {Wording.Class(comparison.Candidate)}{hollow}">{Interval(comparison, scale)}"""),
            Html($"""<circle cx="{scale.Percent(ratio)}%" cy="50%" r="6"/></g>"""),
        ]);
    }

    private static PageMarkup Interval(Comparison comparison, PageRatioScale scale) =>
        comparison is { Low: { } low, High: { } high } && low > 0 && high > 0
            ? Join(
            [
                Html($"""<line x1="{scale.Percent(low)}%" x2="{scale.Percent(high)}%" y1="50%" y2="50%"/>"""),
                Html($"""{Cap(scale.Percent(low))}{Cap(scale.Percent(high))}"""),
            ])
            : None;

    private static PageMarkup Cap(double at) => Html($"""<line x1="{at}%" x2="{at}%" y1="35%" y2="65%"/>""");

    private static PageMarkup Axis(Metric metric, PageRatioScale scale)
    {
        var (less, more) = metric.IsLatency() ? ("faster", "slower") : ("less", "more");
        return Join(
        [
            Html($"""<svg height="34">{Ticks(scale)}<text y="32">← {less}</text><text x="100%" y="32" text-anchor="end">{more} """),
            Html($"""→</text></svg>"""),
        ]);
    }

    private static PageMarkup Ticks(PageRatioScale scale) =>
        Html($"""<g class="xt">{scale.Ticks.Select(t => Html($"<text x=\"{t.Percent}%\" y=\"14\">{t.Label}</text>"))}</g>""");

    private static PageMarkup Legend(ExperimentReport experiment, List<Comparison> rows)
    {
        List<(double Margin, double Noise)> zones = Distinct(experiment, rows);
        (double margin, double floor) = (zones.Max(zone => zone.Margin), zones.Max(zone => zone.Noise));
        (string least, string most) = (FigureText.Percent(zones.Min(zone => zone.Margin)), FigureText.Percent(margin));
        string within = least == most ? most : $"{least} to {most}, as drawn behind each";
        PageMarkup equal = Html($"""<span><i class="swatch margin"></i>within {within}: counts as equal</span>""");
        PageMarkup noise = Html(
            $"""<span><i class="swatch noise"></i>noise: a form against itself, up to {FigureText.Percent(floor)}</span>""");
        return Html($"{When(margin > 0, equal)}{When(floor > 0, noise)}<span>logarithmic; 1× is no difference</span>");
    }
}
