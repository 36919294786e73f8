using System.Diagnostics;
using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.Postgres;

namespace Syncopate.Cluster.Loads;

/// <summary>What a fleet takes from whoever asks for it: clock, sessions, processes, and somebody who listens.</summary>
internal sealed record FleetHost
{
    /// <summary>The clock.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Receives, in sentences, what happens.</summary>
    public Action<string> Say { get; init; } = static _ => { };

    /// <summary>Opens a conductor's session.</summary>
    public Func<JoinAddress, CancellationToken, Task<IConductorLink>> OpenLinkAsync { get; init; } =
        static async (address, token) => await PostgresConductorLink.OpenAsync(address, token).ConfigureAwait(false);

    /// <summary>How a process is started on this machine that is an agent until its input ends.</summary>
    public required Func<LocalAgentOrder, ProcessStartInfo> AgentProcess { get; init; }
}

/// <summary>What an agent that is started here is given.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Policy">File of its policy.</param>
/// <param name="Spool">Folder of what is not stored yet, which it removes in the end.</param>
/// <param name="Connection">The database; holds a password, and belongs where only this user can read it.</param>
internal sealed record LocalAgentOrder(string Name, string Policy, string Spool, string Connection);
