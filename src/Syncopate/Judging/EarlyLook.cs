using Syncopate.Statistics;

namespace Syncopate.Judging;

/// <summary>
/// Tells forms apart, after 4 to 7 rounds, that differ by far more than chance makes them. So few signs cannot carry 95
/// %, so the sizes must: every slot of one form lies above every slot of the other, the interval of the ratio lies beyond a factor, and
/// no form differed as much from itself.</summary>
/// <remarks>
/// The interval is Student's for two groups with a pooled variance of the logarithms, 2n - 2 degrees of freedom
/// (Student, Biometrika 6 (1908) 1-25). Pooling all slots of a form instead of pairing those of a round counts what wanders between
/// rounds as noise, so a machine that drifts makes it wider, never narrower. It takes noise of a certain shape for granted, which the
/// regular looks do not; how far it errs under others was simulated, see docs/method.md and bench/results/early-look.md.</remarks>
internal static class EarlyLook
{
    /// <summary>The ratio of the geometric means, on the logarithmic scale, with its interval.</summary>
    /// <param name="rounds">At least two rounds.</param>
    /// <param name="alpha">Error level of the interval; strictly between 0 and 1.</param>
    public static IntervalEstimate Estimate(ReadOnlySpan<RoundPair> rounds, double alpha)
    {
        var (baseline, candidate) = (Logarithms(rounds, r => r.Baseline), Logarithms(rounds, r => r.Candidate));
        double theta = candidate.Average() - baseline.Average();
        double variance = (SquaredDeviations(baseline) + SquaredDeviations(candidate)) / (2 * rounds.Length - 2);
        double half = StudentT.TwoSidedQuantile(alpha, 2 * rounds.Length - 2) * Math.Sqrt(variance * 2 / rounds.Length);
        return new IntervalEstimate(theta, theta - half, theta + half);
    }

    /// <summary>Whether no slot of one form reaches any slot of the other; then all rounds agree, too.</summary>
    public static bool IsSeparated(ReadOnlySpan<RoundPair> rounds)
    {
        var (least, most) = (new RoundPair(double.MaxValue, double.MaxValue, 1), new RoundPair(0, 0, 1));
        foreach (RoundPair round in rounds)
        {
            least = least with
            {
                Baseline = Math.Min(least.Baseline, round.Baseline),
                Candidate = Math.Min(least.Candidate, round.Candidate),
            };
            most = most with { Baseline = Math.Max(most.Baseline, round.Baseline), Candidate = Math.Max(most.Candidate, round.Candidate) };
        }

        return least.Baseline > most.Candidate || least.Candidate > most.Baseline;
    }

    /// <summary>Whether the same form came first in every round.</summary>
    public static bool IsInOneOrder(ReadOnlySpan<RoundPair> rounds)
    {
        foreach (RoundPair round in rounds)
        {
            if (round.BaselineFirst != rounds[0].BaselineFirst)
                return false;
        }

        return true;
    }

    /// <summary>The largest difference of a form from itself in any round, on the logarithmic scale; 0 where none was measured.</summary>
    public static double LargestNoise(ReadOnlySpan<RoundPair> rounds)
    {
        double largest = 0.0;
        foreach (RoundPair round in rounds)
            largest = Math.Max(largest, Math.Abs(round.NoiseLogRatio ?? 0));
        return largest;
    }

    private static double[] Logarithms(ReadOnlySpan<RoundPair> rounds, Func<RoundPair, double> value)
    {
        double[] logarithms = new double[rounds.Length];
        for (int i = 0; i < logarithms.Length; i++)
            logarithms[i] = Math.Log(value(rounds[i]));
        return logarithms;
    }

    private static double SquaredDeviations(double[] values)
    {
        double mean = values.Average();
        return values.Sum(v => (v - mean) * (v - mean));
    }
}
