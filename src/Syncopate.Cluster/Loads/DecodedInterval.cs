using Syncopate.Histograms;

namespace Syncopate.Cluster.Loads;

/// <summary>An interval with its histograms read, as it is added to several sums.</summary>
/// <param name="Interval">As it was sent.</param>
/// <param name="Histograms">Latencies, first bytes, connects, and those of the steps.</param>
/// <param name="Services">Null for a load of users.</param>
/// <param name="Lateness">As before.</param>
internal sealed record DecodedInterval(
    AgentInterval Interval, IReadOnlyList<Histogram> Histograms, Histogram? Services, Histogram? Lateness)
{
    /// <exception cref="HistogramFormatException">A histogram cannot be read.</exception>
    /// <exception cref="ClusterException">No load can have measured it.</exception>
    public static DecodedInterval Of(AgentInterval interval)
    {
        IntervalRecord figures = interval.Figures;
        // A list that was read is no null, but what is in it may be.
        if (figures.Steps?.Any(step => step is null) == true)
            throw new HistogramFormatException("A step has no histogram.");
        if (!IsPlausible(figures))
            throw ClusterJson.Unreadable<AgentInterval>();
        string[] always = [figures.Histogram, figures.FirstBytes, figures.Connects];
        return new DecodedInterval(
            interval,
            [.. always.Concat(figures.Steps ?? []).Select(HistogramCodec.Decode)],
            figures.Services is { } services ? HistogramCodec.Decode(services) : null,
            figures.Lateness is { } lateness ? HistogramCodec.Decode(lateness) : null);
    }

    // What ends the load for all when it is added to others, or taken for a time.
    private static bool IsPlausible(IntervalRecord figures) => figures.ToNanoseconds >= figures.FromNanoseconds
        && PlausibleFigures.IsTime(figures.FromNanoseconds) && PlausibleFigures.IsTime(figures.ToNanoseconds)
        && PlausibleFigures.IsDifference(figures.InFlight) && figures.Errors.Values.All(PlausibleFigures.IsCount)
        && (figures.FailedInStep ?? []).All(PlausibleFigures.IsCount);
}
