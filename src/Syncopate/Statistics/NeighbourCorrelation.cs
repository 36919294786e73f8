namespace Syncopate.Statistics;

/// <summary>
/// How much neighbouring values of a series resemble each other besides the steps that it has, and series with that
/// resemblance: the first-order autoregressive model.
/// A step makes all values on one side of it resemble each other, too; so the resemblance is that of the residuals
/// around the means of a few segments.
/// </summary>
internal static class NeighbourCorrelation
{
    // A series that wanders more has hardly a level that could change.
    private const double Most = 0.9;

    private const int MostSteps = 5;
    private const int ValuesPerStep = 12;
    private const int LeastSegment = 3;

    // What the residuals around one mean are too low by, in units of (1 + 3r)/n, and what each step that was looked for
    // adds: found by simulation (NeighbourCorrelationTests).
    private const double OfMean = 1;
    private const double OfStep = 3;

    // In units of 1/sqrt(n), about the deviation of the estimate: an estimate that is too low by chance costs false
    // alarms, one that is too high costs a little power.
    private const double Caution = 0.8;

    /// <summary>The correlation of neighbours, 0 to 0.9: the least of those without a step and with one to five steps
    /// where they explain most, each put right for what estimating from few values takes off (F. H. C. Marriott, J. A. Pope, Biometrika
    /// 41 (1954) 390-402), and a little more for caution. 0 for equal values.</summary>
    /// <param name="values">In order of time.</param>
    public static double Of(ReadOnlySpan<double> values)
    {
        int n = values.Length;
        List<int> edges = [0, n];
        if (Residuals(values, edges).All(r => r == 0))
            return 0;
        double least = Most;
        for (int steps = 0; ; steps++)
        {
            double found = Lag(Residuals(values, edges));
            least = Math.Min(least, found + (1 + 3 * found) * (OfMean + OfStep * steps) / n);
            if (steps == Math.Clamp(n / ValuesPerStep, 1, MostSteps) || !AddStep(values, edges))
                return Math.Clamp(least + Caution / Math.Sqrt(n), 0, Most);
        }
    }

    /// <summary>What is new in each value, so that it may be reordered; without a correlation the values themselves,
    /// less their mean.</summary>
    public static double[] Innovations(ReadOnlySpan<double> values, double correlation)
    {
        double[] residuals = Residuals(values, [0, values.Length]);
        double[] innovations = new double[residuals.Length];
        for (int i = 0; i < residuals.Length; i++)
        {
            innovations[i] = i == 0
                ? residuals[0] * Math.Sqrt(1 - correlation * correlation)
                : residuals[i] - correlation * residuals[i - 1];
        }

        return innovations;
    }

    /// <summary>The stationary series that has these innovations.</summary>
    public static void Series(ReadOnlySpan<double> innovations, double correlation, Span<double> series)
    {
        for (int i = 0; i < innovations.Length; i++)
            series[i] = i == 0 ? innovations[0] / Math.Sqrt(1 - correlation * correlation) : correlation * series[i - 1] + innovations[i];
    }

    private static double Lag(double[] residuals)
    {
        var (shared, spread) = (0.0, 0.0);
        for (int i = 0; i < residuals.Length; i++)
        {
            spread += residuals[i] * residuals[i];
            if (i > 0)
                shared += residuals[i] * residuals[i - 1];
        }

        return spread > 0 ? shared / spread : 0;
    }

    private static double[] Residuals(ReadOnlySpan<double> values, List<int> edges)
    {
        double[] residuals = new double[values.Length];
        for (int segment = 0; segment + 1 < edges.Count; segment++)
        {
            double mean = Sum(values[edges[segment]..edges[segment + 1]]) / (edges[segment + 1] - edges[segment]);
            for (int i = edges[segment]; i < edges[segment + 1]; i++)
                residuals[i] = values[i] - mean;
        }

        return residuals;
    }

    /// <summary>Splits the segment, and at the place, that takes most off the sum of squares. False where no segment
    /// has room for two.</summary>
    private static bool AddStep(ReadOnlySpan<double> values, List<int> edges)
    {
        (int Index, double Gain) best = (Index: 0, Gain: 0.0);
        for (int segment = 0; segment + 1 < edges.Count; segment++)
        {
            var (from, to) = (edges[segment], edges[segment + 1]);
            var (left, all) = (0.0, Sum(values[from..to]));
            for (int i = from + 1; i < to; i++)
            {
                left += values[i - 1];
                if (i - from < LeastSegment || to - i < LeastSegment)
                    continue;
                double distance = left / (i - from) - (all - left) / (to - i);
                double gain = distance * distance * (i - from) * (to - i) / (to - from);
                if (gain > best.Gain)
                    best = (i, gain);
            }
        }

        if (best.Index == 0)
            return false;
        edges.Add(best.Index);
        edges.Sort();
        return true;
    }

    private static double Sum(ReadOnlySpan<double> values)
    {
        double sum = 0.0;
        foreach (double value in values)
            sum += value;
        return sum;
    }
}
