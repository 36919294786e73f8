namespace Syncopate.Statistics;

/// <summary>Student's t distribution.</summary>
internal static class StudentT
{
    /// <summary>Probability of a value at least as far from 0 as <paramref name="t"/>, on either side.</summary>
    public static double TwoSidedProbability(double t, double degrees) =>
        double.IsInfinity(t) ? 0 : IncompleteBeta.Share(degrees / (degrees + t * t), degrees / 2, 0.5);

    /// <summary>The value that is exceeded, on either side together, with probability <paramref name="alpha"/>; such as
    /// 2.571 for 0.05 and 5 degrees.</summary>
    /// <remarks>Bisection: the probability falls strictly with t, and speed does not matter here.</remarks>
    public static double TwoSidedQuantile(double alpha, double degrees)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(alpha);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(alpha, 1);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(degrees);
        double high = 1.0;
        while (TwoSidedProbability(high, degrees) > alpha)
            high *= 2;
        double low = 0.0;
        while (true)
        {
            double middle = (low + high) / 2;
            if (middle <= low || middle >= high)
                return middle;
            if (TwoSidedProbability(middle, degrees) > alpha)
                low = middle;
            else
                high = middle;
        }
    }
}
