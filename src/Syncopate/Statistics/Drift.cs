namespace Syncopate.Statistics;

/// <summary>Finds a comparison that moves while it is measured: Spearman's rank correlation of the log ratios with the
/// order of the rounds.</summary>
/// <param name="Correlation">From -1 (falls steadily) to 1 (rises steadily); 0 when all values are equal.</param>
/// <param name="Probability">Probability of a correlation this strong without drift, by the t approximation.</param>
internal readonly record struct Drift(double Correlation, double Probability)
{
    /// <summary>True when chance explains the trend in less than 1 of 100 runs.</summary>
    public bool IsMarked => Probability < 0.01;

    /// <summary>The drift of values in the order in which they were measured; null for fewer than 4, which can show none.</summary>
    public static Drift? Of(ReadOnlySpan<double> values)
    {
        int n = values.Length;
        if (n < 4)
            return null;

        double[] ranks = Ranks(values);
        double centre = (n + 1) / 2.0;
        var (covariance, spread, orderSpread) = (0.0, 0.0, 0.0);
        for (int i = 0; i < n; i++)
        {
            covariance += (ranks[i] - centre) * (i + 1 - centre);
            spread += (ranks[i] - centre) * (ranks[i] - centre);
            orderSpread += (i + 1 - centre) * (i + 1 - centre);
        }

        if (spread == 0)
            return new Drift(0, 1);
        double correlation = covariance / Math.Sqrt(spread * orderSpread);
        double t = correlation * Math.Sqrt((n - 2) / Math.Max(0, 1 - correlation * correlation));
        return new Drift(correlation, StudentT.TwoSidedProbability(t, n - 2));
    }

    /// <summary>Ranks from 1; equal values share the mean of their ranks.</summary>
    private static double[] Ranks(ReadOnlySpan<double> values)
    {
        double[] ranks = new double[values.Length];
        for (int i = 0; i < values.Length; i++)
        {
            var (smaller, equal) = (0, 0);
            foreach (double other in values)
            {
                if (other < values[i])
                    smaller++;
                else if (other == values[i])
                    equal++;
            }

            ranks[i] = smaller + (equal + 1) / 2.0;
        }

        return ranks;
    }
}
