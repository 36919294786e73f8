namespace Syncopate.Agent;

/// <summary>What a monitored process says of itself at one instant; on the wire 14 numbers of 8 bytes, little-endian.
/// Set once, by whoever makes it:
/// <c>init</c> would need a type that .NET Standard 2.0 lacks.</summary>
internal record struct MonitorFrame
{
    /// <summary>Size on the wire in bytes.</summary>
    public const int Length = 14 * sizeof(long);

    /// <summary>True when the tool asked for it, false for the sample of every 100 ms.</summary>
    public bool Requested { get; set; }

    /// <summary><see cref="System.Diagnostics.Stopwatch"/> timestamp: one clock for all processes of a machine.</summary>
    public long Timestamp { get; set; }

    /// <summary>Thread-pool threads that exist.</summary>
    public int Threads { get; set; }

    /// <summary>Worker threads in use: maximum less available.</summary>
    public int InUse { get; set; }

    /// <summary>Worker threads available.</summary>
    public int Available { get; set; }

    /// <summary>Completion-port threads in use.</summary>
    public int CompletionPorts { get; set; }

    /// <summary>Work items waiting.</summary>
    public long QueueLength { get; set; }

    /// <summary>Work items completed since the start.</summary>
    public long CompletedItems { get; set; }

    /// <summary>CPU time of the process.</summary>
    public long CpuNanoseconds { get; set; }

    /// <summary>Bytes allocated since the start; exact in a requested frame, up to one allocation context a thread late
    /// otherwise.</summary>
    public long AllocatedBytes { get; set; }

    /// <summary>Collections of generation 0.</summary>
    public int Gen0 { get; set; }

    /// <summary>Collections of generation 1.</summary>
    public int Gen1 { get; set; }

    /// <summary>Collections of generation 2.</summary>
    public int Gen2 { get; set; }

    /// <summary>Methods compiled since the start; stays 0 on .NET 5 and older, which do not report it.</summary>
    public long CompiledMethods { get; set; }

    /// <summary>Writes the frame; <paramref name="bytes"/> has at least <see cref="Length"/> bytes.</summary>
    public readonly void Write(byte[] bytes)
    {
        Put(bytes, 0, Requested ? 1 : 0);
        Put(bytes, 1, Timestamp);
        Put(bytes, 2, Threads);
        Put(bytes, 3, InUse);
        Put(bytes, 4, Available);
        Put(bytes, 5, CompletionPorts);
        Put(bytes, 6, QueueLength);
        Put(bytes, 7, CompletedItems);
        Put(bytes, 8, CpuNanoseconds);
        Put(bytes, 9, AllocatedBytes);
        Put(bytes, 10, Gen0);
        Put(bytes, 11, Gen1);
        Put(bytes, 12, Gen2);
        Put(bytes, 13, CompiledMethods);
    }

    /// <summary>Reads what <see cref="Write"/> wrote.</summary>
    public static MonitorFrame Read(byte[] bytes) => new()
    {
        Requested = Take(bytes, 0) != 0,
        Timestamp = Take(bytes, 1),
        Threads = (int)Take(bytes, 2),
        InUse = (int)Take(bytes, 3),
        Available = (int)Take(bytes, 4),
        CompletionPorts = (int)Take(bytes, 5),
        QueueLength = Take(bytes, 6),
        CompletedItems = Take(bytes, 7),
        CpuNanoseconds = Take(bytes, 8),
        AllocatedBytes = Take(bytes, 9),
        Gen0 = (int)Take(bytes, 10),
        Gen1 = (int)Take(bytes, 11),
        Gen2 = (int)Take(bytes, 12),
        CompiledMethods = Take(bytes, 13),
    };

    private static void Put(byte[] bytes, int place, long value)
    {
        for (int i = 0; i < sizeof(long); i++)
            bytes[(place * sizeof(long)) + i] = (byte)(value >> (8 * i));
    }

    private static long Take(byte[] bytes, int place)
    {
        long value = 0;
        for (int i = sizeof(long) - 1; i >= 0; i--)
            value = (value << 8) | bytes[(place * sizeof(long)) + i];
        return value;
    }
}
