using Syncopate.Watch.Processes;

namespace Syncopate.Watch.Tests;

/// <summary>Moments and places as they were recorded or might be, for what is computed from them.</summary>
internal static class Recorded
{
    private const long Second = 1_000_000_000;

    /// <summary>One moment for each pool, a second each.</summary>
    public static WatchSample[] Moments(params PoolFigures?[] pools) => [.. pools.Select((pool, i) => new WatchSample
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

    /// <summary>The same places with something changed in the first.</summary>
    public static BlockedSites WithFirst(this BlockedSites sites, Func<BlockedSite, BlockedSite> change) => sites with { Sites = [change(sites.Sites[0]), .. sites.Sites.Skip(1)] };

    public static WatchSample With(this WatchSample moment, AdjustmentReason reason, int threads = 12) =>
        moment with { Adjustments = [.. moment.Adjustments, new PoolAdjustment(moment.FromNanoseconds, threads, reason, 40)] };

    /// <summary>The agent's samples: always as many threads in use and work items waiting.</summary>
    public static WatchSample Sampled(this WatchSample moment, int inUse, long queue) =>
        moment with { Samples = [.. Enumerable.Range(0, 10).Select(i => new PoolSample(moment.FromNanoseconds + i * Second / 10, 13, inUse, 0, 0, queue, 0))] };

    /// <summary>What the system told of 13 workers: seconds on a processor and seconds of waiting for one, of the 13
    /// that there were.</summary>
    public static WatchSample Worked(
        this WatchSample moment, double working, double waiting, double allowed = 2, double? throttled = null) => moment with
        {
            Processors = new ProcessorFigures(allowed, throttled is null ? null : allowed, throttled, 13, working, waiting)
            {
                IdleShare = 0,
            },
        };

    /// <summary>What share of the processors did nothing meanwhile; null where the system did not say.</summary>
    public static WatchSample Idle(this WatchSample moment, double? share) =>
        moment with { Processors = moment.Processors! with { IdleShare = share } }; // It worked.

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
                Call = site.Kind switch { BlockingKind.TaskWait => "Task.Wait", BlockingKind.Lock => "Monitor.Enter", BlockingKind.Signal => "SemaphoreSlim.Wait", _ => "Thread.Sleep" },
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
