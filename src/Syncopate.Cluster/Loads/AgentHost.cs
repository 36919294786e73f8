using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.Postgres;

namespace Syncopate.Cluster.Loads;

/// <summary>What an agent takes from whoever asks for it: clock, sessions, its own capacity, and somebody who listens.</summary>
internal sealed record AgentHost
{
    /// <summary>The clock.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Receives, in sentences, what happens.</summary>
    public Action<string> Say { get; init; } = static _ => { };

    /// <summary>Opens a session of the agent with this name.</summary>
    public Func<JoinAddress, string, CancellationToken, Task<IAgentLink>> OpenLinkAsync { get; init; } =
        static async (address, name, token) =>
            await PostgresAgentLink.OpenAsync(address, name, token).ConfigureAwait(false);

    /// <summary>Sends a little, so that the code of the generator is compiled.</summary>
    public Func<TimeProvider, CancellationToken, Task> WarmAsync { get; init; } = OwnCapacity.WarmAsync;

    /// <summary>Measures how many requests per second the generator takes; null for an unknown number.</summary>
    public Func<TimeProvider, CancellationToken, Task<double?>> MeasureAsync { get; init; } = OwnCapacity.MeasureAsync;
}
