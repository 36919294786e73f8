using System.Globalization;
using Syncopate.Judging;
using Syncopate.Reporting.Drawing;
using Syncopate.Units;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Runs;

/// <summary>Where in the distribution two forms differ: each quantile of the baseline joined to the same one of the
/// candidate, on one time axis from zero.</summary>
internal static class PageShift
{
    private const int RowHeight = 24;

    /// <summary>The picture of the primary pair; nothing when no quantile has answers enough.</summary>
    public static PageMarkup Picture(ExperimentReport experiment)
    {
        if (experiment.Shift.Count == 0 || experiment.Comparisons.FirstOrDefault(c => c.Primary) is not { } primary)
            return None;
        PageTimeScale time = new(experiment.Shift.SelectMany(p => new[] { At(p.Baseline), At(p.Candidate) }));
        var (baseline, candidate) = (Wording.Label(experiment, primary.Baseline), Wording.Label(experiment, primary.Candidate));
        return Html($"""
            <h3>Where in the distribution they differ</h3>
            <svg class="shift" height="{RowHeight * experiment.Shift.Count}" role="img" aria-label="{Words(experiment.Shift, baseline, candidate)}">{experiment.Shift.Select((p, i) => Row(p, i, primary, time))}<line class="base" y1="100%" x2="100%" y2="100%"/>{time.Labels}</svg>
            <p class="legend"><span>{PageTables.Key(primary.Baseline)}{baseline}</span><span>{PageTables.Key(primary.Candidate)}{candidate}</span><span>latency at each percentile, weighted percentiles, all slots; shown, never judged</span></p>

            """);
    }

    private static PageMarkup Row(ShiftPoint point, int row, Comparison primary, PageTimeScale time)
    {
        int y = RowHeight * row + RowHeight / 2;
        var (from, to) = (time.Percent(At(point.Baseline)), time.Percent(At(point.Candidate)));
        return Join(
        [
            Html($"""<g class="yt"><text y="{y}" dx="-10" dy="4">{Name(point)}</text></g>"""),
            Html($"""<line class="move" x1="{from}%" x2="{to}%" y1="{y}" y2="{y}"/>"""),
            Html($"""<circle class="{Wording.Class(primary.Baseline)}" cx="{from}%" cy="{y}" r="5"/>"""),
            Html($"""<circle class="{Wording.Class(primary.Candidate)}" cx="{to}%" cy="{y}" r="5"/>"""),
            Html($"""<text class="strong" x="100%" y="{y}" dx="14" dy="4">"""),
            Html($"""{(point.Ratio is { } ratio ? FigureText.Factor(ratio) : FigureText.Missing)}</text>"""),
        ]);
    }

    private static string Name(ShiftPoint point) =>
        point.Percentile == 50 ? "median" : "p" + point.Percentile.ToString("0.###", CultureInfo.InvariantCulture);

    private static string Words(IEnumerable<ShiftPoint> points, string baseline, string candidate) =>
        string.Join("; ", points.Select(
            p => $"{Name(p)}: {baseline} {FigureText.Milliseconds(p.Baseline)}, {candidate} {FigureText.Milliseconds(p.Candidate)}"));

    // A double beyond the range of long saturates, which is the end of any axis.
    private static long At(double milliseconds) => (long)Nanoseconds.FromMilliseconds(milliseconds);
}
