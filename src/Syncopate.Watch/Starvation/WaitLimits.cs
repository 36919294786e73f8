namespace Syncopate.Watch.Starvation;

/// <summary>Tells what bounds a kind of wait, and what helps against the known culprits. By names on the stack, since
/// nothing else is known of a wait.</summary>
internal static class WaitLimits
{
    private const string Sqlite = "Microsoft.Data.Sqlite.";
    private const string Lookups = "System.Net.Dns.";
    private const string ConsoleQueue = "Microsoft.Extensions.Logging.Console.ConsoleLoggerProcessor.";

    // Where drivers wait until one of their connections is free; to open a new one takes other ways.
    private static readonly string[] Pools =
    [
        "Npgsql.PoolingDataSource.", "Microsoft.Data.ProviderBase.DbConnectionPool.",
        "Microsoft.Data.SqlClient.ConnectionPool.", "System.Data.ProviderBase.DbConnectionPool.", "MySqlConnector.Core.ConnectionPool.",
        "System.Net.Http.HttpConnectionWaiter",
    ];

    // With the dot: a type of a package may begin with the same word.
    private static readonly string[] Loops = ["Parallel.", "ParallelEnumerable."];

    private static readonly string[] Opening =
    [
        "Npgsql.Internal.NpgsqlConnector.",
        "Microsoft.Data.SqlClient.TdsParser",
        "System.Data.SqlClient.TdsParser",
        "MySqlConnector.Core.ServerSession.",
    ];

    // A frame is a culprit only where the wait is of the kind that it is known for: a formatter of messages that a program has written
    // runs within the console logger too, and may wait for anything.
    private static readonly (string Frame, WaitLimit Limit, string Cure)[] Culprits =
    [
        (ConsoleQueue, WaitLimit.Room, "The console logger writes one message at a time, "
            + "and who logs waits while its queue is full: log less, or set ConsoleLoggerOptions.QueueFullMode to DropWrite."),
        (
            "System.Resources.",
            WaitLimit.Lock,
            "ResourceManager looks each text up under a lock: read a text that is used often once, and keep it."),
        (
            "System.Text.RegularExpressions.RegexCache.",
            WaitLimit.Lock,
            "The static methods of Regex share one small cache: keep a Regex of your own, or use [GeneratedRegex]."),
        (
            "Npgsql.PoolingDataSource.",
            WaitLimit.Connections,
            "Npgsql opens Maximum Pool Size connections at most: give them back sooner, or raise it as far as the database allows."),
        (
            Lookups,
            WaitLimit.Lookup,
            "Keep what Dns answers: on Unix its asynchronous form takes a thread of this pool too, and looks a name up "
                + "for one caller at a time."),
        (
            "System.Net.Http.HttpConnectionWaiter",
            WaitLimit.Connections,
            "HttpClient opens MaxConnectionsPerServer connections to a server at most."),
    ];

    private const string SqliteCure =
        "SQLite lets one connection write at a time, and Microsoft.Data.Sqlite sleeps and tries again: keep transactions short, "
            + "and begin those that only read as deferred ones. await gains nothing, since this driver is synchronous.";

    /// <summary>What bounds the waits of a place.</summary>
    public static WaitLimit Of(BlockedSite site)
    {
        if (IsSqlite(site))
            return WaitLimit.Writer;
        if (Pools.Any(pool => PassesWithin(site, pool)) && !Opening.Any(opening => Passes(site, opening)))
            return WaitLimit.Connections;
        if (site.Kind is BlockingKind.Signal or BlockingKind.Lock && PassesWithin(site, ConsoleQueue))
            return WaitLimit.Room;
        return site.Kind switch
        {
            _ when site.IsSyncOverAsync || site.Kind == BlockingKind.TaskWait => WaitLimit.Tasks,
            BlockingKind.Lock => WaitLimit.Lock,
            BlockingKind.Socket or BlockingKind.Http when PassesWithin(site, Lookups) => WaitLimit.Lookup,
            BlockingKind.Socket or BlockingKind.Http when site.CallsItself => WaitLimit.Tasks,
            BlockingKind.Sleep when site.IsPolling => WaitLimit.Unknown,
            BlockingKind.Sleep or BlockingKind.Socket or BlockingKind.Http => WaitLimit.None,
            BlockingKind.Signal when site.Call.StartsWith("SemaphoreSlim.", StringComparison.Ordinal) => WaitLimit.Permits,
            BlockingKind.Signal when IsLoop(site.Call) => WaitLimit.Computing,
            _ => WaitLimit.Unknown,
        };
    }

