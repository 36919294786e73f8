using System.Globalization;
using Syncopate.Reporting;
using Syncopate.Units;

namespace Syncopate.Watch.Starvation;

/// <summary>The figures from which a <see cref="StarvationVerdict"/> is made: the moments, up to the latest, in which
/// work waited for a thread, and the blocked places seen.</summary>
internal sealed class StarvationCase
{
    // Half the period in which the runtime's gate looks whether anything was taken from the queue
    // (PortableThreadPool.GateThread, 500 ms): a block shorter than that never looks like starvation.
    private const double GateMilliseconds = 500;

    private const double LeastOfTenths = 0.05;
    private const double BusyProcessors = 0.85;
    private const double SpareProcessors = 0.75;
    private const double LeastCompleted = 0.1;
    private const double ExplainedThreads = 0.5;
    private const double NotableContention = 0.1;
    private const double NotableWait = 0.1;

    // Of the requests; one of fifty may be an answer that was ready at once.
    private const double NotableOthers = 0.02;

    // Of the blocked time, where nobody knows of requests.
    private const double NotableOtherTime = 0.2;
    private const double LeastThrottledSeconds = 0.1;
    private const double MostUnsteadiness = 1.5;
    private const int LeastMoments = 2;

    // What else blocks is noise below this.
    private const double LeastScaling = 0.9;

    private readonly WatchSample[] _run;
    private readonly BlockedSites? _sites;
    private readonly PoolSample[] _samples;
    private readonly PoolSample[] _lookedAt;
    private readonly PoolSample[] _earlier;

    /// <param name="moments">The moments so far, in order.</param>
    /// <param name="sites">Where threads stood blocked; null when nobody has looked.</param>
    /// <param name="looks">When that was looked at; null or empty where that is not known.</param>
    /// <param name="before">Where they stood before; null when nobody has looked.</param>
    public StarvationCase(
        IReadOnlyList<WatchSample> moments,
        BlockedSites? sites,
        IReadOnlyList<(long FromNanoseconds, long ToNanoseconds)>? looks = null,
        BlockedSites? before = null)
    {
        // A silent moment neither begins such a run nor ends it.
        _run = [.. moments.Reverse()
            .TakeWhile(moment => moment.Pool is null || moment.WorkWaits)
            .SkipWhile(moment => moment.Pool is null)
            .Reverse()
            .SkipWhile(moment => moment.Pool is null)];
        _sites = sites;
        _samples = [.. _run.SelectMany(moment => moment.Samples)];
        PoolSample[] within = [.. _samples.Where(sample =>
            (looks ?? []).Any(look => sample.AtNanoseconds >= look.FromNanoseconds && sample.AtNanoseconds < look.ToNanoseconds))];
        _lookedAt = within.Length > 0 ? within : _samples;
        Figures = [.. _run.Select(moment => moment.Pool).OfType<PoolFigures>()];
        Seconds = _run.Sum(moment => moment.Seconds);
        Shares = ThreadShares.Of(_run);
        Cause = !WorkWaits ? StarvationCause.None
            : IsComputing ? CompletesNothing || (HasBlocked && (IsUsedElsewhere || IsKeptFromProcessors))
                ? StarvationCause.UsedElsewhere : StarvationCause.Processors
            : _sites is null ? CauseBySignature()
            : CauseBySites(_sites);
        // What was seen of the same waits before holds now.
        _earlier = before?.Sites is [var worst, ..] && Worst is { } now && BlockedSum.IsSamePlace(worst, now)
            ? [.. moments.SelectMany(moment => moment.Samples)]
            : _samples;
    }

    public StarvationCause Cause { get; }

    /// <summary>Since when work has waited; null when none waits.</summary>
    public long? FromNanoseconds => _run.FirstOrDefault()?.FromNanoseconds;

    /// <summary>True when work has waited for a thread for long enough to be more than a burst.</summary>
    public bool WorkWaits => Figures.Count >= LeastMoments;

