using Syncopate.Watch.Starvation;

namespace Syncopate.Watch.Tests.Claims;

/// <summary>What happened in an invented watch, worked out from its records by another way than the product's.</summary>
internal sealed class SeenWatch
{
    private const double ShortestPast = 3;
    private const double LeastUse = 0.85;
    private const double Notable = 0.1;

    private readonly IReadOnlyList<WatchSites> _looks;

    public SeenWatch(IReadOnlyList<WatchRecord> records)
    {
        Records = records;
        Moments = [.. records.OfType<WatchSample>()];
        _looks = [.. records.OfType<WatchSites>()];
        Places = new SeenPlaces([.. _looks.Select(look => look.Blocked)]);
        List<List<WatchSample>> runs = [.. Runs(Moments).Where(run => run.Count(moment => moment.Pool is not null) > 1)];
        IsGoingOn = runs is [.., var last] && !Moments.Any(moment => moment.FromNanoseconds >= last[^1].ToNanoseconds
            && moment.Pool is not null);
        Run = IsGoingOn ? runs[^1] : runs.Where(run => Length(run) >= ShortestPast).MaxBy(Length) ?? [];
        Look = Run.Count == 0 ? new SeenPlaces([])
            : new SeenPlaces([.. _looks.Where(look => IsOf(look, Run)).Select(look => look.Blocked)]);
    }

    public IReadOnlyList<WatchRecord> Records { get; }

    public IReadOnlyList<WatchSample> Moments { get; }

    /// <summary>All places of all looks.</summary>
    public SeenPlaces Places { get; }

    /// <summary>The moments in which work waited that the verdict speaks of: to the end, or else the longest; none where that was
    /// short.</summary>
    public IReadOnlyList<WatchSample> Run { get; }

    public bool IsGoingOn { get; }

    /// <summary>What was seen by the looks within these.</summary>
    public SeenPlaces Look { get; }

    public double Seconds => Length(Run);

    public IEnumerable<WatchSample> Told => Moments.Where(moment => moment.Pool is not null);

    public double Queue => Samples.Any() ? Samples.Average(sample => sample.QueueLength) : RunPools.Average(pool => pool.QueueLength);

    public double? Busy => Samples.Any() ? Samples.Average(sample => sample.InUse) : Look.Threads;

    /// <summary>Threads in use in the seconds of the looks; of the whole time where none was reported in those.</summary>
    public double? BusyAtLook
    {
        get
        {
            PoolSample[] seen = [.. Samples.Where(sample => _looks.Any(look =>
                IsOf(look, Run) && look.FromNanoseconds <= sample.AtNanoseconds && sample.AtNanoseconds < look.AtNanoseconds))];
            return seen.Length > 0 ? seen.Average(sample => sample.InUse) : Busy;
        }
    }

    public IEnumerable<PoolFigures> RunPools => Run.Select(moment => moment.Pool).OfType<PoolFigures>();

    public double Completed => RunPools.Average(pool => pool.CompletedPerSecond);

    public bool IsAtLimit => RunPools.LastOrDefault(pool => pool is { Maximum: > 0, InUse: not null }) is { } last
        && Math.Max(last.InUse ?? 0, last.MostInUse ?? 0) >= last.Maximum;

    public bool Decided(AdjustmentReason reason) => Run.Any(moment => moment.Adjustments.Any(made => made.Reason == reason));

    /// <summary>How many threads the pool had or wanted, in order.</summary>
    public int[] Threads => [.. Run.SelectMany(moment =>
        moment.Adjustments.Select(made => made.Threads).Concat(moment.Pool is { } pool ? [pool.Threads] : []))];

    /// <summary>Processors that the process used, by its own time and by that of its pool.</summary>
    public double? Used => Counted.Length == 0 ? null : Counted.Sum(moment => moment.CpuNanoseconds!.Value) / 1e9 / Length(Counted);

    public double? Allowed => Counted.LastOrDefault()?.Processors?.Allowed;

    public double Throttled => Run.Sum(moment => moment.Processors?.ThrottledSeconds ?? 0);

