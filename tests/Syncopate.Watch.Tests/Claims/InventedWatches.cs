using Syncopate.Histograms;
using Syncopate.Watch.Processes;
using Syncopate.Watch.Reporting;

namespace Syncopate.Watch.Tests.Claims;

/// <summary>Watches of invented figures: calm and starving, with silence, looks in the calm and in the want, with and
/// without the agent, a load, a limit of the container, damage and an early end.</summary>
internal static class InventedWatches
{
    private const long Second = 1_000_000_000;
    private static readonly string[] Failures = ["status 422", "status 503", "timed out"];
    private const string Stopped = "http://127.0.0.1:5000 stopped answering: timed out, 20.1 s.";

    /// <summary>The records of a watch of up to a quarter of an hour, in the order of a journal.</summary>
    public static IReadOnlyList<WatchRecord> Of(Random random)
    {
        int seconds = random.Next(8) == 0 ? random.Next(620, 900) : random.Next(1, 22);
        bool hasAgent = random.Next(3) > 0;
        bool hasThreadTimes = random.Next(4) > 0;
        WatchSample[] moments = [.. Moments(random, seconds, hasAgent, hasThreadTimes)];
        List<WatchRecord> records = [.. random.Next(12) == 0 ? [] : new WatchRecord[] { Header(random) }];
        bool hasLoad = random.Next(3) == 0;
        if (hasLoad)
            records.Add(new WatchLoad("GET", "http://127.0.0.1:5000/orders", "20 users for 10 s", random.NextInt64(Second)));
        foreach (WatchSample moment in moments)
        {
            records.Add(moment);
            if (hasLoad && random.Next(3) > 0)
                records.Add(Interval(random, moment));
            if (random.Next(seconds > 100 ? 60 : 5) == 0)
                records.Add(new WatchSites(moment.ToNanoseconds + (random.NextInt64(Second) - Second / 2), InventedPlaces.Of(random)));
        }

        if (random.Next(6) == 0)
            records.Add(new WatchTimeline(seconds * Second, InventedTimelines.Of(random)));
        if (hasLoad && random.Next(5) == 0)
            records.Add(new WatchLoadFailure(seconds * Second, Stopped, random.Next(2) == 0));
        return random.Next(8) == 0 ? records : [.. records, End(random, seconds)];
    }

    private static IEnumerable<WatchSample> Moments(Random random, int seconds, bool hasAgent, bool hasThreadTimes)
    {
        long at = 0;
        bool starves = false;
        int threads = random.Next(2, 20);
        double working = random.NextDouble();
        int standsFrom = random.Next(6) == 0 ? random.Next(seconds) : seconds;
        for (int second = 0; second < seconds; second++)
        {
            starves = random.Next(4) == 0 ? !starves : starves;
            threads = Math.Max(2, threads + random.Next(-1, 3));
            bool isSilent = random.Next(15) == 0;
            long length = isSilent ? random.NextInt64(1, 4) * Second : Second + random.NextInt64(-Second / 50, Second / 50);
            WatchSample moment = new()
            {
                FromNanoseconds = at,
                ToNanoseconds = at + length,
                SilentNanoseconds = isSilent ? length : 0,
                LostEvents = random.Next(20) == 0 ? random.Next(1, 4) : 0,
                CpuNanoseconds = random.Next(30) == 0 ? null : (long)(random.NextDouble() * 2 * length),
                Adjustments = isSilent ? [] : [.. Adjustments(random, at, threads)],
                Samples = [],
            };
            WatchSample told = isSilent ? moment
                : Told(random, moment, (threads, hasAgent, starves && second < standsFrom ? random.Next(1, 80) : 0));
            yield return isSilent ? moment : (second < standsFrom ? told : Standing(told)) with
            {
                Processors = random.Next(20) == 0 ? null : Processors(random, hasThreadTimes ? threads * length / 1e9 : 0, working),
            };
            at += length;
            // Where a record was damaged, a second is missing.
            at += random.Next(60) == 0 ? Second : 0;
        }
    }

    private static WatchSample Standing(WatchSample told) => told with
    {
        Pool = told.Pool! with
        {
            InUse = told.Pool.InUse is null ? null : told.Pool.Threads,
            MostInUse = told.Pool.InUse is null ? null : told.Pool.Threads,
            CompletedPerSecond = told.Pool.CompletedPerSecond < 1 ? told.Pool.CompletedPerSecond : 0,
        },
    };

    // More from second to second, as the pool mostly grows; but for some seconds nothing.
    private static long Faster(long at) => (long)(20 * Math.Pow(at / 1e9 <= 3 ? at / 1e9 : Math.Max(3, at / 1e9 - 3), 2));

