namespace Syncopate.Planning.Formulas;

/// <summary>A figure of many simulations.</summary>
/// <param name="Low">Its 5th percentile over simulations.</param>
/// <param name="Median">Its median.</param>
/// <param name="High">Its 95th percentile.</param>
internal sealed record Band(double Low, double Median, double High)
{
    // A promise of a tenth to ten times is none.
    private const double MostFactor = 10;

    /// <summary>False where its ends are so far apart that it promises nothing. What is no number promises nothing either way.</summary>
    internal bool IsPredictable => !(High > MostFactor * Low);

    /// <summary>The band of values, of which there is at least one; nearest ranks.</summary>
    internal static Band Of(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        double At(double share) => sorted[Math.Max(0, (int)Math.Ceiling(share * sorted.Length) - 1)];
        return new Band(At(0.05), At(0.5), At(0.95));
    }
}
