using Syncopate.Running.Loads;

namespace Syncopate.Watch.Jobs;

/// <summary>How a process is to be watched.</summary>
/// <param name="Command">The command that repeats it; holds no secret.</param>
internal sealed record RequestedWatch(string Command)
{
    /// <summary>How long; null for until it is stopped, or as long as the load lasts.</summary>
    public TimeSpan? Duration { get; init; }

    /// <summary>What to load meanwhile, and how; null for nothing.</summary>
    public (LoadAddress Address, LoadSettings Settings)? Load { get; init; }

    /// <summary>Look for blocked places for a second in ten, not only when the queue grows.</summary>
    public bool Where { get; init; }

    /// <summary>How long to take an async timeline; null for none.</summary>
    public TimeSpan? Async { get; init; }

    /// <summary>A minimum of threads to try in the process, in turns; null for none.</summary>
    public int? WhatIfThreads { get; init; }
}
