using Syncopate.Cli.Screens;
using Syncopate.Running.Loads;
using Syncopate.Telemetry;
using Syncopate.Watch.Jobs;

namespace Syncopate.Cli.Watches;

/// <summary>What <c>syncopate watch</c> was asked to do, checked.</summary>
/// <param name="Subject">Which process.</param>
/// <param name="View">How it is shown.</param>
/// <param name="Command">The command that repeats it; holds no secret.</param>
internal sealed record WatchTask(WatchSubject Subject, WatchView View, string Command)
{
    /// <summary>How long; null for until it is stopped, or as long as the load lasts.</summary>
    public TimeSpan? Duration { get; init; }

    /// <summary>What to load meanwhile, and how; null for nothing.</summary>
    public (LoadAddress Address, LoadSettings Settings)? Load { get; init; }

    /// <summary>Folder for what was seen; null for a new one, or none where only lines are asked for.</summary>
    public string? Folder { get; init; }

    /// <summary>Look for blocked places for a second in ten, not only when the queue grows.</summary>
    public bool Where { get; init; }

    /// <summary>Let the agent into the process.</summary>
    public bool WithAgent { get; init; } = true;

    /// <summary>How long to take an async timeline; null for none.</summary>
    public TimeSpan? Async { get; init; }

    /// <summary>A minimum of threads to try in the process, in turns; null for none.</summary>
    public int? WhatIfThreads { get; init; }

    /// <summary>Start a woven copy of the program, which reports exact figures of its async methods.</summary>
    public bool Weave { get; init; }

    /// <summary>Where figures go beside the journal.</summary>
    public TelemetrySettings Telemetry { get; init; } = TelemetrySettings.None;

    /// <summary>Open the report when done.</summary>
    public bool Open { get; init; }

    /// <summary>How the process is watched.</summary>
    public RequestedWatch Requested => new(Command)
    {
        Duration = Duration,
        Load = Load,
        Where = Where,
        Async = Async,
        WhatIfThreads = WhatIfThreads,
    };

    /// <summary>What is watched, and what is done to it before.</summary>
    public RequestedStart Start => new(Subject, Requested) { WithAgent = WithAgent, IsWoven = Weave, IsKept = IsKept };

    /// <summary>True when what was seen is kept in a folder: always, but where a stream of lines is all that was asked for.</summary>
    public bool IsKept => Folder is not null || View == WatchView.Screen || Duration is not null || Load is not null;
}
