namespace Syncopate.Histograms;

/// <summary>A range of values that a histogram does not distinguish.</summary>
/// <param name="Lowest">Smallest value of the stretch.</param>
/// <param name="Highest">Largest value of the stretch, itself included.</param>
/// <param name="Count">Values recorded in it; more than 0 where a histogram hands it out.</param>
public readonly record struct HistogramBucket(long Lowest, long Highest, long Count)
{
    /// <summary>The value that stands for all of the stretch in a mean: its midpoint, rounded up.</summary>
    public long Midpoint => Lowest + ((Highest - Lowest + 1) >> 1);
}
