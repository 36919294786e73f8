namespace Syncopate.Watch;

/// <summary>What else the runtime reports of one moment: gauges as they were last, rates over what was counted.</summary>
internal sealed record RuntimeFigures
{
    /// <summary>Times a thread had to wait for a monitor, a second.</summary>
    public required double LockContentionsPerSecond { get; init; }

    /// <summary>Timers that are set.</summary>
    public required long Timers { get; init; }

    /// <summary>Exceptions thrown per second.</summary>
    public required double ExceptionsPerSecond { get; init; }

    /// <summary>Bytes allocated on the managed heap a second.</summary>
    public required double AllocatedBytesPerSecond { get; init; }

    /// <summary>Size of the managed heap as the last collection left it, with what was allocated since.</summary>
    public required long HeapBytes { get; init; }

    /// <summary>Physical memory of the process.</summary>
    public required long MemoryBytes { get; init; }

    /// <summary>Collections of generation 0 (higher ones included) in the moment.</summary>
    public required int Gen0Collections { get; init; }

    /// <summary>Collections of generation 1 (higher ones included) in the moment.</summary>
    public required int Gen1Collections { get; init; }

    /// <summary>Collections of generation 2 in the moment.</summary>
    public required int Gen2Collections { get; init; }

    /// <summary>Share of the moment, 0 to 1, in which collections stopped all threads; null before .NET 8.</summary>
    public double? PauseShare { get; init; }

    /// <summary>Seconds over which its rates were counted, so that rate times this is what was counted: another time than
    /// the moment's where counters came early or late. Null in journals that do not report it.</summary>
    public double? CountedSeconds { get; init; }
}
