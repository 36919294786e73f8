using System.Diagnostics;
using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Syncopate.Running;
using Syncopate.Running.Machines;
using Syncopate.Watch.Awaits;
using Syncopate.Watch.Awaits.Chains;
using Syncopate.Watch.Processes;

namespace Syncopate.Watch.Probes;

/// <summary>The async timeline of a running process, from the events of its task library, and from .NET 11 on of its runtime-async
/// methods: for a short while, since these events are dear.</summary>
public static class AsyncProbe
{
    /// <summary>What a burst costs the process, to be said before it starts; measured on .NET 10 with two cores.</summary>
    public const string Price = "microseconds of the process's CPU for each async call that suspends, while it lasts: "
        + "a fifth of the throughput of a saturated server of a plain page, more where more suspends";

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
    /// <exception cref="TargetFailedException">The process cannot be watched, or has ended.</exception>
    public static async Task<AsyncTimeline> TakeAsync(
        int processId, TimeSpan window, TimeProvider time, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(window, TimeSpan.Zero);
        ArgumentNullException.ThrowIfNull(time);
        AsyncMethodCount methods = OwnAsyncMethods.Of(LoadedAssemblies.Of(processId));
        TaskEventReader reader = new();
        ChainReader? chains = methods.RuntimeAsync > 0 ? new ChainReader() : null;
        // Of methods without state machines the task library tells nothing.
        bool isChainsOnly = chains is not null && methods.StateMachines == 0;
        WatchSession session = await StartAsync(processId, reader, chains, isChainsOnly, cancellationToken).ConfigureAwait(false);
        long until;
        await using (session.ConfigureAwait(false))
        {
            await Task.WhenAny(session.Reading, Task.Delay(window, time, cancellationToken)).ConfigureAwait(false);
            until = Stopwatch.GetTimestamp();
            if (chains is not null)
                await Task.WhenAny(session.Reading, Task.Delay(ChainReader.Tail, time, cancellationToken)).ConfigureAwait(false);
        }

        cancellationToken.ThrowIfCancellationRequested();
        OwnCode own = new(reader.Modules);
        foreach (CallTrace call in reader.Calls)
            call.Machine = call is { IsMethod: true, Name: { } name } ? own.FindSimple(name) : null;
        IReadOnlyCollection<CallTrace> calls = chains is null ? reader.Calls : [.. reader.Calls, .. chains.Calls(own, until)];
        bool isFull = reader.IsFull || chains is { IsFull: true };
        methods = OwnAsyncMethods.Of(reader.Modules);
        return new AsyncTimeline(AsyncTimelineSource.TaskEvents, window.TotalMilliseconds, session.LostEvents,
            TimelineBuilder.Methods(calls), Waterfall.Of(calls), SequentialAwaits.Find(calls),
            [.. Notes(calls, methods, chains is { IsKnown: true }, isFull, session.LostEvents)]);
    }

    private static Task<WatchSession> StartAsync(
        int processId, TaskEventReader reader, ChainReader? chains, bool isChainsOnly, CancellationToken cancellationToken)
    {
        // Never with stacks: they make each event sixteen times as dear.
        EventPipeProvider tasks = new(Provider, EventLevel.Informational, Keywords);
        EventPipeProvider chained = new(ChainBuffer.Provider, EventLevel.Informational, ChainBuffer.Keywords);
        EventPipeProvider[] providers = chains is null ? [tasks] : isChainsOnly ? [chained] : [tasks, chained];
        EventPipeSessionConfiguration configuration = new(
            providers, BufferMegabytes, chains is null ? Rundown : ChainReader.Rundown, requestStackwalk: false);
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
        yield return "The runtime does not tell when a method is called, only when it first suspends: time to the first await, "
            + "and with it the total, is an upper bound, exact to the piece of synchronous work that made the call.";
        if (!calls.Any(call => call.IsMethod))
            yield return $"No async method{(hasChains ? "" : " with a state machine")} suspended in this time.";
        if (methods.RuntimeAsync > 0 && hasChains)
        {
            yield return OwnAsyncMethods.Sentence(methods.RuntimeAsync, methods.All) + ": of what they wait for, only other async "
                + "methods are named, and of those not all that were kept in a variable, whose time counts as their caller's then.";
        }
        else if (methods.RuntimeAsync > 0)
        {
            yield return OwnAsyncMethods.Sentence(methods.RuntimeAsync, methods.All) + ": such methods raise no events of the task "
                + "library and are not counted here.";
        }

        if (isFull)
            yield return "Not all calls were taken: there were too many.";
        if (lost > 0)
            yield return FormattableString.Invariant($"{lost} events were lost: some calls are missing or seem not to have ended.");
    }
}
