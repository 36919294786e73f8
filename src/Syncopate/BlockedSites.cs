namespace Syncopate;

/// <summary>Where the threads of a process's pool stood blocked during a window.</summary>
public sealed record BlockedSites
{
    /// <summary>Length of the window, as the events themselves tell it.</summary>
    public required double WindowMilliseconds { get; init; }

    /// <summary>Threads of the pool, idle ones included.</summary>
    public required int Threads { get; init; }

    /// <summary>Events that the process could not deliver; figures are too low where this is not 0.</summary>
    public required long LostEvents { get; init; }

    /// <summary>The places, most blocked time first; empty when no thread was blocked.</summary>
    public required IReadOnlyList<BlockedSite> Sites { get; init; }
}
