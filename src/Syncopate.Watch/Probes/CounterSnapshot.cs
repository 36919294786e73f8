using Syncopate.Units;

namespace Syncopate.Watch.Probes;

/// <summary>What a process reported within one moment.</summary>
/// <param name="Increments">What was added to each counter that only grows, and over how many seconds; by provider and name.</param>
/// <param name="Gauges">Each gauge as it was last, in this moment or before.</param>
/// <param name="Adjustments">Decisions of the pool.</param>
/// <param name="Samples">The agent's samples.</param>
internal sealed record CounterSnapshot(
    IReadOnlyDictionary<(string Provider, string Name), (double Sum, double Seconds)> Increments,
    IReadOnlyDictionary<(string Provider, string Name), double> Gauges,
    IReadOnlyList<PoolAdjustment> Adjustments,
    IReadOnlyList<PoolSample> Samples)
{
    private const string OfRuntime = "System.Runtime";
    private const string OfServer = "Microsoft.AspNetCore.Hosting";
    private const string OfClient = "System.Net.Http";
    private const string CompletedItems = "threadpool-completed-items-count";

    /// <summary>The providers whose counters are read.</summary>
    public static IReadOnlyList<string> Providers => [OfRuntime, OfServer, OfClient];

    /// <summary>True when the runtime sent its counters.</summary>
    public bool HasCounters => Increments.ContainsKey((OfRuntime, CompletedItems));

    /// <summary>The thread pool.</summary>
    /// <param name="last">The agent's latest line; null without an agent.</param>
    /// <param name="sleepingWorkers">Workers that do not run; null when that is not known.</param>
    public PoolFigures Pool(PoolLine? last, int? sleepingWorkers)
    {
        int threads = (int)Gauge(OfRuntime, "threadpool-thread-count");
        long queue = (long)Gauge(OfRuntime, "threadpool-queue-length");
        return new PoolFigures
        {
            Threads = threads,
            InUse = last?.InUse,
            MostInUse = last is null ? null : Samples.Select(sample => sample.InUse).Append(last.InUse).Max(),
            Blocked = last is null || sleepingWorkers is null
                ? null
                : Math.Clamp(sleepingWorkers.Value - Math.Max(0, last.Threads - last.InUse), 0, last.InUse),
            Minimum = last?.Minimum,
            Maximum = last?.Maximum,
            Ports = last?.Ports,
            QueueLength = queue,
            LongestQueue = Samples.Select(sample => sample.QueueLength).Append(queue).Max(),
            CompletedPerSecond = Rate(OfRuntime, CompletedItems),
            CountedSeconds = Seconds(OfRuntime, CompletedItems),
        };
    }

    /// <summary>The rest of the runtime's figures.</summary>
    public RuntimeFigures Runtime() => new()
    {
        LockContentionsPerSecond = Rate(OfRuntime, "monitor-lock-contention-count"),
        Timers = (long)Gauge(OfRuntime, "active-timer-count"),
        ExceptionsPerSecond = Rate(OfRuntime, "exception-count"),
        AllocatedBytesPerSecond = Rate(OfRuntime, "alloc-rate"),
        CountedSeconds = Seconds(OfRuntime, "alloc-rate"),
        // Both in units of 1,000,000 bytes.
        HeapBytes = (long)Megabytes.ToBytes(Gauge(OfRuntime, "gc-heap-size")),
        MemoryBytes = (long)Megabytes.ToBytes(Gauge(OfRuntime, "working-set")),
        Gen0Collections = (int)Sum(OfRuntime, "gen-0-gc-count"),
        Gen1Collections = (int)Sum(OfRuntime, "gen-1-gc-count"),
        Gen2Collections = (int)Sum(OfRuntime, "gen-2-gc-count"),
        // Milliseconds of pause over seconds.
        PauseShare = Increments.ContainsKey((OfRuntime, "total-pause-time-by-gc"))
            ? Math.Clamp(Milliseconds.ToSeconds(Rate(OfRuntime, "total-pause-time-by-gc")), 0, 1)
            : null,
    };

    /// <summary>Requests served; null when the process serves none.</summary>
    public HttpFigures? Server() => Http(OfServer, "current-requests", "requests-per-second", null);

    /// <summary>Requests sent; null when the process sends none.</summary>
    public HttpFigures? Client() => Http(OfClient, "current-requests", "requests-started-rate", "requests-failed-rate");

    private HttpFigures? Http(string provider, string inFlight, string started, string? failed) =>
        Increments.ContainsKey((provider, started))
        ? new HttpFigures((long)Gauge(provider, inFlight), Rate(provider, started), failed is null ? null : Rate(provider, failed))
        {
            CountedSeconds = Seconds(provider, started),
        }
        : null;

    private double Gauge(string provider, string name) => Gauges.GetValueOrDefault((provider, name));

    private double Sum(string provider, string name) => Increments.GetValueOrDefault((provider, name)).Sum;

    private double Seconds(string provider, string name) => Increments.GetValueOrDefault((provider, name)).Seconds;

    private double Rate(string provider, string name) =>
        Increments.GetValueOrDefault((provider, name)) is { Seconds: > 0 } added ? added.Sum / added.Seconds : 0;
}
