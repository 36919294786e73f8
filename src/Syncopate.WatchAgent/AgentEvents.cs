using System.Diagnostics.Tracing;

namespace Syncopate.WatchAgent;

/// <summary>What the agent reports, as events of the process it is in: they travel in the session of whoever watches, by
/// the clock of all other events.</summary>
[EventSource(Name = SourceName)]
public sealed class AgentEvents : EventSource
{
    /// <summary>Name of the provider.</summary>
    public const string SourceName = "Syncopate-Agent";

    // Set by each session that begins to listen, on a thread of the runtime; reset and waited for by the agent's thread alone.
    private readonly ManualResetEvent _listened = new(false);

    private int _sessions;

    private AgentEvents()
    {
    }

    /// <summary>The one source of the process.</summary>
    public static AgentEvents Log { get; } = new();

    /// <summary>What a session may ask for.</summary>
    public static class Keywords
    {
        /// <summary>The pool, ten times a second.</summary>
        public const EventKeywords Pool = (EventKeywords)0x1;

        /// <summary>What async methods wait for now, ten times a second: the runtime keeps a list of them while this is
        /// asked for, about 1 µs for each call that suspends.</summary>
        public const EventKeywords Awaits = (EventKeywords)0x2;

        /// <summary>The figures of a woven copy, twice a second.</summary>
        public const EventKeywords Woven = (EventKeywords)0x4;
    }

    /// <summary>What the pool has to do at this instant; comes just before <see cref="PoolLine"/>. -1 for what an old
    /// runtime does not report it.</summary>
    /// <param name="threads">Pool threads that exist.</param>
    /// <param name="queueLength">Work items waiting.</param>
    /// <param name="completedItems">Work items completed since the process started.</param>
    [Event(1, Level = EventLevel.Informational, Keywords = Keywords.Pool)]
    public void PoolWork(long threads, long queueLength, long completedItems) => WriteEvent(1, threads, queueLength, completedItems);

    /// <summary>The figures of the classic monitor line at this instant.</summary>
    /// <param name="inUse">Worker threads in use: the maximum less the available ones.</param>
    /// <param name="minimum">Worker threads that the pool makes without waiting.</param>
    /// <param name="maximum">Worker threads that the pool may have.</param>
    /// <param name="ports">Completion-port threads in use.</param>
    [Event(2, Level = EventLevel.Informational, Keywords = Keywords.Pool)]
    public void PoolLine(int inUse, int minimum, int maximum, int ports) => WriteEvent(2, inUse, minimum, maximum, ports);

    /// <summary>One await at which calls wait; all of them come before their <see cref="AwaitTable"/>.</summary>
    /// <param name="machine">Full name of the state machine; of a method that is compiled as runtime async what stands for it, "|@" and in
    /// hexadecimal digits the address at which its code goes on.</param>
    /// <param name="state">Number of the await.</param>
    /// <param name="inFlight">Calls that wait here.</param>
    /// <param name="longestMilliseconds">How long one of them has been seen here.</param>
    /// <param name="chain">First the path of its assembly, which may be empty; then who waits for that call, innermost
    /// first: a line each, "state machine|state", or as above.</param>
    [Event(3, Level = EventLevel.Informational, Keywords = Keywords.Awaits)]
    public void AwaitSite(string machine, int state, int inFlight, int longestMilliseconds, string chain) =>
        WriteEvent(3, machine, state, inFlight, longestMilliseconds, chain);

    /// <summary>The awaits of this instant are reported.</summary>
    /// <param name="tasks">Async calls in flight.</param>
    /// <param name="coverage">Share of time in which the list is kept, in millionths.</param>
    /// <param name="unsupported">Why there is no list; empty when there is one.</param>
    [Event(4, Level = EventLevel.Informational, Keywords = Keywords.Awaits)]
    public void AwaitTable(int tasks, int coverage, string unsupported) => WriteEvent(4, tasks, coverage, unsupported);

    /// <summary>Waits at one await of a woven method since the program began.</summary>
    [Event(5, Level = EventLevel.Informational, Keywords = Keywords.Woven)]
    public void WovenSite(int method, int state, long waits, long waitedNanoseconds) => WriteEvent(5, method, state, waits, waitedNanoseconds);

