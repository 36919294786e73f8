using System.Globalization;
using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>Where the threads of a process's pool stood blocked during a window.</summary>
internal sealed record BlockedSites
{
    /// <summary>Length of the window, as the events themselves give it.</summary>
    public required double WindowMilliseconds { get; init; }

    /// <summary>Threads of the pool, idle ones included.</summary>
    public required int Threads { get; init; }

    /// <summary>The system's numbers of these threads; empty where that is not known, as in a file.</summary>
    [JsonIgnore]
    public IReadOnlyList<long> Workers { get; init; } = [];

    /// <summary>Events that the process could not deliver; figures are too low where this is not 0.</summary>
    public required long LostEvents { get; init; }

    /// <summary>The places, most blocked time first; empty when no thread was blocked.</summary>
    public required IReadOnlyList<BlockedSite> Sites { get; init; }
}

/// <summary>One place at which threads of the pool stood blocked: the same kind of wait, entered from the same line.</summary>
internal sealed record BlockedSite
{
    /// <summary>What was waited in.</summary>
    public required BlockingKind Kind { get; init; }

    /// <summary>The call by which that place blocks, such as "Task.Wait", "Thread.Sleep" or "SqliteCommand.ExecuteReader".</summary>
    public required string Call { get; init; }

    /// <summary>The innermost method of the application's own code on the stack, as it is written ("Orders.Pay", not
    /// its state machine). Where compiling left no such frame: the route, or the framework's method that is nearest to it.</summary>
    public required string Place { get; init; }

    /// <summary>The method of .NET that makes the call, where that is neither the place nor a part of the call: in
    /// "Monitor.Enter in ConsoleLoggerProcessor.Enqueue" the latter. Null where the place itself, or a library that
    /// it calls, does.</summary>
    public string? Via { get; init; }

    /// <summary>Source file of that place, as its debug information names it; null where there is none.</summary>
    public string? File { get; init; }

    /// <summary>Line of the call in that file, from 1; null where there is no debug information.</summary>
    public int? Line { get; init; }

    /// <summary>Method and path, such as "GET /orders", of the requests that stood here most; null when none was seen
    /// to begin in the window.</summary>
    public string? Route { get; init; }

    /// <summary>True when the thread waits for a Task, here or inside the library that it calls: sync over async. Of all kinds of
    /// blocking, the pool is notified of this one only and adds threads at once; and not of Task.WaitAll.</summary>
    public required bool IsSyncOverAsync { get; init; }

    /// <summary>True when the time was seen by samples, every millisecond or so; false when the runtime reported the begin
    /// and end of each wait.</summary>
    public required bool IsSampled { get; init; }

    /// <summary>Different threads of the pool that stood here.</summary>
    public required int Threads { get; init; }

    /// <summary>Times a thread came to stand here; those that already stood here count. At least, where samples show the waits of no
    /// requests: several on end look like one.</summary>
    public required int Waits { get; init; }

    /// <summary>Time of all threads that stood here, within the window.</summary>
    public required double BlockedMilliseconds { get; init; }

    /// <summary>The longest that a single thread stood here, within the window; perhaps in several waits on end where samples show those
    /// of no requests.</summary>
    public required double LongestMilliseconds { get; init; }

    /// <summary>Part of the blocked time of all places, 0 to 1.</summary>
    public required double Share { get; init; }

    /// <summary>Who had what was waited for; null when that was not seen, and for what nobody has.</summary>
    public BlockedHolder? Holder { get; init; }

    /// <summary>Part of the requests that never came to this wait, nor found the same lock held elsewhere, 0 to 1, of those that the look
    /// saw whole: what is said of a lock is not said of them. Null when none was seen whole, and for waits of which no holder is looked
    /// for.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? OtherRequests { get; init; }

    /// <summary>What that method enters before the call and lets in only some at a time, such as "SemaphoreSlim.Wait",
    /// by its code; it may have left it since. Null for nothing, or when that is not known.</summary>
    public string? Guard { get; init; }

    /// <summary>True for a sleep in a loop of that method, by its code: it may wait for something that others do, which may need a
    /// thread of the same pool.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsPolling { get; init; }

    /// <summary>True for a call on a socket or by HTTP in a process that is connected to itself: the answer may need a thread of the same
    /// pool.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool CallsItself { get; init; }

    /// <summary>The commonest stack that led here, innermost first: methods as they are written, without what the pool
    /// itself does below.</summary>
    public required IReadOnlyList<string> Frames { get; init; }

