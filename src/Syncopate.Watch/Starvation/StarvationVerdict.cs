using Syncopate.Units;

namespace Syncopate.Watch.Starvation;

/// <summary>Whether a process's thread pool is starving, why, and what would help.</summary>
internal sealed record StarvationVerdict
{
    // Of more items in flight than this nobody would give each a thread: they are a backlog, not callers.
    private const double MostThreads = 500;

    /// <summary>True when work has waited for a thread of the pool for at least two moments in a row, up to the latest,
    /// and the threads are not at work themselves.</summary>
    public required bool IsStarving { get; init; }

    /// <summary>For how long work has waited, by the moments given, also where the threads work; null when none waits.</summary>
    public double? ForSeconds { get; init; }

    /// <summary>By which kind of blocking.</summary>
    public required StarvationCause Cause { get; init; }

    /// <summary>The verdict in words, with its figures.</summary>
    public required string Sentence { get; init; }

    /// <summary>The place whose call to make asynchronous first: the one that blocks most. Null when none was seen, and
    /// where threads wait for one another.</summary>
    public BlockedSite? ConvertFirst { get; init; }

    /// <summary>The place at which most threads wait for one another; null when that is not the cause.</summary>
    public BlockedSite? ShortenFirst { get; init; }

    /// <summary>What one would gain at most. Null when it is not starving for want of threads, when the threads in use
    /// are not known, when what is in flight grows or shrinks, when the process uses most of the processors that it may, when timers begin
    /// the work, and unless nearly all blocked time is of waits that any number can do at once and that need no thread of the pool to
    /// end: sleeps, sockets, HTTP, lookups of names, in methods that enter no lock or semaphore before.</summary>
    public StarvationGain? Gain { get; init; }

    /// <summary>What more threads have brought so far, where it is starving and no gain can be foreseen; null where nothing, or too
    /// little to tell.</summary>
    public PoolGrowth? Growth { get; init; }

    /// <summary>When hardly anything was completed until hardly anything was left in the queue, under the same conditions; null when that
    /// was not so.</summary>
    public PoolRelief? Relief { get; init; }

    /// <summary>What the pool's threads did with their time while work waited; null where the system does not report it
    /// (other than Linux), and when no work waits.</summary>
    public ThreadShares? Shares { get; init; }

    /// <summary>Judges.</summary>
    /// <param name="moments">The moments so far, in order; may be empty.</param>
    /// <param name="sites">Where threads stood blocked, seen within these moments; null when nobody has looked.</param>
    public static StarvationVerdict Of(IReadOnlyList<WatchSample> moments, BlockedSites? sites)
    {
        ArgumentNullException.ThrowIfNull(moments);
        return Of(new StarvationCase(moments, sites), sites);
    }

    private static StarvationVerdict Of(StarvationCase found, BlockedSites? sites)
    {
        StarvationCause cause = found.Cause;
        bool isStarving = cause is not (StarvationCause.None or StarvationCause.Processors or StarvationCause.UsedElsewhere);
        StarvationGain? gain = cause is StarvationCause.CompensatedWaits or StarvationCause.UncompensatedWaits or StarvationCause.ShortWaits
            ? GainOf(found, sites)
            : null;
        PoolGrowth? growth = isStarving && gain is null ? found.Growth : null;
        PoolRelief? relief = isStarving && gain is null ? found.Relief : null;
        return new StarvationVerdict
        {
            IsStarving = isStarving,
            ForSeconds = found.WorkWaits ? found.Seconds : null,
            Cause = cause,
            Sentence = StarvationText.Sentence(found, gain) + StarvationText.Seen(relief, growth),
            ConvertFirst = isStarving && cause != StarvationCause.Contention ? found.Worst : null,
            ShortenFirst = cause == StarvationCause.Contention ? found.Worst : null,
            Gain = gain,
            Growth = growth,
            Relief = relief,
            Shares = found.WorkWaits ? found.Shares : null,
        };
    }

