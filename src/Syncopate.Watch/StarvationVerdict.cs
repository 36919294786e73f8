using Syncopate.Watch.Blocking;

namespace Syncopate.Watch;

/// <summary>Whether a process's thread pool is starving, why, and what would help.</summary>
public sealed record StarvationVerdict
{
    /// <summary>True when work has waited for a thread of the pool for at least two moments in a row, up to the latest.</summary>
    public required bool IsStarving { get; init; }

    /// <summary>For how long it has been so, by the moments given; null when it is not.</summary>
    public double? ForSeconds { get; init; }

    /// <summary>By which kind of blocking.</summary>
    public required StarvationCause Cause { get; init; }

    /// <summary>The verdict in words, with its figures.</summary>
    public required string Sentence { get; init; }

    /// <summary>The place whose call to make asynchronous first: the one that blocks most. Null when none was seen.</summary>
    public BlockedSite? ConvertFirst { get; init; }

    /// <summary>What one would gain; null when it is not starving for want of threads, or the threads in use are not known.</summary>
    public StarvationGain? Gain { get; init; }

    /// <summary>Judges.</summary>
    /// <param name="moments">The moments so far, in order; may be empty.</param>
    /// <param name="sites">Where threads stood blocked, seen within these moments; null when nobody has looked.</param>
    /// <param name="processors">Processors that the process may use.</param>
    public static StarvationVerdict Of(IReadOnlyList<WatchMoment> moments, BlockedSites? sites, int processors)
    {
        ArgumentNullException.ThrowIfNull(moments);
        ArgumentOutOfRangeException.ThrowIfLessThan(processors, 1);
        StarvationCase found = new(moments, sites, processors);
        StarvationCause cause = found.Cause;
        StarvationGain? gain = cause is StarvationCause.CompensatedWaits or StarvationCause.UncompensatedWaits or StarvationCause.ShortWaits ? GainOf(found) : null;
        return new StarvationVerdict
        {
            IsStarving = found.IsStarving,
            ForSeconds = found.IsStarving ? found.Seconds : null,
            Cause = cause,
            Sentence = StarvationWords.Sentence(found, gain),
            ConvertFirst = found.IsStarving ? found.Worst : null,
            Gain = gain,
        };
    }

    private static StarvationGain? GainOf(StarvationCase found)
    {
        if (found.Busy is not > 0 || found.Completed <= 0)
            return null;
        double busy = found.Busy.Value;
        double needed = busy + found.Queue;
        return new StarvationGain(needed, needed * (1 - (found.Worst?.Share ?? 0)), busy / found.Completed * 1e3, found.Completed * needed / busy);
    }
}
