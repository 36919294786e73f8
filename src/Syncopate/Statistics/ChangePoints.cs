namespace Syncopate.Statistics;

/// <summary>
/// Finds where a series changed, whatever its distribution: the split whose two sides have the greatest energy
/// distance, kept when hardly any reordering of the values has a split as great, and then the same on either side of it.</summary>
/// <remarks>
/// E-divisive: D. S. Matteson, N. A. James, Journal of the American Statistical Association 109 (2014) 334-345,
/// formulas 5 to 7 with alpha = 1 for one dimension, and the permutation test of section 2.4. As in the use for performance histories by
/// D. Daly and others (ICPE 2020), the right side of a split reaches to the end of its segment; and each segment is tested by itself.
/// Values that resemble their neighbours, as those of a machine whose speed wanders do, are not exchangeable: where they do so, what is
/// reordered are the innovations of a first-order autoregressive series with that resemblance (P. Bühlmann, Sieve Bootstrap for Time
/// Series, Bernoulli 3 (1997) 123-148, of order 1), see <see cref="NeighbourCorrelation"/>.</remarks>
internal static class ChangePoints
{
    /// <summary>How rare a split as great must be among reorderings. As each side of a split that is found is
    /// searched again, and the resemblance of neighbours is itself estimated, a series without a change shows one in
    /// up to four times as many cases: in at most 5 % up to a correlation of 0.5 (ChangePointsTests).</summary>
    public const double Level = 0.012;

    /// <summary>Values in which a change can be found: fewer have no split that is rare enough among their reorderings.</summary>
    public const int LeastValues = 10;

    /// <summary>Values between two changes at least.</summary>
    private const int LeastSegment = 3;

    private const int Permutations = 499;

    /// <summary>As <see cref="Level"/>, of what is not reported as a change: three of ten values, all above the others, are no rarer
    /// than 1.7 % among their reorderings.</summary>
    private const double PossibleLevel = 0.04;

    /// <summary>The changes of a series, by index.</summary>
    /// <param name="values">In order of time; all finite. Time grows with the square of their number: some hundreds take a second.</param>
    /// <param name="seed">Seed of the permutations.</param>
    public static IReadOnlyList<ChangePoint> Find(ReadOnlySpan<double> values, ulong seed)
    {
        List<ChangePoint> found = new();
        Search(values, 0, new Xoshiro256(seed), found);
        return [.. found.OrderBy(c => c.Index)];
    }

    /// <summary>What looks like a change where <see cref="Find"/> sees none, with too few values on one side to tell it from a series
    /// whose neighbours resemble each other: the step itself is most of the resemblance that is seen. Null where there is none.
    /// <see cref="Find"/> says what is sure; this says of what a series must not be called steady.</summary>
    /// <param name="values">In order of time; all finite.</param>
    /// <param name="found">What <see cref="Find"/> found in them.</param>
    /// <param name="seed">Seed of the permutations.</param>
    public static ChangePoint? Possible(ReadOnlySpan<double> values, IReadOnlyList<ChangePoint> found, ulong seed)
    {
        ArgumentNullException.ThrowIfNull(found);
        int[] edges = [0, .. found.Select(c => c.Index), values.Length];
        // The newest part is the one that may still be recognized with more values.
        ReadOnlySpan<double> last = values[edges[^2]..];
        var (index, statistic) = Strongest(last);
        if (statistic <= 1e-12 || Math.Min(index, last.Length - index) >= LeastValues)
            return null;
        // Of many values some part always differs a little; a step that a few of them show must be one without any overlap.
        if (last.Length > 2 * LeastValues && Overlap(last[..index], last[index..]))
            return null;
        // The values alone are reordered: the same split has the same statistic but for rounding.
        double probability = Probability(last, statistic * (1 - 1e-9), 0, new Xoshiro256(seed));
        return probability <= PossibleLevel ? new ChangePoint(edges[^2] + index, probability) : null;
    }

