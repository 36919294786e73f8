namespace Syncopate.Watch.Probes;

/// <summary>Decides, moment by moment, when to look at where threads are blocked: as soon as something is wrong, and
/// rarely enough that looking costs next to nothing. Not thread-safe.</summary>
/// <param name="every">The time from one look to the next, at least on average; ten seconds when null, of which a look takes one. Only
/// work that waits anew is looked into before, once at most in that time.</param>
internal sealed class ProbeTrigger(TimeSpan? every = null)
{
    /// <summary>How long to look.</summary>
    public static readonly TimeSpan Window = TimeSpan.FromSeconds(1);

    private const int QueuedMoments = 2;
    private const int EarlyShare = 3;

    private readonly long _every = (long)(every ?? TimeSpan.FromSeconds(10)).TotalNanoseconds;
    private int _queued;
    private int? _inUse;
    private long? _looked;
    private bool _isSeen;

    /// <summary>Takes the next moment; true when to look now. It counts as looked then.</summary>
    /// <returns>True when work has waited for two moments, when threads were added because others block, or when fewer
    /// threads are in use although work waits.</returns>
    public bool IsDue(WatchSample moment)
    {
        ArgumentNullException.ThrowIfNull(moment);
        bool waits = moment.WorkWaits;
        // In silence the queue cannot be seen: what was so before goes on.
        if (moment.Pool is not null)
            (_queued, _isSeen) = waits ? (_queued + 1, _isSeen) : (0, false);
        bool blocks = moment.Adjustments.Any(made => made.Reason is AdjustmentReason.CooperativeBlocking or AdjustmentReason.Starvation);
        bool falls = waits && moment.Pool?.InUse < _inUse;
        _inUse = moment.Pool?.InUse ?? _inUse;
        if (!(_queued >= QueuedMoments || blocks || falls))
            return false;
        if (moment.ToNanoseconds - _looked is not { } since || since >= _every)
            _looked = moment.ToNanoseconds;
        else if (_queued >= QueuedMoments && !_isSeen && since >= _every / EarlyShare)
            _looked += _every; // Taken from the time of the next.
        else
            return false;
        _isSeen = true;
        return true;
    }
}
