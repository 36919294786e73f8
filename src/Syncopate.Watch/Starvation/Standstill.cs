using Syncopate.Reporting;

namespace Syncopate.Watch.Starvation;

/// <summary>The end of a watch in which threads are in use, no work waits any more, and hardly anything is completed: everybody who
/// asks has a thread, and none of them goes on, as in a deadlock, or while what they wait for takes long.</summary>
/// <param name="Seconds">For how long, by the moments given.</param>
/// <param name="Completed">Work items completed meanwhile; mostly 0.</param>
/// <param name="InUse">Threads in use at its end.</param>
/// <param name="Requests">Requests in flight at its end; null where the process serves none by ASP.NET Core.</param>
internal sealed record Standstill(double Seconds, long Completed, int InUse, long? Requests)
{
    private const double LeastSeconds = 3;

    // Of the most threads that were in use: fewer, and those that stood have gone on.
    private const double StillInUse = 0.8;

    // Timers complete work items too, a few a second.
    private const double LeastCompleted = 0.1;

    // Of the threads in use. Where more of them ran, or were ready to, their work takes long.
    private const double MostAtWork = 0.5;

    /// <summary>The standstill at the end of some moments; null when there is none, or threads in use are not reported.</summary>
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
        return starved.Length > 1
            && inUse >= StillInUse * starved.Max(moment => moment.Pool?.MostInUse ?? moment.Pool?.InUse ?? 0)
            && AtWork(still) <= MostAtWork * inUse
            ? new Standstill(seconds, (long)Math.Round(still.Sum(Items)), inUse, server?.InFlight)
            : null;
    }

    /// <summary>True when an empty queue at the end of some moments is no end of a starvation: hardly anything was completed in the last,
    /// and as many threads as before are in use for all that is known, whether for a shorter time than makes a standstill, or because
    /// threads in use are not reported.</summary>
    public static bool MayGoOn(IReadOnlyList<WatchSample> moments)
    {
        if (moments.LastOrDefault(moment => moment.Pool is not null) is not { Pool: { QueueLength: 0 } last, Server: var server }
            || server is { InFlight: 0 })
        {
            return false;
        }

        int most = moments.Where(moment => moment.Pool is { QueueLength: > 0 })
            .Select(moment => moment.Pool?.MostInUse ?? moment.Pool?.InUse ?? 0).DefaultIfEmpty(0).Max();
        return last.CompletedPerSecond < LeastCompleted * (last.InUse ?? last.Threads)
            && (last.InUse is null || (last.InUse > 1 && last.InUse >= StillInUse * most));
    }

    /// <summary>True when those who hold a lock were seen to wait for one another's.</summary>
    /// <param name="sites">Where threads stood when it was last looked at; null when nobody has.</param>
    public static bool IsDeadlock(BlockedSites? sites) => sites is not null && Circle(sites).Length > 0;

    /// <summary>In words, with where the threads stand.</summary>
    /// <param name="sites">Where threads stood when it was last looked at; null when nobody has.</param>
    public string Describe(BlockedSites? sites)
    {
        string what = Completed > 0
            ? $"only {Wording.Plural(Completed, "work item was", "work items were")} completed"
            : "nothing was completed either";
        string who = FormattableString.Invariant($"{InUse} threads are in use")
            + (Requests is { } requests ? $" and {Wording.Plural(requests, "request")} in flight" : "");
        return $"No work waits for a thread any more, but for {StarvationCase.Text(Seconds)} s {what}, while {who}.{Standing(sites)}";
    }

    private static string Standing(BlockedSites? sites)
    {
        const string Open = " Whether that ends by itself is not known.";
        if (sites?.Sites is not [var worst, ..])
            return Open;
        if (Circle(sites) is { Length: > 0 } circle)
            return $" Deadlock: threads that hold a lock wait for each other's, in {Places(circle)}.";
        BlockedSite[] locks = [.. Locks(sites)];
        BlockedSite[] held = [.. locks.Where(site => site.Holder is not null)];
        bool allWait = Array.TrueForAll(held, waiting => Array.Exists(locks, site => IsHolder(site, waiting.Holder)));
        return held.Length > 0 && allWait
            ? $" Threads seen to hold a lock wait for one themselves, in {Places(Holders(locks, held))}: possibly a deadlock; "
                + "who holds the locks that they wait for was not observed."
            : $" When last sampled, most were blocked in {worst.Describe()}.{Open}";
    }

    private static string Places(IEnumerable<BlockedSite> sites) => string.Join(" and in ", sites.Select(site => site.Describe()));

    /// <summary>Places at which a lock is held and the next one of them waited for, all around; empty where there is no circle.</summary>
    private static BlockedSite[] Circle(BlockedSites sites)
    {
        BlockedSite[] left = [.. Locks(sites).Where(site => site.Holder is not null)];
        int before;
        do
        {
            before = left.Length;
            left = [.. left.Where(waiting => Array.Exists(left, site => IsHolder(site, waiting.Holder)))];
        }
        while (left.Length < before);

        return [.. Holders(left, left)];
    }

    // Of several locks in one line the owner of one says nothing of the others.
    private static IEnumerable<BlockedSite> Locks(BlockedSites sites) =>
        sites.Sites.Where(site => site.Kind == BlockingKind.Lock && site.Holder?.Evidence != HolderEvidence.Several);

    private static IEnumerable<BlockedSite> Holders(BlockedSite[] sites, BlockedSite[] waiting) =>
        sites.Where(site => Array.Exists(waiting, other => IsHolder(site, other.Holder)));

    private static bool IsHolder(BlockedSite site, BlockedHolder? holder) =>
        holder is not null && holder.Call == site.Call && (holder.Place, holder.File, holder.Line) == (site.Place, site.File, site.Line);

    private static bool IsStill(PoolFigures pool) =>
        pool is { QueueLength: 0, InUse: > 1 } && pool.CompletedPerSecond < LeastCompleted * pool.InUse;

    private static double Items(WatchSample moment) =>
        moment.Pool is { } pool ? pool.CompletedPerSecond * (pool.CountedSeconds ?? moment.Seconds) : 0;

    // Threads that ran, or were ready to, at a time; 0 where the system does not say.
    private static double AtWork(WatchSample[] moments)
    {
        WatchSample[] told = Array.FindAll(moments, moment => moment.Processors is { WorkerSeconds: > 0 });
        return told.Length == 0
            ? 0
            : told.Sum(moment => moment.Processors is { } figures ? figures.WorkingSeconds + figures.WaitingSeconds : 0)
                / told.Sum(moment => moment.Seconds);
    }
}
