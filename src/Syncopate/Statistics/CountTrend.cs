namespace Syncopate.Statistics;

/// <summary>How a rate of events follows a size, such as completions per second the number of threads: the rate is proportional to the
/// size raised to <paramref name="Exponent"/>. Poisson regression with a log link, and the standard error of quasi-likelihood, since
/// events that come together vary more than a count by chance does (McCullagh and Nelder, Generalized Linear Models, 1989, 6.2).</summary>
/// <param name="Exponent">1 where twice the size brings twice the rate, 0 where it brings nothing.</param>
/// <param name="StandardError">Of the exponent.</param>
internal readonly record struct CountTrend(double Exponent, double StandardError)
{
    private const int MostSteps = 100;
    private const double Converged = 1e-9;

    // A step that goes further overshoots; the likelihood has one maximum, so that small steps reach it too.
    private const double LongestStep = 1;

    /// <summary>The trend of some stretches of time; null for fewer than 4, without events, and where the size hardly changes.</summary>
    /// <param name="stretches">The size, above 0; how long it was so, above 0; and the events in that time.</param>
    public static CountTrend? Of(ReadOnlySpan<(double Size, double Seconds, long Count)> stretches)
    {
        if (stretches.Length < 4)
            return null;
        var (events, seconds) = (0L, 0.0);
        foreach (var (_, length, count) in stretches)
        {
            events += count;
            seconds += length;
        }

        if (events == 0)
            return null;
        double level = Math.Log(events / seconds), exponent = 0;
        for (int step = 0; step < MostSteps; step++)
        {
            Sums sums = Sums.Of(stretches, level, exponent);
            if (sums.Information < Converged * events)
                return null;
            double change = Math.Clamp(sums.Slope / sums.Information, -LongestStep, LongestStep);
            double lift = Math.Clamp((sums.Residual - sums.Weighted * change) / sums.Expected, -LongestStep, LongestStep);
            (level, exponent) = (level + lift, exponent + change);
            if (Math.Abs(change) + Math.Abs(lift) < Converged)
                return new CountTrend(exponent, Math.Sqrt(Math.Max(1, sums.ChiSquare / (stretches.Length - 2)) / sums.Information));
        }

        return null;
    }

    /// <summary>What a step needs, at one level and exponent.</summary>
    /// <param name="Expected">Events that the model expects.</param>
    /// <param name="Weighted">The same, each times the logarithm of its size.</param>
    /// <param name="Residual">Events beyond the expected ones.</param>
    /// <param name="Slope">Events beyond the expected ones, each times how far its logarithm is from the mean.</param>
    /// <param name="Information">On the exponent, when the level is not known either.</param>
    /// <param name="ChiSquare">Pearson's.</param>
    private readonly record struct Sums(
        double Expected, double Weighted, double Residual, double Slope, double Information, double ChiSquare)
    {
        public static Sums Of(ReadOnlySpan<(double Size, double Seconds, long Count)> stretches, double level, double exponent)
        {
            var (expected, weighted, squares, residual, product, chiSquare) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
            foreach (var (size, seconds, count) in stretches)
            {
                double logarithm = Math.Log(size);
                double here = seconds * Math.Exp(level + exponent * logarithm);
                expected += here;
                weighted += here * logarithm;
                squares += here * logarithm * logarithm;
                residual += count - here;
                product += (count - here) * logarithm;
                chiSquare += (count - here) * (count - here) / here;
            }

            double mean = weighted / expected;
            return new Sums(expected, weighted, residual, product - residual * mean, squares - weighted * mean, chiSquare);
        }
    }
}
