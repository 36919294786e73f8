using Syncopate.Watch.Processes;

namespace Syncopate.Watch;

/// <summary>The first record: what is watched, by which tool, when and where.</summary>
public sealed record WatchHeader : WatchRecord
{
    /// <summary>Version of the format; this code writes and reads 1.</summary>
    public required int Schema { get; init; }

    /// <summary>Version of the tool.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>The command that watches like this again; holds no secret.</summary>
    public required string Command { get; init; }

    /// <summary>Wall clock at the start; everything else is told by the monotonic clock.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>The machine.</summary>
    public required Machine Machine { get; init; }

    /// <summary>The process.</summary>
    public required ProcessIdentity Process { get; init; }

    /// <summary>What this process, or its runtime, does not let be seen, and what to do about it; one sentence each.</summary>
    public required IReadOnlyList<string> Missing { get; init; }
}
