namespace Syncopate.Watch.Jobs;

/// <summary>What is to be watched, and what is done to it before.</summary>
/// <param name="Subject">Which process.</param>
/// <param name="Watch">How it is watched then.</param>
internal sealed record RequestedStart(WatchSubject Subject, RequestedWatch Watch)
{
    /// <summary>Let the agent into the process.</summary>
    public bool WithAgent { get; init; } = true;

    /// <summary>Start a woven copy of a program that is launched.</summary>
    public bool IsWoven { get; init; }

    /// <summary>True when what is seen is kept in a folder.</summary>
    public bool IsKept { get; init; }
}
