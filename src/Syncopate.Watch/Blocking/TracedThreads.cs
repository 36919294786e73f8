using System.Text;
using Syncopate.Watch.Stacks;

namespace Syncopate.Watch.Blocking;

/// <summary>Takes a whole stream of events apart: what each thread did, and which methods there are.</summary>
internal sealed class TracedThreads
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const string Rundown = "Microsoft-Windows-DotNETRuntimeRundown";
    private const string Sampler = "Microsoft-DotNETCore-SampleProfiler";
    private const string Hosting = "Microsoft.AspNetCore.Hosting";
    private const int Outside = 1;

    // Kind, identifier of the runtime, lock, its object, and the system's number of its owner: before .NET 8 the last three are missing.
    private const int ContentionBytes = 1 + 2 + 8 + 8 + 8;

    private readonly Dictionary<ulong, ThreadTrack> _threads = [];

    // By thread: since when it waits for a lock, as the runtime reported, and where.
    private readonly Dictionary<ulong, (long At, int Stack)> _contended = [];
    private readonly List<(ulong Thread, long From, long? To, int Stack)> _lockWaits = [];
    private bool _tellsLockWaits; // As waits too: from .NET 9 on.
    private readonly List<Contention> _contentions = [];

    public TracedThreads(ReadOnlySpan<byte> stream)
    {
        NettraceReader reader = new(Stacks, Take);
        reader.Read(stream);
        Frequency = reader.Frequency;
        LostEvents = reader.LostEvents;
        _lockWaits.AddRange(_contended.Select(open => (open.Key, open.Value.At, (long?)null, open.Value.Stack)));
        if (!_tellsLockWaits)
            AddLockWaits();
    }

    public StackTable Stacks { get; } = new();

    public MethodMap Methods { get; } = new();

    public IReadOnlyCollection<ThreadTrack> Threads => _threads.Values;

    /// <summary>Each time that a thread found a lock held by another, as far as the runtime reports.</summary>
    public IReadOnlyList<Contention> Contentions => _contentions;

    /// <summary>Ticks per second.</summary>
    public long Frequency { get; }

    public long LostEvents { get; }

    /// <summary>What was reported of a thread, by the system's number of it; null when nothing was.</summary>
    public ThreadTrack? Thread(ulong number) => _threads.GetValueOrDefault(number);

    /// <summary>The system's numbers of some of the threads.</summary>
    public IReadOnlyList<long> Numbers(IReadOnlyCollection<ThreadTrack> threads) =>
        [.. _threads.Where(thread => threads.Contains(thread.Value)).Select(thread => (long)thread.Key)];

    private void Take(in NettraceEvent happened)
    {
        switch ((happened.Type.Provider, happened.Type.Id))
        {
            case (Runtime, 81):
                AddContention(happened);
                break;
            case (Runtime, 91):
                EndContention(happened);
                break;
            case (Runtime, 301):
                BeginWait(happened);
                break;
            case (Runtime, 302):
                Mark(happened, ThreadMarkKind.WaitEnds, null);
                break;
            case (Sampler, 0):
                Mark(
                    happened,
                    new SpanReader(happened.Payload).Byte() == Outside ? ThreadMarkKind.SampledOutside : ThreadMarkKind.SampledInside,
                    null);
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

    private void Mark(in NettraceEvent happened, ThreadMarkKind kind, string? route) =>
        Mark(happened.ThreadId, new ThreadMark(happened.Timestamp, kind, happened.Stack, route));

    private void Mark(ulong thread, ThreadMark mark)
    {
        if (!_threads.TryGetValue(thread, out ThreadTrack? track))
            _threads[thread] = track = new ThreadTrack();
        track.Add(mark);
    }

    private void BeginWait(in NettraceEvent happened)
    {
        bool isForLock = _contended.TryGetValue(happened.ThreadId, out (long At, int Stack) contended);
        _tellsLockWaits |= isForLock;
        // Both of one and the same call: nothing that is on the stack enters the lock.
        int stack = isForLock && contended.Stack == happened.Stack ? Stacks.InternEnter(happened.Stack) : happened.Stack;
        Mark(happened.ThreadId, new ThreadMark(happened.Timestamp, ThreadMarkKind.WaitBegins, stack, null));
    }

    private void EndContention(in NettraceEvent happened)
    {
        if (_contended.Remove(happened.ThreadId, out (long At, int Stack) begun))
            _lockWaits.Add((happened.ThreadId, begun.At, happened.Timestamp, begun.Stack));
    }

    /// <summary>Of a runtime that reports only of a lock that it was found held, and when that was over.</summary>
    private void AddLockWaits()
    {
        foreach ((ulong thread, long from, long? to, int found) in _lockWaits)
        {
            int stack = Stacks.InternEnter(found);
            Mark(thread, new ThreadMark(from, ThreadMarkKind.WaitBegins, stack, null));
            if (to is { } end)
                Mark(thread, new ThreadMark(end, ThreadMarkKind.WaitEnds, stack, null));
        }
    }

    private void AddContention(in NettraceEvent happened)
    {
        _contended[happened.ThreadId] = (happened.Timestamp, happened.Stack);
        if (happened.Payload.Length < ContentionBytes)
            return;
        SpanReader reader = new(happened.Payload);
        reader.Take(1 + 2);
        ulong held = reader.UInt64();
        reader.Take(8); // Its object, which the collector moves.
        _contentions.Add(new Contention(happened.Timestamp, reader.UInt64(), happened.ThreadId, held, Stacks.InternEnter(happened.Stack)));
    }

    private static string Route(ReadOnlySpan<byte> payload)
    {
        SpanReader reader = new(payload);
        return new StringBuilder(reader.Text()).Append(' ').Append(reader.Text()).ToString();
    }
}
