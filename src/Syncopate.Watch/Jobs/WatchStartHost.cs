using Syncopate.Watch.Processes;

namespace Syncopate.Watch.Jobs;

/// <summary>What the start of a watch takes from whoever asks for it: clock, disk, what weaves, and somebody who chooses and
/// listens.</summary>
internal sealed record WatchStartHost
{
    /// <summary>The clock.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Makes the folder for what is seen; asked at most once, and only where it is kept.</summary>
    public required Func<string> CreateFolder { get; init; }

    /// <summary>Makes a woven copy of the program that a command starts.</summary>
    public required Func<IReadOnlyList<string>, CancellationToken, Task<WatchedCopy>> WeaveAsync { get; init; }

    /// <summary>Chooses a process where nothing says which; null when none was chosen.</summary>
    public required Func<CancellationToken, Task<int?>> ChooseAsync { get; init; }

    /// <summary>Says what the watch costs this process: nothing is done to it before.</summary>
    public required Action<ProcessIdentity> Announce { get; init; }

    /// <summary>Receives, in sentences, what happens.</summary>
    public Action<string> Say { get; init; } = static _ => { };
}