    private static WatchSample Told(Random random, WatchSample moment, (int Threads, bool HasAgent, int Queue) pool)
    {
        int inUse = Math.Min(pool.Threads, random.Next(0, pool.Threads + 2));
        int most = random.Next(4) == 0 ? pool.Threads : 32_767;
        PoolSample[] samples = [.. Enumerable.Range(0, pool.HasAgent ? random.Next(11) : 0)
            .Select(i => new PoolSample(moment.FromNanoseconds + i * Second / 10,
            pool.Threads, Math.Clamp(inUse + random.Next(-1, 2), 0, pool.Threads), most, 0,
                Math.Max(0, pool.Queue + random.Next(-2, 3) * (pool.Queue > 0 ? 1 : 0)),
                Faster(moment.FromNanoseconds + i * Second / 10)))];
        double? counted = random.Next(3) == 0 ? null : 0.25 * random.Next(1, 12); // On a busy machine counters come early and late.
        return moment with
        {
            Samples = samples,
            Pool = new PoolFigures
            {
                Threads = pool.Threads,
                InUse = pool.HasAgent ? inUse : null,
                MostInUse = pool.HasAgent ? samples.Select(sample => sample.InUse).Append(inUse).Max() : null,
                Blocked = pool.HasAgent ? random.Next(inUse + 1) : null,
                Minimum = pool.HasAgent ? 2 : null,
                Maximum = pool.HasAgent ? most : null,
                Ports = pool.HasAgent ? 0 : null,
                QueueLength = pool.Queue,
                LongestQueue = samples.Select(sample => sample.QueueLength).Append(pool.Queue + random.Next(3) * random.Next(2)).Max(),
                CompletedPerSecond = random.Next(12) == 0 ? 0 : Math.Exp(9 * random.NextDouble() - 2),
                CountedSeconds = counted,
            },
            Runtime = new RuntimeFigures
            {
                LockContentionsPerSecond = random.Next(3) == 0 ? random.Next(3) : 0,
                Timers = random.Next(5),
                ExceptionsPerSecond = random.Next(3) == 0 ? random.Next(3) : 0,
                AllocatedBytesPerSecond = Math.Exp(25 * random.NextDouble()),
                HeapBytes = 5_000_000,
                MemoryBytes = 50_000_000,
                Gen0Collections = 1,
                Gen1Collections = 0,
                Gen2Collections = 0,
                PauseShare = random.Next(4) == 0 ? null : random.NextDouble() * random.NextDouble(),
                CountedSeconds = counted,
            },
            Server = random.Next(2) == 0 ? new HttpFigures(random.Next(40), 200 * random.NextDouble(), null) { CountedSeconds = counted } : null,
            Awaits = random.Next(6) == 0 ? InventedTimelines.Awaits(random) : null,
        };
    }

    // What threads ran and how long there were threads is not read at one instant: the sum may be a little more.
    private static ProcessorFigures Processors(Random random, double workerSeconds, double working)
    {
        double allowed = random.Next(3) == 0 ? Math.Round(0.25 + random.NextDouble(), 2) : random.Next(1, 5);
        double active = workerSeconds * 1.04 * working;
        double share = random.NextDouble();
        double? quota = random.Next(3) == 0 ? allowed : null;
        return new ProcessorFigures(allowed, quota, quota is null ? null : random.NextDouble() * random.Next(2), workerSeconds,
            active * share, active * (1 - share))
        {
            IdleShare = random.Next(3) switch { 0 => null, 1 => 0.1 * random.NextDouble(), _ => random.NextDouble() },
        };
    }

    private static IEnumerable<PoolAdjustment> Adjustments(Random random, long from, int threads) =>
        Enumerable.Range(0, random.Next(3) == 0 ? random.Next(4) : 0)
            .Select(i => new PoolAdjustment(from + i * Second / 5, threads + random.Next(3),
            (AdjustmentReason)random.Next(-1, 9), 100 * random.NextDouble()));

    private static WatchHeader Header(Random random) => new()
    {
        Schema = WatchJournal.Schema,
        ToolVersion = "0.1.0",
        Command = "syncopate watch 7",
        StartedUtc = new DateTimeOffset(2026, 1, 2, 14, 2, 0, TimeSpan.Zero),
        Machine = new Machine(".NET 10.0.0", "Test", "X64", random.Next(1, 5), 1, null),
        Process = new ProcessIdentity(7, "Shop.Api", "10.0.0"),
        Missing = random.Next(3) == 0 ? ["Threads in use are not told: the process runs on .NET 6."] : [],
    };

    private static WatchInterval Interval(Random random, WatchSample moment)
    {
        Histogram latencies = new();
        for (int i = random.Next(20); i > 0; i--)
            latencies.Record((long)(1e6 * Math.Exp(7 * random.NextDouble())));
        Dictionary<string, long> errors = [];
        foreach (string kind in Failures.Where(_ => random.Next(6) == 0))
            errors[kind] = random.Next(1, 3000);
        return LoadIntervals.Of(
            moment.FromNanoseconds, moment.ToNanoseconds, latencies, 1e6 * latencies.TotalCount, errors);
    }

    private static WatchEnd End(Random random, int seconds) => random.Next(4) switch
    {
        0 => new WatchEnd(RunOutcome.Cancelled, "Stopped by the user.", seconds * Second),
        1 => new WatchEnd(RunOutcome.TargetFailed, "Process 7 ended before the time was up.", seconds * Second),
        _ => new WatchEnd(RunOutcome.Finished, "", seconds * Second),
    };
}
