using System.Diagnostics.Tracing;

namespace Syncopate.WatchAgent;

/// <summary>What the agent tells, as events of the process it is in: they travel in the session of whoever watches, by the clock of all other events.</summary>
[EventSource(Name = SourceName)]
public sealed class AgentEvents : EventSource
{
    /// <summary>Name of the provider.</summary>
    public const string SourceName = "Syncopate-Agent";

    // Set by each session that begins to listen, on a thread of the runtime; reset and waited for by the agent's thread alone.
    private readonly ManualResetEvent _listened = new(false);

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
    }

    /// <summary>What the pool has to do at this instant; comes just before <see cref="PoolLine"/>. -1 for what an old runtime does not tell.</summary>
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

    /// <summary>Returns once a session listens.</summary>
    [NonEvent]
    internal void WaitForListener()
    {
        if (IsEnabled())
            return;
        _listened.Reset();
        if (!IsEnabled()) // One that came before the reset would else be missed.
            _listened.WaitOne();
    }

    /// <inheritdoc/>
    protected override void OnEventCommand(EventCommandEventArgs command) => _listened.Set(); // Also for a session that ends: until then the source counts as enabled.

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _listened.Dispose();
        base.Dispose(disposing);
    }
}