    /// <summary>True where any number may wait at once, each on a thread of its own, and none of the pool's is
    /// needed to end a wait.</summary>
    public static bool ScalesWithThreads(BlockedSite site) => Of(site) is WaitLimit.None or WaitLimit.Lookup && site.Guard is null;

    /// <summary>True of a wait for a Task of which the pool is notified: of all but Task.WaitAll, which waits for an event of its
    /// own.</summary>
    public static bool IsNotified(BlockedSite site) =>
        site.IsSyncOverAsync && site.Call != "Task.WaitAll" && !Passes(site, "System.Threading.Tasks.Task.WaitAll");

    /// <summary>True of the body of a parallel loop, or of a parallel query.</summary>
    public static bool IsInLoop(BlockedSite site) =>
        Passes(site, "System.Threading.Tasks.TaskReplicator.Replica") || Passes(site, "System.Linq.Parallel.QueryTask");

    /// <summary>True of work that a timer begins.</summary>
    public static bool IsOfTimer(BlockedSite site) => Passes(site, "System.Threading.TimerQueue");

    /// <summary>True where those that wait, wait for one another. Of a semaphore only where one was seen that has it: it may be a
    /// signal, which others give. Of a pool of connections never: that all of them are taken is not seen, and to open or give back one
    /// may need a thread of the same pool of threads.</summary>
    public static bool IsContended(BlockedSite site) =>
        Of(site) is WaitLimit.Lock or WaitLimit.Writer or WaitLimit.Room
        || (Of(site) == WaitLimit.Permits && site.Holder is not null);

    /// <summary>True where more threads, or await, were seen to gain nothing: what is waited for is always had, by those that need no
    /// thread of the pool to go on.</summary>
    public static bool IsShownToLimit(BlockedSite site) =>
        Of(site) == WaitLimit.Room || (IsContended(site) && site.Holder?.Evidence == HolderEvidence.Exclusive);

    /// <summary>What helps against a known culprit, in a sentence or two; null for a place of which nothing is known.</summary>
    public static string? Cure(BlockedSite site) =>
        IsSqlite(site) ? SqliteCure
        : Array.Find(Culprits, culprit => Of(site) == culprit.Limit && PassesWithin(site, culprit.Frame)).Cure;

    private static bool IsLoop(string call) => Array.Exists(Loops, loop => call.StartsWith(loop, StringComparison.Ordinal));

    // Its own retry: neither work of the database, nor a sleep of a function that the program gave it.
    private static bool IsSqlite(BlockedSite site)
    {
        string[] within = [.. site.Frames.TakeWhile(frame => !frame.StartsWith(Sqlite, StringComparison.Ordinal))];
        return within.Length < site.Frames.Count
            && within.All(frame => frame.StartsWith("System.", StringComparison.Ordinal))
            && within.Any(frame => frame.StartsWith("System.Threading.Thread.", StringComparison.Ordinal));
    }

    // Only as far as the application's own method that waits: what that was called by may have nothing to do with it.
    private static bool PassesWithin(BlockedSite site, string start)
    {
        int place = site.Frames
            .TakeWhile(frame => frame != site.Place && !frame.EndsWith($".{site.Place}", StringComparison.Ordinal))
            .Count();
        return site.Frames.Take(place + 1).Any(frame => frame.StartsWith(start, StringComparison.Ordinal));
    }

    private static bool Passes(BlockedSite site, string start) =>
        site.Frames.Any(frame => frame.StartsWith(start, StringComparison.Ordinal));
}

/// <summary>What bounds how many can wait for the same thing and be done at the same time.</summary>
internal enum WaitLimit
{
    /// <summary>Nothing here: twice as many may wait, and all be done as soon, if what they wait for keeps up.</summary>
    None,

    /// <summary>Nothing here for threads; but the asynchronous form of the call takes a thread of the pool too, on Unix: a lookup of
    /// a name.</summary>
    Lookup,

    /// <summary>Tasks, which may themselves need a thread of the same pool to complete: how long one takes without a
    /// queue is not seen.</summary>
    Tasks,

    /// <summary>A lock: one at a time.</summary>
    Lock,

    /// <summary>A semaphore: as many as it lets in.</summary>
    Permits,

    /// <summary>A database that lets one connection write at a time.</summary>
    Writer,

    /// <summary>A pool of connections: as many as it has.</summary>
    Connections,

    /// <summary>Room in a queue that a single thread empties.</summary>
    Room,

    /// <summary>Processors: it waits until others have computed.</summary>
    Computing,

    /// <summary>It cannot be seen.</summary>
    Unknown,
}