    public IReadOnlyList<PoolFigures> Figures { get; }

    public double Seconds { get; }

    /// <summary>What the pool's threads did meanwhile; null where the system does not report it.</summary>
    public ThreadShares? Shares { get; }

    /// <summary>Processors that the process used, of those that it may use; null when either is not known.</summary>
    public (double Used, double Allowed)? Processors
    {
        get
        {
            WatchSample[] told = [.. _run.Where(moment => moment is { Processors: not null, CpuNanoseconds: not null, Seconds: > 0 })];
            double seconds = told.Sum(moment => moment.Seconds);
            double used = Nanoseconds.ToSeconds(told.Sum(moment => moment.CpuNanoseconds ?? 0));
            return seconds > 0 ? (used / seconds, told[^1].Processors?.Allowed ?? 1) : null;
        }
    }

    /// <summary>The container's limit in processors, and for how long it stopped threads meanwhile; null where it hardly did.</summary>
    public (double Limit, double Seconds)? Throttled =>
        _run.Sum(moment => moment.Processors?.ThrottledSeconds ?? 0) is >= LeastThrottledSeconds and var seconds
            && _run.Select(moment => moment.Processors?.Quota).LastOrDefault(quota => quota is not null) is { } limit
        ? (limit, seconds)
        : null;

    // For a part of the time that matters: a limit that stops a process now and then leaves it processors.
    private bool IsStoppedByLimit => Throttled is { } throttled && throttled.Seconds >= NotableWait * Seconds;

    /// <summary>True when somebody has looked at where threads stand.</summary>
    public bool IsLookedAt => _sites is not null;

    /// <summary>The place that blocks most, and where those that wait for one another are the cause, most of those;
    /// null when none was seen.</summary>
    public BlockedSite? Worst =>
        Cause == StarvationCause.Contention ? Blocking.FirstOrDefault(WaitLimits.IsContended) : Blocking.FirstOrDefault();

    /// <summary>Threads that stood blocked at a time, on average over the look; null without one. Who waits until
    /// others have computed is not blocked.</summary>
    public double? BlockedThreads =>
        _sites is { WindowMilliseconds: > 0 } seen ? Blocking.Sum(site => site.BlockedMilliseconds) / seen.WindowMilliseconds : null;

    /// <summary>Threads that stood at a place at a time, on average.</summary>
    public double Threads(BlockedSite site) =>
        _sites is { WindowMilliseconds: > 0 } seen ? site.BlockedMilliseconds / seen.WindowMilliseconds : 0;

    /// <summary>Threads in use: as the agent reported, else those seen blocked; null when neither is known.</summary>
    public double? Busy => _samples.Length > 0 ? _samples.Average(sample => sample.InUse) : BlockedThreads;

    /// <summary>Threads in use while it was looked at where they stand: what a look saw is a part of these, and of no other time.</summary>
    public double? BusyAtLook => _lookedAt.Length > 0 ? _lookedAt.Average(sample => sample.InUse) : BlockedThreads;

    /// <summary>Work items that waited for a thread.</summary>
    public double Queue => _samples.Length > 0 ? _samples.Average(sample => sample.QueueLength) : Figures.Average(pool => pool.QueueLength);

    /// <summary>Work items completed per second.</summary>
    public double Completed => Figures.Average(pool => pool.CompletedPerSecond);

    /// <summary>True when hardly anything was completed, for as many threads as are in use: those that work may work for long, or wait in a
    /// loop for what lies in the queue.</summary>
    public bool CompletesNothing => Completed < LeastCompleted * (Busy ?? 1);

    /// <summary>True when the process uses so few of the processors that it may that more threads would have any: false says nothing of
    /// work that needs none.</summary>
    public bool HasProcessorsToSpare =>
        Processors is not { } processors
            || Math.Max(processors.Used, WorkedProcessors) < SpareProcessors * processors.Allowed;