    /// <summary>Judges by the looks that fall into the time in which work waits: where threads stood before says nothing of it.</summary>
    /// <param name="moments">The moments so far, in order; may be empty.</param>
    /// <param name="looks">All looks so far.</param>
    public static StarvationVerdict OfLooks(IReadOnlyList<WatchSample> moments, IEnumerable<WatchSites> looks)
    {
        long? from = new StarvationCase(moments, null).FromNanoseconds;
        if (from is null && Standstill.Of(moments) is { } still)
            return Stands(still, looks.LastOrDefault()?.Blocked);
        ILookup<bool, WatchSites> parts = looks.ToLookup(look => look.AtNanoseconds > from);
        BlockedSites? sites = BlockedSum.Of([.. parts[true].Select(look => look.Blocked)]);
        BlockedSites? before = BlockedSum.Of([.. parts[false].Select(look => look.Blocked)]);
        return Of(
            new StarvationCase(moments, sites, [.. parts[true].Select(look => (look.FromNanoseconds, look.AtNanoseconds))], before), sites);
    }

    private static StarvationVerdict Stands(Standstill still, BlockedSites? sites) => new()
    {
        IsStarving = false,
        Cause = Standstill.IsDeadlock(sites) ? StarvationCause.Deadlock : StarvationCause.HardlyAnyCompleted,
        Sentence = still.Describe(sites),
    };

    private static StarvationGain? GainOf(StarvationCase found, BlockedSites? sites)
    {
        if (sites is null || found.HasLoops || found.Busy is not > 0 || found.Completed <= 0
            || !found.IsSteady || !found.ScalesWithThreads || !found.HasProcessorsToSpare)
        {
            return null;
        }

        double busy = found.Busy.Value;
        double needed = busy + found.Queue;
        if (needed > MostThreads)
            return null;
        return new StarvationGain(
            needed,
            needed * (1 - (found.Worst?.Share ?? 0)),
            Milliseconds.FromSeconds(busy / found.Completed),
            found.Completed * needed / busy);
    }
}

/// <summary>Why work waits for a thread of the pool.</summary>
internal enum StarvationCause
{
    /// <summary>It does not wait.</summary>
    None,

    /// <summary>Threads wait for Tasks, by other calls than Task.WaitAll: the pool is notified, and adds about four threads per second
    /// until there are enough.</summary>
    CompensatedWaits,

    /// <summary>Threads block for half a second or longer in calls of which the pool is not notified: it adds one thread or
    /// two a second, and only while nothing at all is dequeued.</summary>
    UncompensatedWaits,

    /// <summary>The trap: threads block for less than half a second in calls of which the pool is not notified. Something
    /// is dequeued in each period, so nothing ever looks like starvation, and hill climbing swings the number of threads up and down
    /// while the queue stands.</summary>
    ShortWaits,

    /// <summary>No starvation: threads work, or are ready to and wait for a processor.</summary>
    Processors,

    /// <summary>Not known: threads block, and more of them work, or are ready and wait for processors that others use or for the
    /// collector, while the process uses fewer processors than it may. Or they work, and hardly anything is completed.</summary>
    UsedElsewhere,

    /// <summary>Threads wait for one another: for a lock, a semaphore, the one connection that may write. More of them would not help
    /// where <see cref="BlockedHolder.Evidence"/> says so, or the one thread that empties a queue is no thread of the pool.</summary>
    Contention,

    /// <summary>Work waits, and no blocked place has been seen that explains it.</summary>
    Unseen,

    /// <summary>None waits any more, since all that was asked has a thread, and hardly anything is completed. Why is not known.</summary>
    HardlyAnyCompleted,

    /// <summary>The same, where those who hold a lock were seen to wait for one another's.</summary>
    Deadlock,
}

/// <summary>What a starving pool would gain at most by enough threads, or by not blocking them. By Little's law, as
/// long as callers wait for their answers: as many are in flight then as now, but none waits in the queue. At most
/// with so many threads, since what is waited for may become slower when more ask for it; callers whose requests
/// still lie in the system's sockets are in no queue, and would need more. What it is worth to users, a plan says:
/// these are the figures that it needs.</summary>
/// <param name="ThreadsNeeded">Threads for all that is in flight: those in use now and one for each work item that waits.</param>
/// <param name="ThreadsNeededAfter">Threads still needed when the place that blocks most awaits instead.</param>
/// <param name="BusyMilliseconds">How long a work item keeps its thread, on average.</param>
/// <param name="PossiblePerSecond">Work items that so many threads would complete per second, at most.</param>
internal sealed record StarvationGain(double ThreadsNeeded, double ThreadsNeededAfter, double BusyMilliseconds, double PossiblePerSecond);
