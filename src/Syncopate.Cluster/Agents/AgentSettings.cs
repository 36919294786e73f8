using Syncopate.Cluster.Links;

namespace Syncopate.Cluster.Agents;

/// <summary>What makes an agent.</summary>
internal sealed record AgentSettings
{
    /// <summary>What it says of itself.</summary>
    public required AgentCard Card { get; init; }

    /// <summary>What it can do.</summary>
    public required IAgentWork Work { get; init; }

    /// <summary>Opens a session; asked again whenever one has broken.</summary>
    public required Func<CancellationToken, Task<IAgentLink>> OpenAsync { get; init; }

    /// <summary>Where it keeps what is not stored yet.</summary>
    public required IIntervalSpool Spool { get; init; }

    /// <summary>Its clocks.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Receives, in sentences, what happens.</summary>
    public Action<string> Notify { get; init; } = static _ => { };

    /// <summary>Answers by which it knows the common clock, at least, when it gets ready: those of the last seconds count.</summary>
    public int ClockQuestions { get; init; } = 15;
}