    /// <summary>Threads that the pool may have, where it has them all in use; null otherwise.</summary>
    public int? Limit => Figures.LastOrDefault(pool => pool is { Maximum: > 0, InUse: not null }) is { Maximum: { } most } last
            && Math.Max(last.MostInUse ?? 0, last.InUse ?? 0) >= most
        ? most
        : null;

    /// <summary>True when as much was in flight in the first half of the time as in the second: only then does Little's
    /// law say what is in flight without a queue.</summary>
    public bool IsSteady
    {
        get
        {
            double[] inFlight = _samples.Length > 1
                ? [.. _samples.Select(sample => (double)sample.InUse + sample.QueueLength)]
                : [.. Figures.Select(pool => (double)pool.QueueLength + (pool.InUse ?? 0))];
            double first = inFlight[..(inFlight.Length / 2)].DefaultIfEmpty(0).Average();
            double second = inFlight[(inFlight.Length / 2)..].DefaultIfEmpty(0).Average();
            return Math.Max(first, second) <= MostUnsteadiness * Math.Min(first, second);
        }
    }

    /// <summary>How many threads the pool had or wanted, in the order of time; never empty where work waits.</summary>
    public IReadOnlyList<int> PoolThreads =>
        [.. _run.SelectMany(moment => moment.Adjustments.Select(made => made.Threads)
            .Concat(moment.Pool is { } pool ? [pool.Threads] : []))];

    /// <summary>What more threads have brought so far; null where nothing, or too little to tell.</summary>
    public PoolGrowth? Growth => PoolGrowth.Of(_samples);

    /// <summary>When nothing was completed until nothing was left in the queue; null when that was not so, where the waits were
    /// seen to be limited by other things, and where nearly all of them end without a thread of the pool: then what they waited for came
    /// back at last.</summary>
    public PoolRelief? Relief =>
        ScalesWithThreads || (Cause == StarvationCause.Contention && Worst is { } worst && WaitLimits.IsShownToLimit(worst))
            ? null
            : PoolRelief.Of(_earlier);

    /// <summary>True when other work waits for threads beside what waits at a place, and needs not what is waited for there: requests
    /// that never came there, or else a part of the blocked time that matters.</summary>
    public bool HasOtherWork(BlockedSite worst) => worst.OtherRequests is { } others
        ? others >= NotableOthers
        : Blocking.Where(site => !WaitLimits.IsContended(site) && !IsHolding(site)).Sum(site => site.BlockedMilliseconds)
            >= NotableOtherTime * Blocking.Sum(site => site.BlockedMilliseconds);

    /// <summary>True when nearly all blocked time is of waits that any number can do at once, and hardly any of what timers begin: a
    /// tick that waits for a thread holds back the next.</summary>
    public bool ScalesWithThreads => Blocking.Sum(site => site.BlockedMilliseconds) is > 0 and var all
        && Blocking.Where(WaitLimits.IsOfTimer).Sum(site => site.BlockedMilliseconds) <= (1 - LeastScaling) * all
        && Blocking.Where(WaitLimits.ScalesWithThreads).Sum(site => site.BlockedMilliseconds) >= LeastScaling * all;

    /// <summary>A number as a sentence shows it.</summary>
    public static string Text(double number) => number is > 0 and < LeastOfTenths
        ? FigureText.Significant(number, 1) // What is little is not nothing.
        : number.ToString(number < 9.95 ? "0.#" : "0", CultureInfo.InvariantCulture);

    // Who waits until others have computed for it is no cause.
    private IEnumerable<BlockedSite> Blocking => (_sites?.Sites ?? []).Where(site => WaitLimits.Of(site) != WaitLimit.Computing);

    /// <summary>True when names were looked up for a part of the blocked time that matters.</summary>
    public bool LooksUpNames => Blocking.Where(site => WaitLimits.Of(site) == WaitLimit.Lookup).Sum(site => site.BlockedMilliseconds)
        is > 0 and var lookups && lookups >= NotableWait * Blocking.Sum(site => site.BlockedMilliseconds);

