using Syncopate.Histograms;

namespace Syncopate.Reporting.Measured;

/// <summary>The histograms of all intervals of a load, added up while each is read, so that none is decoded twice. Not
/// thread-safe.</summary>
internal sealed class IntervalSums
{
    /// <summary>Latencies of good answers.</summary>
    public Histogram Latencies { get; } = new();

    /// <summary>Times to the first byte.</summary>
    public Histogram FirstBytes { get; } = new();

    /// <summary>Times to open a connection.</summary>
    public Histogram Connects { get; } = new();

    /// <summary>Latencies from when a request was sent; empty where the load has no rate.</summary>
    public Histogram Services { get; } = new();

    /// <summary>How late requests were sent; empty where the load has no rate.</summary>
    public Histogram Lateness { get; } = new();

    /// <summary>Adds those of one more interval, all of the layout of loads.</summary>
    public void Add(IntervalHistograms interval)
    {
        Latencies.Add(interval.Latencies);
        Add(FirstBytes, interval.FirstBytes);
        Add(Connects, interval.Connects);
        Add(Services, interval.Services);
        Add(Lateness, interval.Lateness);
    }

    private static void Add(Histogram sum, Histogram? part)
    {
        if (part is not null)
            sum.Add(part);
    }
}
