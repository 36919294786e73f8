using System.Globalization;
using Syncopate.Cluster.Agents;
using Syncopate.Cluster.Links;
using Syncopate.Running;

namespace Syncopate.Cluster.Loads;

/// <summary>One agent from its start to its end: takes its folder, tries its connection, measures what it can send, and works.</summary>
/// <param name="agent">What is asked for.</param>
/// <param name="host">What it is done with.</param>
internal sealed class AgentJob(RequestedAgent agent, AgentHost host)
{
    /// <summary>Works until it is cancelled.</summary>
    /// <exception cref="ClusterException">It cannot join, or its folder cannot be used.</exception>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        try
        {
            using DiskSpool spool = DiskSpool.Open(agent.Folder);
            await TryAsync(cancellationToken).ConfigureAwait(false);
            AgentCard card = await CardAsync(cancellationToken).ConfigureAwait(false);
            using JoinedAgent joined = new(Settings(card, spool));
            await joined.RunAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            if (agent.IsForOneRun)
                Remove(agent.Folder);
        }
    }

    // A wrong connection is reported at once; one that is right now is tried again forever later.
    private async Task TryAsync(CancellationToken cancellationToken)
    {
        try
        {
            IAgentLink link = await OpenLinkAsync(cancellationToken).ConfigureAwait(false);
            await link.DisposeAsync().ConfigureAwait(false);
        }
        catch (LinkBrokenException e)
        {
            throw new ClusterException(e.Message);
        }
    }

    /// <summary>Agents that were started here, for one run, share one machine: what it can do would be measured by all at once. Their
    /// generators send before, all the same: the first slot would be sent by code that is not compiled.</summary>
    private async Task<AgentCard> CardAsync(CancellationToken cancellationToken)
    {
        double? perSecond = null;
        if (agent.IsForOneRun)
            await host.WarmAsync(host.Time, cancellationToken).ConfigureAwait(false);
        else
            perSecond = await host.MeasureAsync(host.Time, cancellationToken).ConfigureAwait(false);
        if (perSecond is { } most)
        {
            host.Say(string.Create(CultureInfo.InvariantCulture,
                $"Its generator takes {most:#,0} requests per second against a server of its own; used to divide loads."));
        }

        (string machine, int cores) = (Environment.MachineName, Environment.ProcessorCount);
        return new AgentCard(agent.Name, ToolVersion.Text, machine, AgentMachine.Id(), cores, perSecond)
        {
            Limits = agent.Policy.Words,
            Protocol = ClusterProtocol.Current,
        };
    }

    private AgentSettings Settings(AgentCard card, DiskSpool spool) => new()
    {
        Card = card,
        Work = new LoadWork(agent.Policy, host.Time),
        Spool = spool,
        OpenAsync = OpenLinkAsync,
        Time = host.Time,
        Notify = host.Say,
    };

    private Task<IAgentLink> OpenLinkAsync(CancellationToken cancellationToken) =>
        host.OpenLinkAsync(agent.Address, agent.Name, cancellationToken);

    private static void Remove(string folder)
    {
        try
        {
            Directory.Delete(folder, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It lies in the folder for temporary files.
        }
    }
}
