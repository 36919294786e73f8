using System.Diagnostics;
using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Syncopate.Running;
using Syncopate.Units;
using Syncopate.Watch.Processes;
using Syncopate.Watch.Stacks;

namespace Syncopate.Watch.Awaits.Chains;

/// <summary>Reads what .NET 11 and later report of async methods: within a session what their chains do, and at its end where the
/// methods lie. For one thread at a time.</summary>
internal sealed class ChainReader
{
    /// <summary>More events than this are not taken.</summary>
    public const int MostEvents = 4_000_000;

    /// <summary>A thread sends what it has when it has been idle for a quarter of a second, looked at each second, and when it finds that
    /// other events are asked for.</summary>
    private static readonly TimeSpan Tail = TimeSpan.FromSeconds(1.5);

    private const int FirstMajor = 11;
    private const int LengthOfArray = sizeof(int);

    private readonly List<ChainEvent> _events = [];
    private readonly MethodMap _methods = new();
    private long? _origin;

    /// <summary>True when events were left out for their number.</summary>
    public bool IsFull => _events.Count >= MostEvents;

    /// <summary>True when the runtime of a process has such events; false also when its version cannot be seen.</summary>
    public static bool IsServedBy(int processId)
    {
        try
        {
            using Process process = Process.GetProcessById(processId);
            return Version.TryParse(ProcessFacts.Runtime(process)?.Split('-')[0], out Version? version) && version.Major >= FirstMajor;
        }
        catch (ArgumentException)
        {
            return false; // It is gone.
        }
    }

    /// <summary>Reads these events from a session.</summary>
    public void Subscribe(EventPipeEventSource source)
    {
        source.Dynamic.All += Keep;
        CodePlaces.Subscribe(source, _methods);
    }

    /// <summary>Has all threads of a process send what they have.</summary>
    /// <param name="processId">Whose.</param>
    /// <param name="session">What it is sent to.</param>
    /// <param name="time">The clock that is waited by.</param>
    /// <param name="cancellationToken">Gives up.</param>
    public static async Task FlushAsync(int processId, WatchSession session, TimeProvider time, CancellationToken cancellationToken)
    {
        EventPipeProvider[] others = [new(ChainBuffer.Provider, EventLevel.Informational, ChainBuffer.Others)];
        try
        {
            WatchSession second = await WatchSession.StartAsync(processId, others, _ => { }, cancellationToken).ConfigureAwait(false);
            await using (second.ConfigureAwait(false))
                await Task.WhenAny(session.Reading, Task.Delay(Tail, time, cancellationToken)).ConfigureAwait(false);
        }
        catch (TargetFailedException)
        {
            // It has ended meanwhile: what it has sent is there.
        }
    }

    /// <summary>The calls of what was reported until a time, when the session has ended.</summary>
    /// <param name="own">The program's own async methods.</param>
    /// <param name="until">By the machine's monotonic clock.</param>
    public IReadOnlyList<CallTrace> Calls(OwnCode own, long until)
    {
        using FrameReader frames = new(_methods);
        MethodNames methods = new(own, frames);
        return ChainCalls.Of(
            [.. _events.Where(told => told.Timestamp <= until).OrderBy(told => told.Timestamp)],
            methods.At,
            timestamp => Milliseconds.FromSeconds(timestamp - _origin.GetValueOrDefault()) / Stopwatch.Frequency);
    }

    private void Keep(TraceEvent told)
    {
        if (told.ProviderName != ChainBuffer.Provider)
            return;
        _origin ??= WatchSession.Timestamp(told) - (long)(Milliseconds.ToSeconds(told.TimeStampRelativeMSec) * Stopwatch.Frequency);
        byte[] payload = told.EventData();
        if (payload.Length > LengthOfArray && !IsFull)
            _events.AddRange(ChainBuffer.Read(payload.AsSpan(LengthOfArray)));
    }
}
