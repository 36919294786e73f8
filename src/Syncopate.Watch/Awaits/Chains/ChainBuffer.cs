using System.Buffers.Binary;

namespace Syncopate.Watch.Awaits.Chains;

/// <summary>Reads what a thread has written for AsyncProfilerEventSource of .NET 11: a header, and many small events, in which times and
/// addresses are differences from those before (dotnet/runtime, AsyncProfiler.cs).</summary>
internal static class ChainBuffer
{
    /// <summary>Name of the provider.</summary>
    public const string Provider = "System.Runtime.CompilerServices.AsyncProfilerEventSource";

    /// <summary>Contexts, call stacks and methods of runtime async; none of state machines.</summary>
    public const long Keywords = 0x3FF;

    private const byte KnownVersion = 1;
    private const int ThreadAt = 9;
    private const int StartAt = 21;
    private const int Header = 37;

    /// <summary>The events in order; none of a version that is not known. Ends before what it cannot read.</summary>
    public static IEnumerable<ChainEvent> Read(byte[] buffer)
    {
        if (buffer.Length < Header || buffer[0] != KnownVersion)
            yield break;
        int thread = (int)BinaryPrimitives.ReadUInt64LittleEndian(buffer.AsSpan(ThreadAt));
        long timestamp = BinaryPrimitives.ReadInt64LittleEndian(buffer.AsSpan(StartAt));
        int at = Header;
        while (at < buffer.Length)
        {
            byte kind = buffer[at++];
            if (!TryNumber(buffer, ref at, buffer.Length, out ulong passed)
                || Payload(buffer, kind, ref at) is not { } end
                || end > buffer.Length)
            {
                yield break;
            }

            timestamp += (long)passed;
            if (Event(buffer.AsSpan(0, end), at, timestamp, thread, (ChainEventKind)kind) is { } told)
                yield return told;
            at = end;
        }
    }

    // Where the payload ends: by a length of one byte, of two, or of none, as the runtime lists its events. Null for an unknown one.
    private static int? Payload(byte[] buffer, byte kind, ref int at)
    {
        int width = kind switch
        {
            1 or 2 or 5 or 23 => 1,
            6 or 7 or 8 or 22 => 2,
            3 or 4 or 9 or 10 or 20 or 21 => 0,
            _ => -1,
        };
        if (width < 0 || at + width > buffer.Length)
            return null;
        int length = width switch
        {
            0 => 0,
            1 => buffer[at],
            _ => BinaryPrimitives.ReadUInt16LittleEndian(buffer.AsSpan(at)),
        };
        at += width;
        return at + length;
    }

    private static ChainEvent? Event(ReadOnlySpan<byte> buffer, int at, long timestamp, int thread, ChainEventKind kind)
    {
        switch (kind)
        {
            case ChainEventKind.Made or ChainEventKind.Resumed or ChainEventKind.Stands:
                return Stack(buffer, at, timestamp, thread, kind);
            case ChainEventKind.Unwound:
                return TryNumber(buffer, ref at, buffer.Length, out ulong frames)
                    ? new ChainEvent(timestamp, thread, kind, 0, 0, new ulong[Math.Min(frames, byte.MaxValue)])
                    : null;
            case ChainEventKind.Suspended or ChainEventKind.Completed or ChainEventKind.MethodResumed or ChainEventKind.MethodCompleted
                or ChainEventKind.Reset:
                return new ChainEvent(timestamp, thread, kind, 0, 0, []);
            default:
                return null; // Told by the call stack too, or of no chain.
        }
    }

    private static ChainEvent? Stack(ReadOnlySpan<byte> buffer, int at, long timestamp, int thread, ChainEventKind kind)
    {
        const int BeforeCount = 2; // A number that is not used yet, and which of the runtime's wrappers runs it.
        if (at + BeforeCount >= buffer.Length)
            return null;
        ulong[] addresses = new ulong[buffer[at + BeforeCount]];
        at += BeforeCount + 1;
        ulong parent = 0;
        if (kind == ChainEventKind.Made && !TryNumber(buffer, ref at, buffer.Length, out parent))
            return null;
        if (!TryNumber(buffer, ref at, buffer.Length, out ulong chain))
            return null;
        ulong last = 0;
        for (int i = 0; i < addresses.Length; i++)
        {
            if (!TryNumber(buffer, ref at, buffer.Length, out ulong number))
                return null;
            last += i == 0 ? number : (ulong)((long)(number >> 1) ^ -(long)(number & 1));
            addresses[i] = last;
        }

        return new ChainEvent(timestamp, thread, kind, chain, parent, addresses);
    }

    // Seven bits a byte, the lowest first.
    private static bool TryNumber(ReadOnlySpan<byte> buffer, ref int at, int end, out ulong number)
    {
        number = 0;
        for (int shift = 0; shift < 64 && at < end; shift += 7)
        {
            byte part = buffer[at++];
            number |= (ulong)(part & 0x7F) << shift;
            if (part < 0x80)
                return true;
        }

        return false;
    }
}