    /// <summary>Call, place and line in a sentence: "Thread.Sleep called by Orders.Pay (Orders.cs:12)", "Task.Wait
    /// while serving GET /orders", "Monitor.Enter in ConsoleLoggerProcessor.Enqueue, called from Timing.Use
    /// (Timing.cs:28)".</summary>
    public string Describe()
    {
        string call = CallText();
        if (Place == Route)
            return $"{call} while serving {Route}";
        string by = Via is null ? $"{call} called by {Place}" : $"{call}, called from {Place}";
        return File is null
            ? by
            : string.Create(CultureInfo.InvariantCulture, $"{by} ({File[(File.LastIndexOfAny(['/', '\\']) + 1)..]}:{Line})");
    }

    /// <summary>The call, and the method of .NET that makes it where that says more: "Monitor.Enter in
    /// ConsoleLoggerProcessor.Enqueue"; "a wait" where the call has no name.</summary>
    public string CallText() => $"{(Call.Length == 0 ? "a wait" : Call)}{(Via is null ? "" : $" in {Via}")}";
}

/// <summary>Who had what the threads of a <see cref="BlockedSite"/> stood before, as the same look saw it: the lock, or
/// a place behind the semaphore.</summary>
/// <param name="Call">What the holder did with it most of the time: the call by which it blocked, such as
/// "Thread.Sleep"; null when it was at work.</param>
/// <param name="Place">The innermost method of the application's own code on the holder's stack, or what stands for
/// one, as in <see cref="BlockedSite.Place"/>.</param>
/// <param name="File">Source file of that place; null where there is no debug information.</param>
/// <param name="Line">Line in that file.</param>
/// <param name="HoldMilliseconds">How long it was held at a time, at least: nearly the shortest that was seen. Null
/// when that was not seen often or exactly enough for a bound: requests of ASP.NET Core show where each ends.</param>
/// <param name="AtOnce">Threads that had it at a time, on average, or were on their way from there; 1 for a lock, unless
/// <see cref="Evidence"/> says that it is several.</param>
internal sealed record BlockedHolder(string? Call, string Place, string? File, int? Line, double? HoldMilliseconds, double AtOnce)
{
    /// <summary>How often a second it can be had at most, whatever the number of threads: those that have it at once
    /// over the time for which each has it. Null when that time is not known.</summary>
    public double? CeilingPerSecond => HoldMilliseconds is > 0 and var hold ? AtOnce * 1000 / hold : null;

    /// <summary>What the look saw of whether the holder is what limits those that wait. Default: nothing conclusive.</summary>
    public HolderEvidence Evidence { get; init; }

    /// <summary>"Thread.Sleep called by Orders.Pay (Orders.cs:12)", "Thread.Sleep while serving GET /orders", "work in
    /// Orders.Pay".</summary>
    public string Describe()
    {
        string at = File is null
            ? ""
            : string.Create(CultureInfo.InvariantCulture, $" ({File[(File.LastIndexOfAny(['/', '\\']) + 1)..]}:{Line})");
        // A method and a path stand for a place that has no name.
        return Call is null ? $"work in {Place}{at}"
            : Place.Contains(" /", StringComparison.Ordinal) ? $"{Call} while serving {Place}"
            : $"{Call} called by {Place}{at}";
    }
}

/// <summary>What a look saw of whether a <see cref="BlockedHolder"/> is what limits the threads that wait for it.</summary>
internal enum HolderEvidence
{
    /// <summary>Nothing conclusive: who has it may be on no thread, or wait for something that was not seen.</summary>
    None,

    /// <summary>Somebody waited for it nearly all the time, all that it lets in were seen to have it, and they worked, or waited for
    /// something outside of the process: more threads would only wait too.</summary>
    Exclusive,

    /// <summary>Who has it waits for a Task, which may itself need a thread of the pool to complete.</summary>
    WaitsForTask,

    /// <summary>Several locks are taken there, or more threads than one have the same at once.</summary>
    Several,
}

/// <summary>What a blocked thread waits in.</summary>
internal enum BlockingKind
{
    /// <summary>A Task: Wait, Result, GetAwaiter().GetResult(), WaitAll, WaitAny.</summary>
    TaskWait,

    /// <summary>A lock that another thread holds: Monitor, System.Threading.Lock, ReaderWriterLockSlim, that of a class
    /// whose static constructor runs.</summary>
    Lock,

    /// <summary>A signal: Monitor.Wait, SemaphoreSlim, an event, Thread.Join, the end of a process, of a parallel loop
    /// or of finalizers.</summary>
    Signal,

    /// <summary>Thread.Sleep.</summary>
    Sleep,

    /// <summary>A synchronous call on a socket or on a stream over one, or the look-up of a name.</summary>
    Socket,

    /// <summary>A synchronous HTTP call.</summary>
    Http,

    /// <summary>A synchronous call of ADO.NET, whichever its driver: connection, command, reader.</summary>
    Data,

    /// <summary>A synchronous call on a file, a pipe or the console.</summary>
    File,
}