    /// <summary>Calls of a woven method since the program began.</summary>
    [Event(6, Level = EventLevel.Informational, Keywords = Keywords.Woven)]
    public void WovenMethod(int method, long begun, long ended, long synchronous, int threads) => WriteEvent(6, method, begun, ended, synchronous, threads);

    /// <summary>Their times in sum.</summary>
    [Event(7, Level = EventLevel.Informational, Keywords = Keywords.Woven)]
    public void WovenTimes(int method, long toFirstAwaitNanoseconds, long suspendedNanoseconds, long totalNanoseconds) =>
        WriteEvent(7, method, toFirstAwaitNanoseconds, suspendedNanoseconds, totalNanoseconds);

    /// <summary>The longest of them, and the first; 0 for one that has not ended.</summary>
    [Event(8, Level = EventLevel.Informational, Keywords = Keywords.Woven)]
    public void WovenExtremes(long method, long longestNanoseconds, long firstNanoseconds) => WriteEvent(8, method, longestNanoseconds, firstNanoseconds);

    /// <summary>A call within a traced request, in the order in which they began; its <see cref="WovenCallTimes"/> and
    /// each <see cref="WovenWait"/> follow at once.</summary>
    /// <param name="trace">Number of the request.</param>
    /// <param name="call">Number of the call in it; 0 for the request itself.</param>
    /// <param name="parent">The call that made it; -1 for none.</param>
    /// <param name="method">Number of the method.</param>
    [Event(9, Level = EventLevel.Informational, Keywords = Keywords.Woven)]
    public void WovenCall(int trace, int call, int parent, int method) => WriteEvent(9, trace, call, parent, method);

    /// <summary>When the call before began, first suspended and ended, from the beginning of the request; -1 for what
    /// did not happen.</summary>
    [Event(10, Level = EventLevel.Informational, Keywords = Keywords.Woven)]
    public void WovenCallTimes(long startedNanoseconds, long firstSuspendedNanoseconds, long endedNanoseconds) =>
        WriteEvent(10, startedNanoseconds, firstSuspendedNanoseconds, endedNanoseconds);

    /// <summary>A suspension of the call before.</summary>
    [Event(11, Level = EventLevel.Informational, Keywords = Keywords.Woven)]
    public void WovenWait(long state, long fromNanoseconds, long toNanoseconds) => WriteEvent(11, state, fromNanoseconds, toNanoseconds);

    /// <summary>A traced request is reported.</summary>
    [Event(12, Level = EventLevel.Informational, Keywords = Keywords.Woven)]
    public void WovenTraceEnd(int trace) => WriteEvent(12, trace);

    /// <summary>An assembly of the program that is no part of .NET; reported to each session, and again when there are more.</summary>
    /// <param name="path">Its file.</param>
    /// <param name="seesRuntimeAsync">Whether calls of methods that are compiled as runtime async are among the awaits.</param>
    [Event(13, Level = EventLevel.Informational, Keywords = Keywords.Awaits)]
    public void OwnAssembly(string path, bool seesRuntimeAsync) => WriteEvent(13, path, seesRuntimeAsync ? 1 : 0);

    /// <summary>Something that the agent reports cannot be determined any more, as this runtime is not as it was expected to be.</summary>
    /// <param name="part">What.</param>
    /// <param name="reason">Type and message of the exception.</param>
    [Event(14, Level = EventLevel.Error)]
    public void AgentFailed(string part, string reason) => WriteEvent(14, part, reason);

    /// <summary>How often sessions have begun or ended.</summary>
    internal int Sessions => Volatile.Read(ref _sessions);

    /// <summary>Returns once a session listens.</summary>
    /// <param name="idle">Called when none does, before waiting for one.</param>
    [NonEvent]
    internal void WaitForListener(Action idle)
    {
        if (IsEnabled())
            return;
        idle();
        _listened.Reset();
        if (!IsEnabled()) // One that came before the reset would else be missed.
            _listened.WaitOne();
    }

    /// <inheritdoc/>
    protected override void OnEventCommand(EventCommandEventArgs command)
    {
        Interlocked.Increment(ref _sessions);
        _listened.Set(); // Also for a session that ends: until then the source counts as enabled.
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _listened.Dispose();
        base.Dispose(disposing);
    }
}