    /// <summary>Threads wait for a processor although the process uses few, and no limit stops it.</summary>
    public bool WaitsThoughFew => !IsStopped && Allowed is { } allowed && UsedOrWorked < LeastUse * allowed
        && Shares is { } shares && shares.WaitingForProcessor + shares.Paused >= Notable;

    /// <summary>Part of the time in which the processors were idle, of whichever process; null where no second says.</summary>
    public double? IdleShare
    {
        get
        {
            WatchSample[] timed =
                [.. Run.Where(moment => moment.Processors?.IdleShare is not null && Length([moment]) > 0)];
            return timed.Length == 0 ? null
                : timed.Sum(moment => moment.Processors!.IdleShare!.Value * Length([moment])) / Length(timed);
        }
    }

    /// <summary>Nothing is left for more threads: processors are used up, or threads wait for one, or for the collector.</summary>
    public bool HasNoProcessorLeft => UsedOrWorked >= LeastUse * (Allowed ?? double.PositiveInfinity)
        || IsStopped || Shares is { } shares && shares.WaitingForProcessor + shares.Paused >= Notable;

    /// <summary>So many of its processors are used that more threads may have none.</summary>
    public bool UsesMost => Allowed is { } allowed && UsedOrWorked >= 0.75 * allowed;

    /// <summary>Hardly anything is completed, for so many threads in use.</summary>
    public bool CompletesNothing => Completed < 0.1 * (Busy ?? 1);

    // By the limit of its container, for a tenth of the time.
    private bool IsStopped => Throttled >= Notable && Throttled >= Notable * Seconds;

    private double UsedOrWorked
    {
        get
        {
            WatchSample[] timed = [.. Run.Where(moment => moment.Processors is not null)];
            double worked = timed.Sum(moment => moment.Processors!.WorkingSeconds) / Math.Max(1e-9, Length(timed));
            return Math.Max(Used ?? 0, worked);
        }
    }

    /// <summary>What the pool's threads did, by the product: <see cref="ThreadSharesTests"/> hold that.</summary>
    public ThreadShares? Shares => ThreadShares.Of(Run);

    /// <summary>Part of the time of all threads in which they waited for others to compute: no more than those did work.</summary>
    public double ComputedFor => Math.Min(InLoops, Shares is { } shares ? shares.Working + shares.WaitingForProcessor + shares.Paused : 1);

    // Part of the time of all threads in which they waited for the end of a loop.
    private double InLoops => Look.MostThreads > 0
        ? Look.Of(SeenPlaces.IsComputing).Sum(place => Look.ThreadsAt(place)) / Look.MostThreads : 0;

    /// <summary>The moments at the end in which nothing was completed although threads are in use; none where work waits, or
    /// fewer are in use than when it did.</summary>
    public IReadOnlyList<WatchSample> Still
    {
        get
        {
            WatchSample[] still = [.. Told.Reverse().TakeWhile(moment => moment.Pool is { QueueLength: 0, InUse: > 1 }
                && moment.Pool.CompletedPerSecond < 0.1 * moment.Pool.InUse)];
            WatchSample[] starved = [.. Told.Where(moment => moment.Pool!.QueueLength > 0)];
            WatchSample[] timed = [.. still.Where(moment => moment.Processors?.WorkerSeconds > 0)];
            double atWork = timed.Sum(moment => moment.Processors!.WorkingSeconds + moment.Processors.WaitingSeconds);
            return Length(still) >= ShortestPast && starved.Length > 1 && still[0].Server?.InFlight != 0
                && still[0].Pool!.InUse >= 0.8 * starved.Max(moment => moment.Pool!.MostInUse)
                && atWork <= 0.5 * still[0].Pool!.InUse * Length(timed) ? still : [];
        }
    }

