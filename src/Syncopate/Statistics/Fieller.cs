namespace Syncopate.Statistics;

/// <summary>
/// The ratio of two plain averages with its interval, for paired rounds. E. C. Fieller, Journal of the Royal
/// Statistical Society B 16 (1954) 175-185. It answers another question than <see cref="HodgesLehmann"/> (total time over total time, so
/// one bad round weighs in full) and is kept beside it as a check.</summary>
internal static class Fieller
{
    /// <summary>Candidate over baseline: the r for which the mean of candidate - r baseline is not significantly
    /// different from 0.</summary>
    /// <param name="baseline">One value per round, in round order; at least two.</param>
    /// <param name="candidate">As many values of the same rounds.</param>
    /// <param name="alpha">Error level, such as 0.05.</param>
    /// <returns>The ratio, low and high; without an interval when the baseline's average is not significantly different from 0.</returns>
    /// <exception cref="ArgumentException">Fewer than two rounds, or columns of unequal length.</exception>
    public static IntervalEstimate Ratio(ReadOnlySpan<double> baseline, ReadOnlySpan<double> candidate, double alpha)
    {
        int n = baseline.Length;
        if (n < 2 || candidate.Length != n)
        {
            throw new ArgumentException(
                FormattableString.Invariant($"Two columns of at least 2 rounds are needed; they have {n} and {candidate.Length}."));
        }

        var (a, b) = (Mean(baseline), Mean(candidate));
        double t = StudentT.TwoSidedQuantile(alpha, n - 1);
        double allowance = t * t / n;

        // (A^2 - t^2 sAA/n) r^2 - 2 (AB - t^2 sAB/n) r + (B^2 - t^2 sBB/n) = 0
        double square = a * a - allowance * Covariance(baseline, a, baseline, a);
        double half = a * b - allowance * Covariance(baseline, a, candidate, b);
        double constant = b * b - allowance * Covariance(candidate, b, candidate, b);
        if (square <= 0)
            return new IntervalEstimate(b / a, null, null);

        double root = Math.Sqrt(Math.Max(0, half * half - square * constant));
        return new IntervalEstimate(b / a, (half - root) / square, (half + root) / square);
    }

    private static double Mean(ReadOnlySpan<double> values)
    {
        double sum = 0.0;
        foreach (double value in values)
            sum += value;
        return sum / values.Length;
    }

    private static double Covariance(ReadOnlySpan<double> x, double meanX, ReadOnlySpan<double> y, double meanY)
    {
        double sum = 0.0;
        for (int i = 0; i < x.Length; i++)
            sum += (x[i] - meanX) * (y[i] - meanY);
        return sum / (x.Length - 1);
    }
}