    /// <summary>The split with the greatest statistic, and the statistic; index 0 when there is no room for two segments.</summary>
    internal static (int Index, double Statistic) Strongest(ReadOnlySpan<double> values)
    {
        int n = values.Length;
        var (left, across, right) = (0.0, 0.0, 0.0);
        for (int i = 0; i < n; i++)
        {
            for (int j = 0; j < i; j++)
                right += Math.Abs(values[i] - values[j]);
        }

        (int Index, double Statistic) best = (Index: 0, Statistic: double.NegativeInfinity);
        for (int m = 1; m < n; m++)
        {
            // Value m - 1 crosses over to the left side.
            var (toLeft, toRight) = (0.0, 0.0);
            for (int i = 0; i < m - 1; i++)
                toLeft += Math.Abs(values[m - 1] - values[i]);
            for (int i = m; i < n; i++)
                toRight += Math.Abs(values[m - 1] - values[i]);
            (left, across, right) = (left + toLeft, across - toLeft + toRight, right - toRight);
            if (m < LeastSegment || n - m < LeastSegment)
                continue;
            double statistic = Statistic(m, n - m, (left, across, right));
            if (statistic > best.Statistic)
                best = (m, statistic);
        }

        return best;
    }

    private static void Search(ReadOnlySpan<double> values, int offset, Xoshiro256 random, List<ChangePoint> found)
    {
        var (index, statistic) = Strongest(values);
        // Without room for two segments it is minus infinity; values that are all equal have distances of rounding errors only.
        if (statistic <= 1e-12)
            return;
        double probability = Probability(values, statistic, NeighbourCorrelation.Of(values), random);
        if (probability > Level)
            return;
        found.Add(new ChangePoint(offset + index, probability));
        Search(values[..index], offset, random, found);
        Search(values[index..], offset + index, random, found);
    }

    /// <summary>The share of reorderings with a split as great, in a series whose neighbours resemble each other so.</summary>
    private static double Probability(ReadOnlySpan<double> values, double statistic, double correlation, Xoshiro256 random)
    {
        var (innovations, series, stronger) = (NeighbourCorrelation.Innovations(values, correlation), new double[values.Length], 1);
        for (int permutation = 0; permutation < Permutations; permutation++)
        {
            Shuffle(innovations, random);
            NeighbourCorrelation.Series(innovations, correlation, series);
            if (Strongest(series).Statistic >= statistic)
                stronger++;
        }

        return stronger / (Permutations + 1.0);
    }

    /// <summary>mn/(m+n) times the energy distance: twice the mean distance across, less the mean distances within.</summary>
    private static double Statistic(int m, int n, (double Left, double Across, double Right) sums)
    {
        double distance = 2 * sums.Across / (m * (double)n) - sums.Left / (m * (m - 1) / 2.0) - sums.Right / (n * (n - 1) / 2.0);
        return m * (double)n / (m + n) * distance;
    }

    private static bool Overlap(ReadOnlySpan<double> left, ReadOnlySpan<double> right)
    {
        var (leftLow, leftHigh, rightLow, rightHigh) = (double.MaxValue, double.MinValue, double.MaxValue, double.MinValue);
        foreach (double value in left)
            (leftLow, leftHigh) = (Math.Min(leftLow, value), Math.Max(leftHigh, value));
        foreach (double value in right)
            (rightLow, rightHigh) = (Math.Min(rightLow, value), Math.Max(rightHigh, value));
        return leftLow <= rightHigh && rightLow <= leftHigh;
    }

    private static void Shuffle(double[] values, Xoshiro256 random)
    {
        for (int last = values.Length - 1; last > 0; last--)
        {
            int other = random.Below(last + 1);
            (values[last], values[other]) = (values[other], values[last]);
        }
    }
}

/// <summary>A place in a series from which on it is another one.</summary>
/// <param name="Index">Index of the first value after the change.</param>
/// <param name="Probability">How probable a change this strong is where there is none, by permutations; at most
/// <see cref="ChangePoints.Level"/>.</param>
internal readonly record struct ChangePoint(int Index, double Probability);
