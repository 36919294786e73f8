namespace Syncopate.Watch.Starvation;

/// <summary>Whether a process's thread pool is starving, why, and what would help.</summary>
public sealed record StarvationVerdict
{
    // What else blocks is noise below this.
    private const double LeastScaling = 0.9;

    // Of more items in flight than this nobody would give each a thread: they are a backlog, not callers.
    private const double MostThreads = 500;

    /// <summary>True when work has waited for a thread of the pool for at least two moments in a row, up to the latest, and the threads are not at work themselves.</summary>
    public required bool IsStarving { get; init; }

    /// <summary>For how long work has waited, by the moments given, also where the threads work; null when none waits.</summary>
    public double? ForSeconds { get; init; }

    /// <summary>By which kind of blocking.</summary>
    public required StarvationCause Cause { get; init; }

    /// <summary>The verdict in words, with its figures.</summary>
    public required string Sentence { get; init; }

    /// <summary>The place whose call to make asynchronous first: the one that blocks most. Null when none was seen, and where threads wait for one another.</summary>
    public BlockedSite? ConvertFirst { get; init; }

    /// <summary>The place at which most threads wait for one another; null when that is not the cause.</summary>
    public BlockedSite? ShortenFirst { get; init; }

    /// <summary>What one would gain at most. Null when it is not starving for want of threads, when the threads in use are not known, when what is in flight grows or shrinks, and unless nearly all blocked
    /// time is of waits that any number can do at once and that need no thread of the pool to end: sleeps, sockets,
    /// HTTP, in methods that enter no lock or semaphore before.</summary>
    public StarvationGain? Gain { get; init; }

    /// <summary>What the pool's threads did with their time while work waited; null where the system does not tell (other than Linux), and when no work waits.</summary>
    public ThreadShares? Shares { get; init; }

    /// <summary>Judges.</summary>
    /// <param name="moments">The moments so far, in order; may be empty.</param>
    /// <param name="sites">Where threads stood blocked, seen within these moments; null when nobody has looked.</param>
    public static StarvationVerdict Of(IReadOnlyList<WatchMoment> moments, BlockedSites? sites)
    {
        ArgumentNullException.ThrowIfNull(moments);
        StarvationCase found = new(moments, sites);
        StarvationCause cause = found.Cause;
        bool isStarving = cause is not (StarvationCause.None or StarvationCause.Processors);
        StarvationGain? gain = cause is StarvationCause.CompensatedWaits or StarvationCause.UncompensatedWaits or StarvationCause.ShortWaits ? GainOf(found, sites) : null;
        return new StarvationVerdict
        {
            IsStarving = isStarving,
            ForSeconds = found.WorkWaits ? found.Seconds : null,
            Cause = cause,
            Sentence = StarvationWords.Sentence(found, gain),
            ConvertFirst = isStarving && cause != StarvationCause.Contention ? found.Worst : null,
            ShortenFirst = cause == StarvationCause.Contention ? found.Worst : null,
            Gain = gain,
            Shares = found.WorkWaits ? found.Shares : null,
        };
    }

    private static StarvationGain? GainOf(StarvationCase found, BlockedSites? sites)
    {
        if (sites is null || found.Busy is not > 0 || found.Completed <= 0 || !found.IsSteady)
            return null;
        double scaling = sites.Sites.Where(site => WaitLimits.Of(site) == WaitLimit.None && site.Guard is null).Sum(site => site.BlockedMilliseconds);
        if (scaling < LeastScaling * sites.Sites.Sum(site => site.BlockedMilliseconds))
            return null;
        double busy = found.Busy.Value;
        double needed = busy + found.Queue;
        if (needed > MostThreads)
            return null;
        return new StarvationGain(needed, needed * (1 - (found.Worst?.Share ?? 0)), busy / found.Completed * 1e3, found.Completed * needed / busy);
    }
}
