using System.Diagnostics.Tracing;
using System.Net.Sockets;
using Microsoft.Diagnostics.NETCore.Client;
using Syncopate.Running;
using Syncopate.Watch.Blocking;
using Syncopate.Watch.Processes;

namespace Syncopate.Watch.Probes;

/// <summary>Looks for a while at where the threads of a process's pool stand blocked: waits by the runtime's own
/// events, with stacks, and for locks with their owners; all that raises no event (Thread.Sleep, sockets, files) by
/// samples of all threads. Needs no change of the process; costs it about a tenth of a core while it looks, most of it for the samples,
/// and some 50 ms for the list of its methods at the end.</summary>
internal static class BlockingProbe
{
    private const long Waits = 0x40000000000;
    private const long Contention = 0x4000;
    private const int BufferMegabytes = 64;

    /// <summary>The longest window, so that what is kept in memory has a bound.</summary>
    public static readonly TimeSpan LongestWindow = TimeSpan.FromSeconds(30);

    // The list of methods comes at the end, written by a thread that has to share the processors with a busy process.
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    private static readonly EventPipeProvider[] Providers =
    [
        new("Microsoft-Windows-DotNETRuntime", EventLevel.Verbose, Waits | Contention),
        new("Microsoft-DotNETCore-SampleProfiler", EventLevel.Informational),
        new("Microsoft.AspNetCore.Hosting", EventLevel.Informational),
    ];

    /// <summary>Looks once.</summary>
    /// <param name="processId">A .NET process of the same user and container.</param>
    /// <param name="window">How long; a second shows what stands for longer than a few milliseconds.</param>
    /// <param name="time">Measures the window; the system's clock when null.</param>
    /// <param name="cancellationToken">Gives up; the process goes on unwatched.</param>
    /// <exception cref="TargetFailedException">The process cannot be watched, or it ended meanwhile; the message says
    /// why and what to do.</exception>
    public static async Task<BlockedSites> TakeAsync(
        int processId, TimeSpan window, TimeProvider? time = null, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(window, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(window, LongestWindow);
        using MemoryStream events = new();
        await RecordAsync(processId, window, time ?? TimeProvider.System, events, cancellationToken).ConfigureAwait(false);
        try
        {
            BlockedSites sites = Sites(events.GetBuffer().AsSpan(0, (int)events.Length));
            return sites.Sites.Any(MayLeadToItself) && OwnConnections.LeadToItself(processId) ? LeadingToItself(sites) : sites;
        }
        catch (InvalidDataException e)
        {
            throw new TargetFailedException(FormattableString.Invariant(
                $"What process {processId} reported in {window.TotalSeconds} s about its blocked threads cannot be used: {e.Message}"));
        }
    }

    /// <summary>The places that are in a whole stream of events.</summary>
    /// <exception cref="InvalidDataException">It is no such stream, or one that broke off; the message says what to do.</exception>
    internal static BlockedSites Sites(ReadOnlySpan<byte> stream)
    {
        TracedThreads traced = new(stream);
        if (traced.Methods.IsEmpty)
            throw new InvalidDataException("it ended before all had come. Look again for a shorter time.");
        using BlockedTime blocked = new(traced);
        return blocked.Sum();
    }

    private static bool MayLeadToItself(BlockedSite site) =>
        site.Kind is BlockingKind.Socket or BlockingKind.Http || HasCallingHolder(site);

    // A holder that sleeps or works calls nobody.
    private static bool HasCallingHolder(BlockedSite site) =>
        site.Holder is { Evidence: HolderEvidence.Exclusive, Call: not (null or "Thread.Sleep") };

    // Which of its calls do is not seen.
    private static BlockedSites LeadingToItself(BlockedSites sites) => sites with
    {
        Sites = [.. sites.Sites.Select(site => site with
        {
            CallsItself = site.Kind is BlockingKind.Socket or BlockingKind.Http,
            Holder = site.Holder is { } holder && HasCallingHolder(site)
                ? holder with { Evidence = HolderEvidence.None, HoldMilliseconds = null }
                : site.Holder,
        })],
    };

    private static async Task RecordAsync(
        int processId, TimeSpan window, TimeProvider time, MemoryStream events, CancellationToken cancellationToken)
    {
        using EventPipeSession session = await StartAsync(processId, cancellationToken).ConfigureAwait(false);
        try
        {
            Task reading = session.EventStream.CopyToAsync(events, cancellationToken);
            await Task.WhenAny(reading, Task.Delay(window, time, cancellationToken)).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            limit.CancelAfter(Timeout);
            await session.StopAsync(limit.Token).ConfigureAwait(false);
            await reading.WaitAsync(Timeout, time, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or SocketException or ServerNotAvailableException or TimeoutException)
        {
            // The process has ended, or is paused: what has come says so.
        }
    }

    private static async Task<EventPipeSession> StartAsync(int processId, CancellationToken cancellationToken)
    {
        try
        {
            return await new DiagnosticsClient(processId)
                .StartEventPipeSessionAsync(Providers, requestRundown: true, BufferMegabytes, cancellationToken)
                .ConfigureAwait(false);
        }
        catch (Exception e) when (e is DiagnosticsClientException or IOException or SocketException or UnauthorizedAccessException)
        {
            throw WatchRefusal.Of(processId);
        }
    }
}
