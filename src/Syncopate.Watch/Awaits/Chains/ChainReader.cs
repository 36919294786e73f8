using System.Diagnostics;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Syncopate.Watch.Processes;
using Syncopate.Watch.Stacks;

namespace Syncopate.Watch.Awaits.Chains;

/// <summary>Reads what .NET 11 and later tell of runtime-async methods: within a session what their chains do, and at its end where the
/// methods lie. For one thread at a time.</summary>
internal sealed class ChainReader
{
    /// <summary>More events than this are not taken.</summary>
    public const int MostEvents = 4_000_000;

    /// <summary>What the rundown must bring: assemblies, compiled methods, and which IL their code came from.</summary>
    public const long Rundown = 0x8 | 0x10 | 0x20000;

    /// <summary>A thread sends what it has when it has been idle for a quarter of a second, looked at each second.</summary>
    public static readonly TimeSpan Tail = TimeSpan.FromSeconds(1.5);

    private const int LengthOfArray = sizeof(int);

    private readonly List<ChainEvent> _events = [];
    private readonly MethodMap _methods = new();
    private long? _origin;

    /// <summary>True when the runtime has such events.</summary>
    public bool IsKnown { get; private set; }

    /// <summary>True when events were left out for their number.</summary>
    public bool IsFull => _events.Count >= MostEvents;

    /// <summary>Reads these events from a session.</summary>
    public void Subscribe(EventPipeEventSource source)
    {
        source.Dynamic.All += Keep;
        ClrRundownTraceEventParser rundown = new(source);
        rundown.MethodDCStopVerbose += method => _methods.AddMethod(method.EventData());
        rundown.MethodILToNativeMapDCStop += map => _methods.AddMap(map.EventData());
        rundown.LoaderModuleDCStop += module => _methods.AddModule(module.EventData());
    }

    /// <summary>The calls of what was told until a time, when the session has ended.</summary>
    /// <param name="own">The program's own async methods.</param>
    /// <param name="until">By the machine's monotonic clock.</param>
    public IReadOnlyList<CallTrace> Calls(OwnCode own, long until)
    {
        using FrameReader frames = new(_methods);
        ChainMethods methods = new(own, frames);
        ChainCalls calls = new(methods.At, timestamp => (timestamp - _origin.GetValueOrDefault()) * 1e3 / Stopwatch.Frequency);
        foreach (ChainEvent told in _events.Where(told => told.Timestamp <= until).OrderBy(told => told.Timestamp))
            calls.Take(told);
        return calls.Calls;
    }

    private void Keep(TraceEvent told)
    {
        if (told.ProviderName != ChainBuffer.Provider)
            return;
        IsKnown = true;
        _origin ??= WatchSession.Timestamp(told) - (long)(told.TimeStampRelativeMSec / 1e3 * Stopwatch.Frequency);
        byte[] payload = told.EventData();
        if (payload.Length > LengthOfArray && !IsFull)
            _events.AddRange(ChainBuffer.Read(payload.AsSpan(LengthOfArray)));
    }
}
