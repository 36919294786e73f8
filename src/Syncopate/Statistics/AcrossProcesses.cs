namespace Syncopate.Statistics;

/// <summary>
/// The in-process comparison's second level. Inside one process the interval can be narrower than the spread between processes of the same code (a 430 ns method: 0.9 %), so
/// each process gives one Hodges-Lehmann estimate and Student's t over the processes gives the interval.
/// </summary>
public static class AcrossProcesses
{
    /// <summary>Fewest processes for margins of 2 % or less.</summary>
    public const int Fewest = 6;

    /// <summary>The mean of the processes' estimates with its t interval.</summary>
    /// <param name="logRatios">For each process, its log ratios in round order; at least two processes.</param>
    /// <param name="alpha">Error level, such as 0.05.</param>
    /// <exception cref="ArgumentException">Fewer than two processes.</exception>
    public static IntervalEstimate Estimate(IReadOnlyList<double[]> logRatios, double alpha)
    {
        ArgumentNullException.ThrowIfNull(logRatios);
        if (logRatios.Count < 2) throw new ArgumentException(FormattableString.Invariant($"At least 2 processes are needed; there is {logRatios.Count}."), nameof(logRatios));

        var thetas = logRatios.Select(process => HodgesLehmann.Estimate(process, alpha).Theta).ToArray();
        var mean = thetas.Average();
        var variance = thetas.Sum(theta => (theta - mean) * (theta - mean)) / (thetas.Length - 1);
        var half = StudentT.TwoSidedQuantile(alpha, thetas.Length - 1) * Math.Sqrt(variance / thetas.Length);
        return new IntervalEstimate(mean, mean - half, mean + half);
    }
}
