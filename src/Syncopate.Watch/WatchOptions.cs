namespace Syncopate.Watch;

/// <summary>How a process is watched.</summary>
internal sealed record WatchOptions
{
    /// <summary>Let the agent into the process, for the threads in use (0.1 % of a core). It stays there and idles once
    /// nobody listens. Needs .NET 8 in the process.</summary>
    public bool WithAgent { get; init; } = true;

    /// <summary>Let the agent report what async methods wait for (at most 0.2 % of the machine). Without the agent, nothing.</summary>
    public bool WithAwaits { get; init; }

    /// <summary>The clock of waits; events have their own, which is that of the machine.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;
}