    /// <summary>Whether the last second may be one of a standstill that has just begun, or of which nobody can tell.</summary>
    public bool MayGoOn
    {
        get
        {
            WatchSample last = Told.Last();
            int most = Told.Where(moment => moment.Pool!.QueueLength > 0)
                .Select(moment => moment.Pool!.MostInUse ?? moment.Pool.InUse ?? 0).DefaultIfEmpty().Max();
            return last.Pool!.QueueLength == 0 && last.Server?.InFlight != 0
                && last.Pool.CompletedPerSecond < 0.1 * (last.Pool.InUse ?? last.Pool.Threads)
                && (last.Pool.InUse is not { } inUse || (inUse > 1 && inUse >= 0.8 * most));
        }
    }

    /// <summary>Work items completed in these.</summary>
    public double StillItems =>
        Still.Sum(moment => moment.Pool!.CompletedPerSecond * (moment.Pool.CountedSeconds ?? Length([moment])));

    public static double Length(IEnumerable<WatchSample> moments) =>
        moments.Sum(moment => moment.ToNanoseconds - moment.FromNanoseconds) / 1e9;

    /// <summary>Whether the pool completed more while it used more threads, by all of its samples.</summary>
    public bool HasGrown(PoolGrowth told)
    {
        List<(double Threads, long Items, double Seconds)> between = Samples.Zip(Samples.Skip(1), (from, to) => (
            Threads: (from.InUse + to.InUse) / 2.0,
            Items: to.CompletedItems - from.CompletedItems, Seconds: (to.AtNanoseconds - from.AtNanoseconds) / 1e9))
            .Where(s => s.Seconds is > 0 and < 1).ToList();
        double Rate(Func<double, bool> threads) => between.Where(s => threads(s.Threads)).Sum(s => s.Items)
            / between.Where(s => threads(s.Threads)).Sum(s => s.Seconds);
        return told.Many >= 1.5 * told.Few && told.ManyPerSecond > told.FewPerSecond
            && Rate(threads => threads > (told.Few + told.Many) / 2) > Rate(threads => threads < (told.Few + told.Many) / 2);
    }

    /// <summary>Whether there was a time so long in which so little was completed and the queue went, with so many threads.</summary>
    public bool HasStood(PoolRelief told) => All.Any(first => All.Any(last =>
        Math.Abs((last.AtNanoseconds - first.AtNanoseconds) / 1e9 - told.Seconds) < 1e-6
        && (first.InUse, last.InUse) == (told.FromThreads, told.ToThreads) && last.QueueLength < first.QueueLength
        && Math.Abs((last.CompletedItems - first.CompletedItems) / told.Seconds - told.PerSecond) < 1e-6));

    // The same waits may have been seen before.
    private PoolSample[] All => [.. Moments.SelectMany(moment => moment.Samples)];

    private IEnumerable<PoolSample> Samples => Run.SelectMany(moment => moment.Samples);

    private WatchSample[] Counted => [.. Run.Where(moment => moment is { Processors: not null, CpuNanoseconds: not null })];

    // Moments in which work waited; silence between them is a part of it.
    private static IEnumerable<List<WatchSample>> Runs(IEnumerable<WatchSample> moments)
    {
        List<WatchSample> run = [], silent = [];
        foreach (WatchSample moment in moments)
        {
            if (moment.Pool is null)
            {
                silent.Add(moment);
                continue;
            }

            bool waits = moment.Pool.QueueLength > 0
                || (moment.Samples.Count > 0 && moment.Samples.Average(sample => sample.QueueLength > 0 ? 1 : 0) > 0.5);
            if (waits)
                run = run.Count > 0 ? [.. run, .. silent, moment] : [moment];
            if (!waits && run.Count > 0)
            {
                yield return run;
                run = [];
            }

            silent = [];
        }

        if (run.Count > 0)
            yield return run;
    }

    // It lasts until the queue is seen to be empty: silence does not end it.
    private bool IsOf(WatchSites look, IReadOnlyList<WatchSample> run) => look.AtNanoseconds > run[0].FromNanoseconds
        && (IsGoingOn || look.FromNanoseconds < Moments.First(moment => moment.Pool is not null
            && moment.FromNanoseconds >= run[^1].ToNanoseconds).FromNanoseconds);
}
