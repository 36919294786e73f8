using System.Diagnostics;
using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Syncopate.Running;
using Syncopate.Runtimes;
using Syncopate.Texts;
using Syncopate.Watch.Awaits;
using Syncopate.Watch.Awaits.Chains;
using Syncopate.Watch.Processes;

namespace Syncopate.Watch.Probes;

/// <summary>The async timeline of a running process, from the events of its task library, and from .NET 11 on from those of chains, which
/// are cheaper and include runtime async: for a short while, since these events are expensive.</summary>
internal static class AsyncProbe
{
    /// <summary>What a burst costs the process, to be said before it starts; measured on .NET 10 and 11 with two cores.</summary>
    public const string Price = "microseconds of the process's CPU for each async call that suspends, while it lasts: "
        + "a fifth to a third of the throughput of a saturated server of a plain page, more where more suspends";

    private const string Provider = "System.Threading.Tasks.TplEventSource";

    // Who awaits whom, where methods suspend and end, and their pieces of work.
    private const long Keywords = 0x1 | 0x8 | 0x20;

    // Only the loader's: which assemblies there are. The names of all compiled methods would be megabytes.
    private const long Rundown = 0x8;
    private const int BufferMegabytes = 64;

    /// <summary>Takes a burst. The figures are of calls that suspended within it; see <see cref="AsyncTimeline.Notes"/>
    /// for what it cannot show.</summary>
    /// <param name="processId">A .NET process of the same user and container.</param>
    /// <param name="window">How long; a second or two.</param>
    /// <param name="time">The clock that the window is waited by.</param>
    /// <param name="cancellationToken">Ends the burst early; what was seen is thrown away.</param>
    /// <exception cref="TargetFailedException">The process cannot be watched, has switched its event sources off, or has
    /// ended.</exception>
    public static Task<AsyncTimeline> TakeAsync(
        int processId, TimeSpan window, TimeProvider time, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(window, TimeSpan.Zero);
        ArgumentNullException.ThrowIfNull(time);
        if (EventSources.Off(processId) is { } off)
            throw new TargetFailedException($"What async methods did is not known. {off}");
        ChainReader? chains = ChainReader.IsServedBy(processId) ? new ChainReader() : null;
        return TakeAsync(processId, window, time, chains, cancellationToken);
    }

    /// <summary>As above, from events of one kind.</summary>
    /// <param name="processId">As above.</param>
    /// <param name="window">As above.</param>
    /// <param name="time">As above.</param>
    /// <param name="chains">Reads those of chains; null for those of the task library.</param>
    /// <param name="cancellationToken">As above.</param>
    internal static async Task<AsyncTimeline> TakeAsync(
        int processId, TimeSpan window, TimeProvider time, ChainReader? chains, CancellationToken cancellationToken)
    {
        TaskEventReader reader = new();
        WatchSession session = await StartAsync(processId, reader, chains, cancellationToken).ConfigureAwait(false);
        long until;
        await using (session.ConfigureAwait(false))
        {
            await Task.WhenAny(session.Reading, Task.Delay(window, time, cancellationToken)).ConfigureAwait(false);
            until = Stopwatch.GetTimestamp();
            if (chains is not null && !session.Reading.IsCompleted)
                await ChainReader.FlushAsync(processId, session, time, cancellationToken).ConfigureAwait(false);
        }

        cancellationToken.ThrowIfCancellationRequested();
        OwnCode own = new(reader.Modules);
        foreach (CallTrace call in reader.Calls)
            call.Machine = call is { IsMethod: true, Name: { } name } ? own.FindSimple(name) : null;
        IReadOnlyCollection<CallTrace> calls = chains?.Calls(own, until) ?? reader.Calls;
        bool isFull = reader.IsFull || chains is { IsFull: true };
        return new AsyncTimeline(AsyncTimelineSource.TaskEvents, window.TotalMilliseconds, session.LostEvents,
            TimelineBuilder.Methods(calls), Waterfall.Of(calls), SequentialAwaits.Find(calls),
            [.. Notes(calls, OwnAsyncMethods.Of(reader.Modules), chains is not null, isFull, session.LostEvents)]);
    }

    private static Task<WatchSession> StartAsync(
        int processId, TaskEventReader reader, ChainReader? chains, CancellationToken cancellationToken)
    {
        // Never with stacks: they make each event sixteen times as expensive.
        EventPipeProvider tasks = new(Provider, EventLevel.Informational, Keywords);
        EventPipeProvider chained = new(ChainBuffer.Provider, EventLevel.Informational, ChainBuffer.Keywords);
        EventPipeSessionConfiguration configuration = new(
            [chains is null ? tasks : chained], BufferMegabytes, chains is null ? Rundown : CodePlaces.Rundown, requestStackwalk: false);
        // Before .NET 9 a runtime sends a stack with each event, and names all of its methods or nothing.
        EventPipeSessionConfiguration older = new([tasks], BufferMegabytes, requestRundown: true);
        return WatchSession.StartAsync(
            processId,
            configuration,
            older,
            source =>
            {
                reader.Subscribe(source);
                chains?.Subscribe(source);
            },
            cancellationToken);
    }

    private static IEnumerable<string> Notes(
        IReadOnlyCollection<CallTrace> calls, AsyncMethodCount methods, bool hasChains, bool isFull, long lost)
    {
        yield return "Calls that completed synchronously raise no events and are not counted; "
            + "the woven copy (--launch with --weave) counts them.";
        yield return "The runtime does not report when a method is called, only when it first suspends: time to the first await, "
            + "and with it the total, is an upper bound, exact to the piece of synchronous work that made the call.";
        if (!calls.Any(call => call.IsMethod))
            yield return $"No async method{(hasChains ? "" : " with a state machine")} suspended in this time.";
        string? runtimeAsync = methods.RuntimeAsync > 0 ? OwnAsyncMethods.Sentence(methods.RuntimeAsync, methods.All) : null;
        if (hasChains)
            yield return "Of what methods wait for, only other async methods are named.";
        if (hasChains && runtimeAsync is not null)
        {
            yield return runtimeAsync + ": calls that they keep in a variable and await later may not be recognized as awaited; their "
                + "time then counts as the caller's own.";
        }
        else if (runtimeAsync is not null)
        {
            yield return runtimeAsync + ": such methods raise no events of the task library and are not counted here.";
        }

        if (isFull)
            yield return "Not all calls were taken: there were too many.";
        if (lost > 0)
            yield return $"{Counted.Of(lost, "event was", "events were")} lost: some calls are missing or seem not to have ended.";
    }
}
