namespace Syncopate.Watch.Tests;

/// <summary>Moments and places as they were recorded or might be, for what is computed from them.</summary>
internal static class Recorded
{
    private const long Second = 1_000_000_000;

    /// <summary>One moment for each pool, a second each.</summary>
    public static WatchMoment[] Moments(params PoolFigures?[] pools) => [.. pools.Select((pool, i) => new WatchMoment
    {
        FromNanoseconds = i * Second,
        ToNanoseconds = (i + 1) * Second,
        SilentNanoseconds = pool is null ? Second : 0,
        LostEvents = 0,
        CpuNanoseconds = Second / 50,
        Pool = pool,
        Adjustments = [],
        Samples = [],
    })];

    public static PoolFigures Pool(int threads, long queue, int? inUse = null, double completed = 46) =>
        new() { Threads = threads, InUse = inUse, QueueLength = queue, LongestQueue = queue, CompletedPerSecond = completed };

    public static WatchMoment With(this WatchMoment moment, AdjustmentReason reason, int threads = 12) =>
        moment with { Adjustments = [.. moment.Adjustments, new PoolAdjustment(moment.FromNanoseconds, threads, reason, 40)] };

    /// <summary>The agent's samples: always as many threads in use and work items waiting.</summary>
    public static WatchMoment Sampled(this WatchMoment moment, int inUse, long queue) =>
        moment with { Samples = [.. Enumerable.Range(0, 10).Select(i => new PoolSample(moment.FromNanoseconds + i * Second / 10, 13, inUse, 0, 0, queue, 0))] };

    /// <summary>A second's look at places that blocked for so long in all.</summary>
    public static BlockedSites Sites(params (BlockingKind Kind, double Milliseconds, double Longest)[] blocked) => new()
    {
        WindowMilliseconds = 1000,
        Threads = 13,
        LostEvents = 0,
        Sites =
        [
            .. blocked.Select(site => new BlockedSite
            {
                Kind = site.Kind,
                Call = site.Kind == BlockingKind.TaskWait ? "Task.Wait" : "Thread.Sleep",
                Place = "Orders.Pay",
                File = "/src/Orders.cs",
                Line = 12,
                IsSyncOverAsync = site.Kind == BlockingKind.TaskWait,
                IsSampled = false,
                Threads = 11,
                Waits = 40,
                BlockedMilliseconds = site.Milliseconds,
                LongestMilliseconds = site.Longest,
                Share = site.Milliseconds / blocked.Sum(other => other.Milliseconds),
                Frames = [],
            }),
        ],
    };
}
