namespace Syncopate.Statistics;

/// <summary>Null distribution of the Wilcoxon signed-rank statistic W+: the sum of the ranks of the positive
/// differences when each sign is a fair coin.</summary>
internal static class SignedRank
{
    /// <summary>Above this many differences the normal approximation takes over.</summary>
    public const int LargestExact = 60;

    /// <summary>P(W+ &lt;= w) by [n][w]; built once and never written again.</summary>
    private static readonly double[][] Cumulative = BuildTable();

    /// <summary>P(W+ &lt;= <paramref name="w"/>) for <paramref name="n"/> differences, exactly; n from 0 to
    /// <see cref="LargestExact"/>.</summary>
    public static double CumulativeProbability(int n, int w) =>
        w < 0 ? 0 : w >= Cumulative[n].Length ? 1 : Cumulative[n][w];

    /// <summary>
    /// How many ordered Walsh averages to leave out at each end, plus one: the largest k with P(W+ &lt;= k - 1) &lt;= alpha / 2,
    /// so that [w(k), w(M + 1 - k)] covers with at least 1 - alpha. 0 when even the extreme averages do not reach that level.
    /// </summary>
    public static int Depth(int n, double alpha)
    {
        if (n > LargestExact)
            return NormalDepth(n, alpha);

        int k = 0;
        while (Cumulative[n][k] <= alpha / 2)
            k++;
        return k;
    }

    private static int NormalDepth(int n, double alpha)
    {
        double mean = n * (n + 1.0) / 4;
        double deviation = Math.Sqrt(n * (n + 1.0) * (2 * n + 1.0) / 24);

        // Continuity correction: P(W+ <= k - 1) is close to the normal probability below k - 1/2.
        return Math.Max(0, (int)Math.Floor(mean + NormalDistribution.Quantile(alpha / 2) * deviation + 0.5));
    }

    /// <summary>Rank n is added with probability one half: P_n(w) = (P_{n-1}(w) + P_{n-1}(w - n)) / 2. Halving is exact
    /// in binary.</summary>
    private static double[][] BuildTable()
    {
        double[][] table = new double[LargestExact + 1][];
        double[] mass = new double[LargestExact * (LargestExact + 1) / 2 + 1];
        mass[0] = 1;
        for (int n = 0; n <= LargestExact; n++)
        {
            int largest = n * (n + 1) / 2;
            for (int w = largest; n > 0 && w >= 0; w--)
                mass[w] = (mass[w] + (w >= n ? mass[w - n] : 0)) / 2;

            table[n] = new double[largest + 1];
            double sum = 0.0;
            for (int w = 0; w <= largest; w++)
                table[n][w] = sum += mass[w];
        }

        return table;
    }
}