    /// <summary>True when threads wait for the other threads of a parallel loop.</summary>
    public bool WaitsForLoops => LoopShare > 0;

    /// <summary>True when parallel loops run: their items are no callers, and their number says nothing of what is in flight.</summary>
    public bool HasLoops => WaitsForLoops || Blocking.Any(WaitLimits.IsInLoop);

    /// <summary>Part of the time of all threads in which they waited until others had computed for them, as the look
    /// saw it; 0 without one. No more than those did work: what else is waited for is waited for in the loops' bodies.</summary>
    public double ComputedForShare => Shares is { } shares
        ? Math.Min(LoopShare, shares.Working + shares.WaitingForProcessor + shares.Paused)
        : LoopShare;

    // Part of the time of all threads in which they waited for the other threads of a parallel loop.
    private double LoopShare => _sites is { Threads: > 0, WindowMilliseconds: > 0 } seen
        ? seen.Sites.Where(site => WaitLimits.Of(site) == WaitLimit.Computing)
            .Sum(site => site.BlockedMilliseconds) / seen.WindowMilliseconds / seen.Threads
        : 0;

    /// <summary>True when more threads would have nothing to work with: the processors that the process may use are used, or
    /// its threads wait for one, for the limit of the container or for the collector.</summary>
    public bool HasNoProcessorLeft =>
        IsStoppedByLimit || Shares is { } shares
            && shares.WaitingForProcessor + shares.Paused >= NotableWait
        || Processors is { } processors && Math.Max(processors.Used, WorkedProcessors) >= BusyProcessors * processors.Allowed;

    /// <summary>True when threads waited for a processor, or for the collector, although the process used fewer processors than it may,
    /// and no limit of a container stopped it. Others had them perhaps, and may not have them the next moment; or all threads came at
    /// once; and between two collections more threads would have run.</summary>
    public bool IsKeptFromProcessors => !IsStoppedByLimit
        && this is { Processors: { } processors, Shares: { } shares }
        && Math.Max(processors.Used, WorkedProcessors) < BusyProcessors * processors.Allowed
        && shares.WaitingForProcessor + shares.Paused >= NotableWait;

    /// <summary>True when threads of the pool stood blocked for a part of their time that explains something.</summary>
    public bool HasBlocked => Shares is { } shares
        && BlockedShare(shares) - Math.Min(BlockedShare(shares), ComputedForShare) >= NotableWait;

    /// <summary>True when threads are ready and get no processor although the process uses few, and hardly any was idle: something else
    /// has them. Threads that all come at once wait for a processor too, on a machine that is idle the rest of the time.</summary>
    public bool IsUsedElsewhere => Throttled is null
        && this is { Processors: { } processors, Shares: { } shares, IdleProcessors: <= 1 - BusyProcessors }
        && processors.Used < BusyProcessors * processors.Allowed
        && shares.WaitingForProcessor > Math.Max(shares.Working, NotableWait);

    // Part of the time in which the processors that the process may use ran nothing; null where that is not known.
    private double? IdleProcessors
    {
        get
        {
            WatchSample[] told = [.. _run.Where(moment => moment is { Processors.IdleShare: not null, Seconds: > 0 })];
            return told.Length == 0 ? null
                : told.Sum(moment => (moment.Processors?.IdleShare ?? 0) * moment.Seconds) / told.Sum(moment => moment.Seconds);
        }
    }

    // Processors that the workers of the pool alone used.
    private double WorkedProcessors
    {
        get
        {
            WatchSample[] told = [.. _run.Where(moment => moment is { Processors: not null, Seconds: > 0 })];
            return told.Length == 0 ? 0 : told.Sum(moment => moment.Processors?.WorkingSeconds ?? 0) / told.Sum(moment => moment.Seconds);
        }
    }

    // Threads that work half of the time, and stand blocked the other while a processor is free, are too few.
    private bool IsComputing => IsAtWork && (HasNoProcessorLeft || !HasBlocked);

