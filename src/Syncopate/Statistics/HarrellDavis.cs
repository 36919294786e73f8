using Syncopate.Histograms;

namespace Syncopate.Statistics;

/// <summary>
/// Quantiles that do not jump from one value to the next: a mean of all ordered values, weighted by how likely each is to be the quantile.
/// F. E. Harrell, C. E. Davis, Biometrika 69 (1982) 635-640: Q(p) = sum of W_i x_(i), W_i = I_{i/n}(a, b) -
/// I_{(i-1)/n}(a, b), a = p (n + 1), b = (1 - p) (n + 1).
/// </summary>
internal static class HarrellDavis
{
    /// <summary>The quantile <paramref name="p"/> of the values in a histogram, in its unit; the values of a bucket
    /// stand at its middle.</summary>
    /// <param name="histogram">At least one value.</param>
    /// <param name="p">Strictly between 0 and 1.</param>
    /// <exception cref="ArgumentException">The histogram is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="p"/> is not strictly between 0 and 1.</exception>
    public static double Quantile(Histogram histogram, double p)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        return Quantile(histogram, p, histogram.TotalCount);
    }

    /// <summary>As above, with the weights of a sample of another size: a smaller one smooths more, and is done sooner.</summary>
    internal static double Quantile(Histogram histogram, double p, long size)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(p);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(p, 1);
        long n = histogram.TotalCount;
        if (n == 0)
            throw new ArgumentException("A quantile needs at least one value; the histogram is empty.", nameof(histogram));

        var (quantile, counted, below) = (0.0, 0L, 0.0);
        foreach (HistogramBucket bucket in histogram)
        {
            counted += bucket.Count;
            double atOrBelow = IncompleteBeta.Share((double)counted / n, p * (size + 1), (1 - p) * (size + 1));
            quantile += (atOrBelow - below) * bucket.Midpoint;
            below = atOrBelow;
        }

        return quantile;
    }
}
