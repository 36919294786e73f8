using Syncopate.Watch.Stacks;

namespace Syncopate.Watch.Awaits.Chains;

/// <summary>Reads what a thread has written for AsyncProfilerEventSource of .NET 11: a header, and many small events, in which times and
/// addresses are differences from those before (dotnet/runtime, AsyncProfiler.cs).</summary>
internal static class ChainBuffer
{
    /// <summary>Name of the provider.</summary>
    public const string Provider = "System.Runtime.CompilerServices.AsyncProfilerEventSource";

    /// <summary>Contexts, call stacks and methods of runtime async and of state machines, without what a call stack repeats.</summary>
    public const long Keywords = 0x3F7FC;

    /// <summary>The same with more: each thread sends what it has when it finds that other events are asked for.</summary>
    public const long Others = Keywords | 0x803;

    private const byte KnownVersion = 1;
    private const int LengthAndContext = 4 + 4;
    private const int Count = 4;
    private const int End = 8;

    /// <summary>The events in order; none of a version that is not known. Ends before what it cannot read.</summary>
    public static IReadOnlyList<ChainEvent> Read(ReadOnlySpan<byte> buffer)
    {
        List<ChainEvent> events = [];
        try
        {
            SpanReader reader = new(buffer);
            if (reader.Byte() != KnownVersion)
                return events;
            reader.Take(LengthAndContext);
            int thread = (int)reader.UInt64();
            reader.Take(Count);
            long timestamp = reader.Int64();
            reader.Take(End);
            while (reader.Remaining > 0)
            {
                ChainEventKind kind = (ChainEventKind)reader.Byte();
                timestamp += (long)reader.Variable();
                if (Length(kind, ref reader) is not { } length)
                    return events;
                if (Event(new SpanReader(reader.Take(length)), timestamp, thread, kind) is { } told)
                    events.Add(told);
            }
        }
        catch (ArgumentOutOfRangeException)
        {
            // It broke off, or is damaged.
        }

        return events;
    }

    // Of the payload: given in one byte, in two, or not at all, as the runtime lists its events. Null for an unknown one.
    private static int? Length(ChainEventKind kind, ref SpanReader reader) => (byte)kind switch
    {
        3 or 4 or 9 or 10 or 13 or 14 or 17 or 18 or 20 or 21 => 0,
        1 or 2 or 5 or 11 or 12 or 15 or 23 => reader.Byte(),
        6 or 7 or 8 or 16 or 19 or 22 => (ushort)reader.Int16(),
        _ => null,
    };

    private static ChainEvent? Event(SpanReader payload, long timestamp, int thread, ChainEventKind kind)
    {
        switch (kind)
        {
            case ChainEventKind.Made or ChainEventKind.Resumed or ChainEventKind.Stands
                or ChainEventKind.MachineResumed or ChainEventKind.MachineGrown:
                return Stack(payload, timestamp, thread, kind);
            case ChainEventKind.MachineWaits:
                ulong parent = payload.Variable();
                return new ChainEvent(timestamp, thread, kind, payload.Variable(), parent, []);
            case ChainEventKind.Unwound or ChainEventKind.MachineUnwound:
                return new ChainEvent(timestamp, thread, kind, 0, 0, new ulong[Math.Min(payload.Variable(), byte.MaxValue)]);
            case ChainEventKind.Suspended or ChainEventKind.Completed or ChainEventKind.MethodResumed or ChainEventKind.MethodCompleted
                or ChainEventKind.MachineLeft or ChainEventKind.MachineMethodResumed or ChainEventKind.MachineMethodCompleted
                or ChainEventKind.Reset:
                return new ChainEvent(timestamp, thread, kind, 0, 0, []);
            default:
                return null; // Told by the call stack too, or of no chain.
        }
    }

    private static ChainEvent Stack(SpanReader payload, long timestamp, int thread, ChainEventKind kind)
    {
        payload.Take(1 + 1); // A number that is not used yet, and which of the runtime's wrappers runs it.
        ulong[] addresses = new ulong[payload.Byte()];
        int[] states = kind is ChainEventKind.MachineResumed or ChainEventKind.MachineGrown ? new int[addresses.Length] : [];
        ulong parent = kind == ChainEventKind.Made ? payload.Variable() : 0;
        ulong chain = payload.Variable();
        ulong last = 0;
        for (int i = 0; i < addresses.Length; i++)
        {
            ulong number = payload.Variable();
            last += i == 0 ? number : (ulong)Signed(number);
            addresses[i] = last;
            if (states.Length > 0)
                states[i] = (int)Signed(payload.Variable());
        }

        return new ChainEvent(timestamp, thread, kind, chain, parent, addresses) { States = states };
    }

    // The sign is in the lowest bit.
    private static long Signed(ulong number) => (long)(number >> 1) ^ -(long)(number & 1);
}
