using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>The first record of a journal: which tool ran what, when and where.</summary>
internal sealed record RunHeader : JournalRecord
{
    /// <summary>Version of the journal's format; this code writes and reads 1.</summary>
    public required int Schema { get; init; }

    /// <summary>Version of the tool.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>The build of the tool, as its informational version; null in what older versions wrote.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Build { get; init; }

    /// <summary>The command that repeats the run, seed included; holds no secret.</summary>
    public required string Command { get; init; }

    /// <summary>"quick", "default" or "full"; "comparison" for targets of the user's own.</summary>
    public required string Mode { get; init; }

    /// <summary>Seed of every random order in the run; a string in the journal because JavaScript's numbers are exact
    /// only up to 2^53.</summary>
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
    public required ulong Seed { get; init; }

    /// <summary>Wall clock at the start, for the label only; durations come from the monotonic clock.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>The machine.</summary>
    public required Machine Machine { get; init; }

    /// <summary>Ids of the experiments that were asked for, in order.</summary>
    public required IReadOnlyList<string> Experiments { get; init; }
}

/// <summary>The machine a run was measured on.</summary>
/// <param name="Runtime">Such as ".NET 10.0.12".</param>
/// <param name="OperatingSystem">Such as "Debian GNU/Linux 12 (bookworm)".</param>
/// <param name="Architecture">Such as "X64".</param>
/// <param name="Cores">Logical processors that the process may use; at least 1.</param>
/// <param name="MemoryBytes">Memory available to the process.</param>
/// <param name="LoadAverage">Runnable threads over the last minute before the run; null where the system does not report it.</param>
internal sealed record Machine(
    string Runtime, string OperatingSystem, string Architecture, int Cores, long MemoryBytes, double? LoadAverage)
{
    /// <summary>What its processor calls itself, such as "AMD EPYC 7763"; null where the system does not report it, and in what older
    /// versions wrote.</summary>
    public string? Processor { get; init; }

    /// <summary>What the system calls the machine; null for one that is made for a job and gone after it, such as a container,
    /// and in what older versions wrote.</summary>
    public string? Host { get; init; }
}
