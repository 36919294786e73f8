using System.Net.Sockets;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Syncopate.Running;

namespace Syncopate.Watch.Processes;

/// <summary>A session of events with one process, read on a thread of its own until it is disposed of or the process ends.</summary>
internal sealed class WatchSession : IAsyncDisposable
{
    private const int BufferMegabytes = 256;
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);

    private readonly EventPipeSession _session;
    private readonly EventPipeEventSource _source;

    private WatchSession(EventPipeSession session, EventPipeEventSource source)
    {
        _session = session;
        _source = source;
        // A thread of its own, since the events are read with blocking calls until the session ends.
        Reading = new Task(Read, CancellationToken.None, TaskCreationOptions.LongRunning);
        Reading.Start(TaskScheduler.Default);
    }

    /// <summary>Completes when no more events come; never fails.</summary>
    public Task Reading { get; }

    /// <summary>Events that the runtime dropped since the session began, as far as it has reported.</summary>
    public long LostEvents => _source.EventsLost;

    // No other property is exact and comparable.
#pragma warning disable CS0618 // "Not obsolete but discouraged", says its message.
    /// <summary>When an event was sent, by the machine's monotonic clock, which Stopwatch and the system's TimeProvider read too.</summary>
    public static long Timestamp(TraceEvent told) => told.TimeStampQPC;
#pragma warning restore CS0618

    /// <summary>Starts a session of events without stacks.</summary>
    /// <param name="processId">Whose.</param>
    /// <param name="providers">What is asked for.</param>
    /// <param name="subscribe">Says what to do with the events; they come on the session's thread.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="TargetFailedException">The process cannot be watched; the message says why and what to do.</exception>
    public static Task<WatchSession> StartAsync(
        int processId, IReadOnlyList<EventPipeProvider> providers, Action<EventPipeEventSource> subscribe,
        CancellationToken cancellationToken) =>
        StartAsync(processId, (client, token) => OpenAsync(client, providers, token), subscribe, cancellationToken);

    /// <summary>Starts a session that is not of the usual kind.</summary>
    /// <param name="processId">Whose.</param>
    /// <param name="configuration">What is asked for.</param>
    /// <param name="older">What a runtime is asked for that does not know the command for that; null to fail there.</param>
    /// <param name="subscribe">Says what to do with the events; they come on the session's thread.</param>
    /// <param name="cancellationToken">Gives up.</param>
    public static Task<WatchSession> StartAsync(
        int processId, EventPipeSessionConfiguration configuration, EventPipeSessionConfiguration? older,
        Action<EventPipeEventSource> subscribe, CancellationToken cancellationToken) =>
        StartAsync(processId, (client, token) => OpenAsync(client, configuration, older, token), subscribe, cancellationToken);

    private static async Task<WatchSession> StartAsync(
        int processId, Func<DiagnosticsClient, CancellationToken, Task<EventPipeSession>> open, Action<EventPipeEventSource> subscribe,
        CancellationToken cancellationToken)
    {
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(Timeout);
        try
        {
            EventPipeSession session = await open(new DiagnosticsClient(processId), limit.Token).ConfigureAwait(false);
            // Blocks until the first bytes have come, which a runtime sends at once.
            EventPipeEventSource source = new(session.EventStream);
            subscribe(source);
            return new WatchSession(session, source);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw WatchRefusal.Silent(processId, Timeout);
        }
        catch (Exception e) when (
            e is DiagnosticsClientException or IOException or SocketException or UnauthorizedAccessException or FormatException)
        {
            throw WatchRefusal.Of(processId);
        }
    }

    private static async Task<EventPipeSession> OpenAsync(
        DiagnosticsClient client, EventPipeSessionConfiguration configuration, EventPipeSessionConfiguration? older,
        CancellationToken cancellationToken)
    {
        try
        {
            return await client.StartEventPipeSessionAsync(configuration, cancellationToken).ConfigureAwait(false);
        }
        catch (UnsupportedCommandException) when (older is not null)
        {
            return await client.StartEventPipeSessionAsync(older, cancellationToken).ConfigureAwait(false);
        }
    }

    // A busy pool reports thousands of waits a second, and to walk the stack of each costs more than all the rest.
    // Runtimes before .NET 8 know only sessions with stacks.
    private static async Task<EventPipeSession> OpenAsync(
        DiagnosticsClient client, IReadOnlyList<EventPipeProvider> providers, CancellationToken cancellationToken)
    {
        try
        {
            EventPipeSessionConfiguration withoutStacks = new(providers, BufferMegabytes, requestRundown: false, requestStackwalk: false);
            return await client.StartEventPipeSessionAsync(withoutStacks, cancellationToken).ConfigureAwait(false);
        }
        catch (UnsupportedCommandException)
        {
            return await client.StartEventPipeSessionAsync(
                new EventPipeSessionConfiguration(providers, BufferMegabytes, requestRundown: false),
                cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Ends the session; the process goes on.</summary>
    public async ValueTask DisposeAsync()
    {
        try
        {
            using CancellationTokenSource limit = new(Timeout, TimeProvider.System);
            await _session.StopAsync(limit.Token).ConfigureAwait(false);
            // The runtime has sent all that it has, the names of its modules last; what has not been read yet would go with the connection.
            await Reading.WaitAsync(limit.Token).ConfigureAwait(false);
        }
        catch (Exception e) when (
            e is IOException or SocketException or ServerNotAvailableException or OperationCanceledException or TimeoutException)
        {
            // The process has ended, and the session with it; or it is paused, and forgets the session when the connection is gone.
        }

        _session.Dispose();
        await Reading.ConfigureAwait(false);
        _source.Dispose();
    }

    private void Read()
    {
        try
        {
            _source.Process();
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException or SocketException or FormatException or EndOfStreamException)
        {
            // The process has ended in the middle of an event.
        }
    }
}