    // What threads did with their time decides; where the system does not say, whether the process uses all the processors that it may.
    private bool IsAtWork
    {
        get
        {
            if (Shares is not { } shares)
                return Processors is { } processors && processors.Used >= BusyProcessors * processors.Allowed;
            double blocked = BlockedShare(shares);
            double computedFor = Math.Min(blocked, ComputedForShare);
            return shares.Working + shares.WaitingForProcessor + shares.Paused + computedFor > blocked - computedFor;
        }
    }

    // Idle and blocked cannot be distinguished but by a look where the agent does not report it.
    private double BlockedShare(ThreadShares shares) => shares.Idle is null && _sites is { Threads: > 0 } seen
        ? Math.Min(shares.Blocked, ComputedForShare + (BlockedThreads ?? 0) / seen.Threads) : shares.Blocked;

    private StarvationCause CauseBySites(BlockedSites sites)
    {
        if (BlockedThreads is not { } blocked || blocked < Math.Max(1, (BusyAtLook ?? sites.Threads) * ExplainedThreads))
            return StarvationCause.Unseen;
        double all = Blocking.Sum(site => site.BlockedMilliseconds);
        double contended = Blocking.Where(WaitLimits.IsContended).Sum(site => site.BlockedMilliseconds);
        // Those that have what the others wait for are a part of it.
        double holding = Blocking.Where(site => !WaitLimits.IsContended(site) && IsHolding(site))
            .Sum(site => site.BlockedMilliseconds);
        if (contended >= NotableContention * all && contended + holding >= ExplainedThreads * all)
            return StarvationCause.Contention;
        if (Blocking.Where(WaitLimits.IsNotified).Sum(site => site.BlockedMilliseconds) > ExplainedThreads * all)
            return StarvationCause.CompensatedWaits;
        double longest = Blocking.Where(site => !WaitLimits.IsNotified(site)).Select(Longest).DefaultIfEmpty(0).Max();
        return longest < GateMilliseconds && !Decided(AdjustmentReason.Starvation)
            && LeavesAlways ? StarvationCause.ShortWaits : StarvationCause.UncompensatedWaits;
    }

    // Outside of requests samples take several waits on end for one. No wait is longer there than a work item takes, on average.
    private double Longest(BlockedSite site) => site.IsSampled && site.Route is null && Busy is { } busy && Completed > 0
        ? Math.Min(site.LongestMilliseconds, Milliseconds.FromSeconds(busy / Completed))
        : site.LongestMilliseconds;

    private bool IsHolding(BlockedSite site) => (_sites?.Sites ?? []).Any(other => Holds(site, other.Holder));

    private static bool Holds(BlockedSite site, BlockedHolder? holder) =>
        holder is not null && holder.Call == site.Call && (holder.Place, holder.File, holder.Line) == (site.Place, site.File, site.Line);

    // What the pool itself decided distinguishes the kinds, where nobody has looked at the threads.
    private StarvationCause CauseBySignature()
    {
        if (Decided(AdjustmentReason.CooperativeBlocking))
            return StarvationCause.CompensatedWaits;
        if (Decided(AdjustmentReason.Starvation))
            return StarvationCause.UncompensatedWaits;
        bool isCalm = Processors is not { } processors || processors.Used < BusyProcessors / 2 * processors.Allowed;
        return Decided(AdjustmentReason.ClimbingMove) && isCalm && LeavesAlways ? StarvationCause.ShortWaits : StarvationCause.Unseen;
    }

    /// <summary>True when the pool was seen to add threads because others wait for Tasks: an older runtime, or one that is configured
    /// not to, does not.</summary>
    public bool AddsForTasks => Decided(AdjustmentReason.CooperativeBlocking);

    // In each second something left the queue.
    private bool LeavesAlways => Figures.All(pool => pool.CompletedPerSecond > 0);

    private bool Decided(AdjustmentReason reason) => _run.SelectMany(moment => moment.Adjustments).Any(made => made.Reason == reason);
}
