using System.Text;

namespace Syncopate.Watch.Blocking;

/// <summary>Takes a whole stream of events apart: what each thread did, and which methods there are.</summary>
internal sealed class TracedThreads
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const string Rundown = "Microsoft-Windows-DotNETRuntimeRundown";
    private const string Sampler = "Microsoft-DotNETCore-SampleProfiler";
    private const string Hosting = "Microsoft.AspNetCore.Hosting";
    private const int Outside = 1;

    private readonly Dictionary<ulong, ThreadTrack> _threads = [];

    public TracedThreads(ReadOnlySpan<byte> stream)
    {
        NettraceReader reader = new(Stacks, Take);
        reader.Read(stream);
        Frequency = reader.Frequency;
        LostEvents = reader.LostEvents;
    }

    public StackTable Stacks { get; } = new();

    public MethodMap Methods { get; } = new();

    public IReadOnlyCollection<ThreadTrack> Threads => _threads.Values;

    /// <summary>Ticks a second.</summary>
    public long Frequency { get; }

    public long LostEvents { get; }

    private void Take(in NettraceEvent happened)
    {
        switch ((happened.Type.Provider, happened.Type.Id))
        {
            case (Runtime, 301):
                Mark(happened, ThreadMarkKind.WaitBegins, null);
                break;
            case (Runtime, 302):
                Mark(happened, ThreadMarkKind.WaitEnds, null);
                break;
            case (Sampler, 0):
                Mark(happened, new SpanReader(happened.Payload).Byte() == Outside ? ThreadMarkKind.SampledOutside : ThreadMarkKind.SampledInside, null);
                break;
            case (Hosting, 3):
                Mark(happened, ThreadMarkKind.RequestBegins, Route(happened.Payload));
                break;
            case (Hosting, 4):
                Mark(happened, ThreadMarkKind.RequestEnds, null);
                break;
            case (Rundown, 144):
                Methods.AddMethod(happened.Payload);
                break;
            case (Rundown, 150):
                Methods.AddMap(happened.Payload);
                break;
            case (Rundown, 154):
                Methods.AddModule(happened.Payload);
                break;
        }
    }

    private void Mark(in NettraceEvent happened, ThreadMarkKind kind, string? route)
    {
        if (!_threads.TryGetValue(happened.ThreadId, out ThreadTrack? track))
            _threads[happened.ThreadId] = track = new ThreadTrack();
        track.Add(new ThreadMark(happened.Timestamp, kind, happened.Stack, route));
    }

    private static string Route(ReadOnlySpan<byte> payload)
    {
        SpanReader reader = new(payload);
        return new StringBuilder(reader.Text()).Append(' ').Append(reader.Text()).ToString();
    }
}
