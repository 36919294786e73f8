namespace Syncopate.Statistics;

/// <summary>Null distribution of the Mann-Whitney statistic U: in how many of the m x n pairs the second sample's value
/// is the larger one, when both samples are draws from one source.</summary>
internal static class RankSum
{
    /// <summary>Above this many pairs the normal approximation takes over.</summary>
    public const int MostExactPairs = 2_500;

    /// <summary>P(U = u) for u from 0 to m x n, exactly; both sizes at least 1.</summary>
    /// <remarks>The largest value belongs to either sample, by their sizes: p(m, n, u) = n/(m+n) p(m, n-1, u-m) +
    /// m/(m+n) p(m-1, n, u), H. B. Mann, D. R. Whitney, Annals of Mathematical Statistics 18 (1947) 50-60. Only sums of positive terms,
    /// so nothing cancels.</remarks>
    public static double[] Probabilities(int m, int n)
    {
        // row[j] is p(i, j, .) for the i reached so far; p(0, j, .) and p(i, 0, .) are certain to be 0.
        double[][] row = new double[n + 1][];
        for (int j = 0; j <= n; j++)
            row[j] = [1];
        for (int i = 1; i <= m; i++)
        {
            for (int j = 1; j <= n; j++)
            {
                double[] next = new double[i * j + 1];
                for (int u = 0; u < row[j].Length; u++)
                    next[u] += row[j][u] * i / (i + j);
                for (int u = 0; u < row[j - 1].Length; u++)
                    next[u + i] += row[j - 1][u] * j / (i + j);
                row[j] = next;
            }
        }

        return row[n];
    }

    /// <summary>The largest k with P(U &lt;= k - 1) &lt;= alpha / 2, so that the k-th smallest and k-th largest of the
    /// pairwise differences cover with at least 1 - alpha.
    /// 0 when even the extreme differences do not reach that level.</summary>
    public static int Depth(int m, int n, double alpha)
    {
        if (m * n > MostExactPairs)
            return NormalDepth(m, n, alpha);
        var (k, sum) = (0, 0.0);
        foreach (double probability in Probabilities(m, n))
        {
            sum += probability;
            if (sum > alpha / 2)
                break;
            k++;
        }

        return k;
    }

    private static int NormalDepth(int m, int n, double alpha)
    {
        double mean = m * (double)n / 2;
        double deviation = Math.Sqrt(m * (double)n * (m + n + 1) / 12);

        // Continuity correction: P(U <= k - 1) is close to the normal probability below k - 1/2.
        return Math.Max(0, (int)Math.Floor(mean + NormalDistribution.Quantile(alpha / 2) * deviation + 0.5));
    }
}
