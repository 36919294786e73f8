using System.Buffers.Binary;

namespace Syncopate.ThreadPools;

/// <summary>What a monitored process says of itself at one instant; fixed size on the wire, little-endian.</summary>
internal readonly record struct MonitorFrame
{
    /// <summary>Size on the wire in bytes.</summary>
    public const int Length = 80;

    /// <summary>True when the tool asked for it, false for the sample of every 100 ms.</summary>
    public required bool Requested { get; init; }

    /// <summary><see cref="System.Diagnostics.Stopwatch"/> timestamp: one clock for all processes of a machine.</summary>
    public required long Timestamp { get; init; }

    /// <summary>Thread-pool threads that exist.</summary>
    public required int Threads { get; init; }

    /// <summary>Worker threads in use: maximum less available.</summary>
    public required int InUse { get; init; }

    /// <summary>Worker threads available.</summary>
    public required int Available { get; init; }

    /// <summary>Completion-port threads in use.</summary>
    public required int CompletionPorts { get; init; }

    /// <summary>Work items waiting.</summary>
    public required long QueueLength { get; init; }

    /// <summary>Work items completed since the start.</summary>
    public required long CompletedItems { get; init; }

    /// <summary>CPU time of the process.</summary>
    public required long CpuNanoseconds { get; init; }

    /// <summary>Bytes allocated since the start; exact in a requested frame, up to one allocation context a thread late otherwise.</summary>
    public required long AllocatedBytes { get; init; }

    /// <summary>Collections of generation 0.</summary>
    public required int Gen0 { get; init; }

    /// <summary>Collections of generation 1.</summary>
    public required int Gen1 { get; init; }

    /// <summary>Collections of generation 2.</summary>
    public required int Gen2 { get; init; }

    /// <summary>Methods compiled since the start.</summary>
    public required long CompiledMethods { get; init; }

    /// <summary>Writes the frame; <paramref name="bytes"/> has at least <see cref="Length"/> bytes.</summary>
    public void Write(Span<byte> bytes)
    {
        BinaryPrimitives.WriteInt64LittleEndian(bytes, Timestamp);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[8..], QueueLength);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[16..], CompletedItems);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[24..], CpuNanoseconds);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[32..], AllocatedBytes);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[40..], CompiledMethods);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[48..], Requested ? 1 : 0);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[52..], Threads);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[56..], InUse);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[60..], Available);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[64..], CompletionPorts);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[68..], Gen0);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[72..], Gen1);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[76..], Gen2);
    }

    /// <summary>Reads what <see cref="Write"/> wrote.</summary>
    public static MonitorFrame Read(ReadOnlySpan<byte> bytes) => new()
    {
        Timestamp = BinaryPrimitives.ReadInt64LittleEndian(bytes),
        QueueLength = BinaryPrimitives.ReadInt64LittleEndian(bytes[8..]),
        CompletedItems = BinaryPrimitives.ReadInt64LittleEndian(bytes[16..]),
        CpuNanoseconds = BinaryPrimitives.ReadInt64LittleEndian(bytes[24..]),
        AllocatedBytes = BinaryPrimitives.ReadInt64LittleEndian(bytes[32..]),
        CompiledMethods = BinaryPrimitives.ReadInt64LittleEndian(bytes[40..]),
        Requested = BinaryPrimitives.ReadInt32LittleEndian(bytes[48..]) != 0,
        Threads = BinaryPrimitives.ReadInt32LittleEndian(bytes[52..]),
        InUse = BinaryPrimitives.ReadInt32LittleEndian(bytes[56..]),
        Available = BinaryPrimitives.ReadInt32LittleEndian(bytes[60..]),
        CompletionPorts = BinaryPrimitives.ReadInt32LittleEndian(bytes[64..]),
        Gen0 = BinaryPrimitives.ReadInt32LittleEndian(bytes[68..]),
        Gen1 = BinaryPrimitives.ReadInt32LittleEndian(bytes[72..]),
        Gen2 = BinaryPrimitives.ReadInt32LittleEndian(bytes[76..]),
    };
}
