namespace Syncopate.Watch;

/// <summary>Whether a process's thread pool is starving, why, and what would help.</summary>
public sealed record StarvationVerdict
{
    /// <summary>True when work has waited for a thread of the pool for at least two moments in a row, up to the latest.</summary>
    public required bool IsStarving { get; init; }

    /// <summary>For how long it has been so; null when it is not.</summary>
    public double? ForSeconds { get; init; }

    /// <summary>By which kind of blocking.</summary>
    public required StarvationCause Cause { get; init; }

    /// <summary>The verdict in words, with its figures.</summary>
    public required string Sentence { get; init; }

    /// <summary>The place whose call to make asynchronous first; null when none was seen.</summary>
    public BlockedSite? ConvertFirst { get; init; }

    /// <summary>Threads that the calls waiting now would need: Little's law, rate of work times the time that each blocks; null when the rate or the time is unknown.</summary>
    public double? ThreadsNeeded { get; init; }

    /// <summary>Threads that would still be needed with <see cref="ConvertFirst"/> made asynchronous; null like <see cref="ThreadsNeeded"/>.</summary>
    public double? ThreadsNeededAfter { get; init; }
}
