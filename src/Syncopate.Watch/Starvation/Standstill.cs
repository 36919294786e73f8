namespace Syncopate.Watch.Starvation;

/// <summary>The end of a watch in which threads are in use, no work waits any more, and nothing is completed: everybody who asks
/// has a thread, and none of them goes on, as in a deadlock.</summary>
/// <param name="Seconds">For how long, by the moments given.</param>
/// <param name="InUse">Threads in use at its end.</param>
/// <param name="Requests">Requests in flight at its end; null where the process serves none by ASP.NET Core.</param>
internal sealed record Standstill(double Seconds, int InUse, long? Requests)
{
    private const double LeastSeconds = 3;

    // Of the most threads that were in use: fewer, and those that stood have gone on.
    private const double StillInUse = 0.8;

    // Timers complete work items too, a few a second.
    private const double LeastCompleted = 0.1;

    /// <summary>The standstill at the end of some moments; null when there is none, or threads in use are not told.</summary>
    public static Standstill? Of(IReadOnlyList<WatchSample> moments)
    {
        WatchSample[] still = [.. moments.Reverse()
            .TakeWhile(moment => moment.Pool is null || IsStill(moment.Pool))
            .Where(moment => moment.Pool is not null)];
        double seconds = still.Sum(moment => moment.Seconds);
        if (seconds < LeastSeconds || still[0] is not { Pool.InUse: { } inUse, Server: var server } || server is { InFlight: 0 })
            return null;
        // Work has waited for these threads before; consumers that wait for something to do are in use from the beginning.
        WatchSample[] starved = [.. moments.Where(moment => moment.Pool is { QueueLength: > 0 })];
        return starved.Length > 1 && inUse >= StillInUse * starved.Max(moment => moment.Pool?.MostInUse ?? moment.Pool?.InUse ?? 0)
            ? new Standstill(seconds, inUse, server?.InFlight)
            : null;
    }

    /// <summary>In words, with where the threads stand.</summary>
    /// <param name="sites">Where threads stood when it was last looked at; null when nobody has.</param>
    public string Describe(BlockedSites? sites)
    {
        string who = Requests is { } requests
            ? FormattableString.Invariant($"{InUse} threads are in use and {requests:0} requests in flight")
            : FormattableString.Invariant($"{InUse} threads are in use");
        string what = Requests is null ? "unless nothing is asked of it, it stands still" : "it stands still";
        return $"No work waits for a thread any more, but for {StarvationCase.Text(Seconds)} s nothing was completed either, while {who}: "
            + $"{what}.{Standing(sites)}";
    }

    private static string Standing(BlockedSites? sites)
    {
        if (sites?.Sites is not [var worst, ..])
            return "";
        BlockedSite[] held = [.. sites.Sites.Where(site => site is { Kind: BlockingKind.Lock, Holder: not null })];
        // Who holds what others wait for waits for a lock in turn: a circle, unless one who works was not seen.
        BlockedSite[] holders = [.. sites.Sites.Where(site =>
            site.Kind == BlockingKind.Lock && held.Any(waiting => IsHolder(site, waiting.Holder)))];
        return held.Length > 0 && held.All(waiting => holders.Any(site => IsHolder(site, waiting.Holder)))
            ? " Those that were seen to hold a lock wait for one themselves, "
                + $"in {string.Join(" and in ", holders.Select(site => site.Describe()))}, as in a deadlock."
            : $" When last looked at, most stood in {worst.Describe()}.";
    }

    private static bool IsHolder(BlockedSite site, BlockedHolder? holder) =>
        holder is not null && holder.Call == site.Call && (holder.Place, holder.File, holder.Line) == (site.Place, site.File, site.Line);

    private static bool IsStill(PoolFigures pool) =>
        pool is { QueueLength: 0, InUse: > 1 } && pool.CompletedPerSecond < LeastCompleted * pool.InUse;
}
