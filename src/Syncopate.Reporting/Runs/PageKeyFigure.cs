namespace Syncopate.Reporting.Runs;

/// <summary>The one figure that an experiment is remembered by.</summary>
internal static class PageKeyFigure
{
    // Below this factor a percentage is easier to grasp than a quotient.
    private const double PlainFactor = 1.25;

    /// <summary>The figure and what it means in a few words.</summary>
    public static (string Figure, string Meaning) Of(ExperimentReport experiment)
    {
        Comparison? primary = experiment.Comparisons.FirstOrDefault(c => c.Primary);
        if (primary?.Ratio is not { } ratio || !(ratio > 0) || !double.IsFinite(ratio))
            return (PageNumbers.Missing, experiment.Rounds == 0 ? "no round is complete" : "no valid number");
        string candidate = PageWords.Label(experiment, primary.Candidate);
        return primary.Verdict switch
        {
            Verdict.Gain or Verdict.Loss => (Change(ratio), $"{Direction(primary.Metric, ratio)} with “{candidate}”"),
            Verdict.NoDifference => ($"±{PageNumbers.Percent(Reach(primary, ratio))}", $"no difference: “{candidate}” and “{PageWords.Label(experiment, primary.Baseline)}” are no further apart"),
            _ when primary.PointsTo is { } form => (Change(ratio), $"{Direction(primary.Metric, ratio)} so far with “{candidate}”, {Won(primary, form == primary.Candidate ? primary.RoundsWon : primary.RoundsLost)}: not decided"),
            _ when primary.RoundsWon is { } won => ($"{PageNumbers.Count(won)} of {PageNumbers.Count(primary.Rounds)}", $"{(primary.Rounds == 1 ? "round" : "rounds")} won by “{candidate}”: not decided"),
            _ => (Change(ratio), $"{Direction(primary.Metric, ratio)} so far: not decided"),
        };
    }

    private static string Won(Comparison comparison, int? rounds) => $"in {PageNumbers.Count(rounds ?? 0)} of {PageWords.Plural(comparison.Rounds, "round")}";

    /// <summary>A ratio as a change: "8.93×" or "12%".</summary>
    private static string Change(double ratio)
    {
        double factor = ratio < 1 ? 1 / ratio : ratio;
        return factor < PlainFactor ? PageNumbers.Percent(100 * Math.Abs(ratio - 1)) : PageNumbers.Factor(factor);
    }

    private static double Reach(Comparison comparison, double ratio) =>
        100 * Math.Max(Math.Abs((comparison.Low ?? ratio) - 1), Math.Abs((comparison.High ?? ratio) - 1));

    private static string Direction(Metric metric, double ratio) => (metric, ratio < 1) switch
    {
        (Metric.Mean or Metric.P50 or Metric.P90 or Metric.P99, true) => "faster answers",
        (Metric.Mean or Metric.P50 or Metric.P90 or Metric.P99, false) => "slower answers",
        (Metric.RequestsPerSecond, true) => "fewer answers a second",
        (Metric.RequestsPerSecond, false) => "more answers a second",
        (Metric.CpuPerRequest, true) => "less CPU per request",
        (Metric.CpuPerRequest, false) => "more CPU per request",
        (Metric.BytesPerRequest, true) => "fewer bytes per request",
        (Metric.BytesPerRequest, false) => "more bytes per request",
        (_, true) => "fewer threads",
        _ => "more threads",
    };
}
