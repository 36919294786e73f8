namespace Syncopate.Statistics;

/// <summary>
/// The centre of a few paired differences, unmoved by single bad rounds: the median of the Walsh averages (d_i + d_j) /
/// 2, i &lt;= j, with the interval that inverts the Wilcoxon signed-rank test. J. L. Hodges, E. L. Lehmann, Annals of Mathematical
/// Statistics 34 (1963) 598-611; J. W. Tukey's interval as in Hollander and Wolfe, Nonparametric Statistical Methods, section 3.3.
/// </summary>
/// <remarks>For forms that do not differ the interval is exact whatever the noise, because a random order makes each
/// sign a fair coin.</remarks>
internal static class HodgesLehmann
{
    /// <summary>Estimates the centre of <paramref name="logRatios"/> with an interval that misses it with probability
    /// <paramref name="alpha"/> at most.</summary>
    /// <param name="logRatios">One natural logarithm of candidate over baseline per round, in any order; at least one, all finite.</param>
    /// <param name="alpha">Error level of the interval, such as 0.05; strictly between 0 and 1.</param>
    /// <returns>The estimate; without an interval when so few rounds cannot reach the level.</returns>
    /// <exception cref="ArgumentException">There is no value, or one is not finite.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="alpha"/> is not strictly between 0 and 1.</exception>
    public static IntervalEstimate Estimate(ReadOnlySpan<double> logRatios, double alpha)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(alpha);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(alpha, 1);
        if (logRatios.IsEmpty)
            throw new ArgumentException("An estimate needs at least one log ratio; there is none.", nameof(logRatios));

        double[] averages = SortedWalshAverages(logRatios);
        int count = averages.Length;
        double theta = (averages[(count - 1) / 2] + averages[count / 2]) / 2;

        int depth = SignedRank.Depth(logRatios.Length, alpha);
        return depth == 0
            ? new IntervalEstimate(theta, null, null)
            : new IntervalEstimate(theta, averages[depth - 1], averages[count - depth]);
    }

    private static double[] SortedWalshAverages(ReadOnlySpan<double> values)
    {
        double[] averages = new double[values.Length * (values.Length + 1) / 2];
        int next = 0;
        for (int i = 0; i < values.Length; i++)
        {
            if (!double.IsFinite(values[i]))
            {
                throw new ArgumentException(
                    FormattableString.Invariant($"Log ratio {i} is {values[i]}; it must be finite."), nameof(values));
            }

            for (int j = 0; j <= i; j++)
                averages[next++] = (values[i] + values[j]) / 2;
        }

        Array.Sort(averages);
        return averages;
    }
}
