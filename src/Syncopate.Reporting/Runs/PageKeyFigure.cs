using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Sentences;

namespace Syncopate.Reporting.Runs;

/// <summary>The one figure that an experiment is remembered by.</summary>
internal static class PageKeyFigure
{
    /// <summary>The figure and what it means in a few words.</summary>
    public static (string Figure, string Meaning) Of(ExperimentReport experiment)
    {
        Comparison? primary = experiment.Comparisons.FirstOrDefault(c => c.Primary);
        if (primary?.Ratio is not { } ratio || !(ratio > 0) || !double.IsFinite(ratio))
            return (FigureText.Missing, experiment.Rounds == 0 ? "no round is complete" : "no valid number");
        string candidate = Wording.Label(experiment, primary.Candidate);
        return primary.Verdict switch
        {
            Verdict.Gain or Verdict.Loss => (Change(ratio), $"{Direction(primary.Metric, ratio, experiment.Piece)} with “{candidate}”"),
            Verdict.NoDifference => (
                Reach(primary.Low ?? ratio, primary.High ?? ratio),
                $"no difference: “{candidate}” and “{Wording.Label(experiment, primary.Baseline)}” are no further apart"),
            Verdict.Undecided when primary.PointsTo is { } form =>
                (Change(ratio), $"{Direction(primary.Metric, ratio, experiment.Piece)} so far with “{candidate}”, "
                    + $"{Won(primary, form == primary.Candidate ? primary.RoundsWon : primary.RoundsLost)}: not decided"),
            Verdict.Undecided when primary.RoundsWon is { } won => (
                $"{FigureText.Count(won)} of {FigureText.Count(primary.Rounds)}",
                $"{(primary.Rounds == 1 ? "round" : "rounds")} won by “{candidate}”: not decided"),
            Verdict.Undecided => (Change(ratio), $"{Direction(primary.Metric, ratio, experiment.Piece)} so far: not decided"),
            _ => throw new ArgumentOutOfRangeException(nameof(experiment), primary.Verdict, "Not a verdict."),
        };
    }

    private static string Won(Comparison comparison, int? rounds) =>
        $"in {FigureText.Count(rounds ?? 0)} of {Wording.Plural(comparison.Rounds, "round")}";

    /// <summary>A ratio as a change: "8.93×" or "12%".</summary>
    private static string Change(double ratio)
    {
        double factor = ratio < 1 ? 1 / ratio : ratio;
        return factor < ReportSentence.PlainFactor ? FigureText.Percent(100 * Math.Abs(ratio - 1)) : FigureText.Factor(factor);
    }

    // Of two that differ by less than a floor the interval may be of any width.
    private static string Reach(double low, double high) => Math.Max(high, 1 / low) is var factor && factor < 2
        ? $"±{FigureText.Percent(100 * Math.Max(Math.Abs(low - 1), Math.Abs(high - 1)))}"
        : $"≤ {FigureText.Factor(factor)}";

    private static string Direction(Metric metric, double ratio, string piece) =>
        ratio < 1 ? Figure.Of(metric).Less(piece) : Figure.Of(metric).More(piece);
}
