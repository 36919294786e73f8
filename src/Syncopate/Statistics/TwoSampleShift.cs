namespace Syncopate.Statistics;

/// <summary>
/// How far one sample lies above another that was not taken in turns with it: the median of all differences y_j - x_i,
/// with the interval that inverts the Mann-Whitney test. J. L. Hodges, E. L. Lehmann (1963); L. E. Moses' interval as in Hollander and
/// Wolfe, Nonparametric Statistical Methods, section 4.3.</summary>
/// <remarks>Rounds of one run that come in turns within a round are compared by <see cref="HodgesLehmann"/>, which is
/// far sharper; here there are no pairs.</remarks>
internal static class TwoSampleShift
{
    // A sample that wanders this much has hardly more than one value of its own.
    private const double MostCorrelation = 0.9;

    /// <summary>Estimates the shift with an interval that misses it with probability <paramref name="alpha"/> at most
    /// when the values of each sample are independent.</summary>
    /// <param name="before">The first sample, in any order; at least one value, all finite.</param>
    /// <param name="after">The second sample.</param>
    /// <param name="alpha">Error level, strictly between 0 and 1.</param>
    /// <returns>The estimate; without an interval when the samples are too small for the level.</returns>
    /// <exception cref="ArgumentException">A sample is empty.</exception>
    public static IntervalEstimate Estimate(ReadOnlySpan<double> before, ReadOnlySpan<double> after, double alpha)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(alpha);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(alpha, 1);
        if (before.IsEmpty || after.IsEmpty)
            throw new ArgumentException("A shift needs a value in both samples; one is empty.");

        double[] differences = new double[before.Length * after.Length];
        for (int i = 0; i < before.Length; i++)
        {
            for (int j = 0; j < after.Length; j++)
                differences[i * after.Length + j] = after[j] - before[i];
        }

        Array.Sort(differences);
        int count = differences.Length;
        double theta = (differences[(count - 1) / 2] + differences[count / 2]) / 2;
        int depth = RankSum.Depth(before.Length, after.Length, alpha);
        return depth == 0
            ? new IntervalEstimate(theta, null, null)
            : new IntervalEstimate(theta, differences[depth - 1], differences[count - depth]);
    }

    /// <summary>
    /// By what factor the interval must be wider because neighbouring values of a sample resemble each other, as they
    /// do on a machine whose speed wanders: the root of (1 + r) / (1 - r) with r the correlation of neighbours, never below 1.</summary>
    /// <remarks>The effective size of a first-order autoregressive sample; H. J. Thiébaux, F. W. Zwiers, Journal of
    /// Climate and Applied Meteorology 23 (1984) 800-811.
    /// The estimate of r lies (1 + 3r)/n too low in n values (F. H. C. Marriott, J. A. Pope, Biometrika 41 (1954)
    /// 390-402), which is put right first.</remarks>
    /// <param name="values">The sample, in the order in which it was taken.</param>
    public static double Inflation(ReadOnlySpan<double> values)
    {
        if (values.Length < 3)
            return 1;
        double mean = 0.0;
        foreach (double value in values)
            mean += value / values.Length;
        var (shared, spread) = (0.0, 0.0);
        for (int i = 0; i < values.Length; i++)
        {
            spread += (values[i] - mean) * (values[i] - mean);
            if (i > 0)
                shared += (values[i] - mean) * (values[i - 1] - mean);
        }

        if (spread == 0)
            return 1;
        double found = shared / spread;
        double correlation = Math.Clamp(found + (1 + 3 * found) / values.Length, 0, MostCorrelation);
        return Math.Sqrt((1 + correlation) / (1 - correlation));
    }
}
