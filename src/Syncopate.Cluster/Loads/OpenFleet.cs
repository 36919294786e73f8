using System.Globalization;
using System.Runtime.CompilerServices;
using Syncopate.Cluster.Conducting;
using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Running;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;

namespace Syncopate.Cluster.Loads;

/// <summary>The agents of a run, with the database and the processes that were started for it, if any were. Disposing it ends and removes
/// what was started, and lets the others go.</summary>
internal sealed class OpenFleet : IAsyncDisposable
{
    // Agents are processes of .NET: several at once take some seconds to start on a busy machine.
    private static readonly TimeSpan StartTimeout = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan JoinTimeout = TimeSpan.FromSeconds(5);

    private readonly FleetSettings _settings;
    private readonly FleetPlan _plan;
    private readonly FleetHost _host;
    private readonly List<LocalAgent> _started = [];
    private PostgresServer? _database;
    private ClusterFleet? _fleet;

    private OpenFleet(FleetSettings settings, FleetPlan plan, FleetHost host)
    {
        _settings = settings;
        _plan = plan;
        _host = host;
    }

    /// <summary>The agents.</summary>
    public ClusterFleet Fleet => _fleet ?? throw new InvalidOperationException("The agents have not been gathered yet.");

    /// <summary>Gathers agents, or starts them.</summary>
    /// <param name="settings">Which.</param>
    /// <param name="plan">What they are for.</param>
    /// <param name="host">What it is done with.</param>
    /// <param name="cancellationToken">Gives up, and ends what was started.</param>
    /// <exception cref="ClusterException">They are not there, or cannot do this.</exception>
    /// <exception cref="TargetNotAllowedException">The target is one that only this machine reaches, and they are on others.</exception>
    /// <exception cref="TargetFailedException">No database could be started.</exception>
    public static async Task<OpenFleet> OpenAsync(
        FleetSettings settings, FleetPlan plan, FleetHost host, CancellationToken cancellationToken)
    {
        OpenFleet open = new(settings, plan, host);
        try
        {
            JoinAddress address = settings.Address ?? await open.StartAsync(cancellationToken).ConfigureAwait(false);
            await open.GatherAsync(address, cancellationToken).ConfigureAwait(false);
            return open;
        }
        catch (LinkBrokenException e)
        {
            await open.DisposeAsync().ConfigureAwait(false);
            throw new ClusterException(e.Message);
        }
        catch
        {
            await open.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Gathers agents, uses them, and lets them go. A signal while they are gathered ends it in order; what is done with them has
    /// to look after itself.</summary>
    /// <param name="settings">Which; null for none.</param>
    /// <param name="plan">What they are for; null for none.</param>
    /// <param name="host">What it is done with.</param>
    /// <param name="use">What is done with them, or without any.</param>
    /// <returns>Its exit code, or that of the signal.</returns>
    public static async Task<int> UseAsync(
        FleetSettings? settings, FleetPlan? plan, FleetHost host, Func<ClusterFleet?, Task<int>> use)
    {
        if (settings is null || plan is null)
            return await use(null).ConfigureAwait(false);
        OpenFleet open;
        using (Interruption interruption = new(host.Say, "Stopping. Nothing has been measured yet."))
        {
            try
            {
                open = await OpenAsync(settings, plan, host, interruption.Token).ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (interruption.Token.IsCancellationRequested)
            {
                return interruption.InterruptedExitCode;
            }

            // A signal that came after the last question to the token has been answered: what is stopped does not begin.
            if (interruption.Token.IsCancellationRequested)
            {
                await open.DisposeAsync().ConfigureAwait(false);
                return interruption.InterruptedExitCode;
            }
        }

        await using ConfiguredAsyncDisposable end = open.ConfigureAwait(false);
        return await use(open.Fleet).ConfigureAwait(false);
    }

    public async ValueTask DisposeAsync()
    {
        if (_fleet is not null)
            await _fleet.DisposeAsync().ConfigureAwait(false);
        await Task.WhenAll(_started.Select(agent => agent.DisposeAsync().AsTask())).ConfigureAwait(false);
        if (_database is not null)
            await _database.DisposeAsync().ConfigureAwait(false);
    }

    private async Task<JoinAddress> StartAsync(CancellationToken cancellationToken)
    {
        int count = _settings.Count;
        _host.Say(string.Create(CultureInfo.InvariantCulture,
            $"Starting a database and {count} {(count == 1 ? "agent" : "agents")} on this machine."));
        _database = await StartDatabaseAsync(cancellationToken).ConfigureAwait(false);
        string connection = _database.ConnectionString;
        JoinAddress address = JoinAddress.Parse(connection);
        // The tables first: agents that start together would all want to make them.
        await ReachAsync(address, cancellationToken).ConfigureAwait(false);
        for (int i = 1; i <= count; i++)
        {
            string name = string.Create(CultureInfo.InvariantCulture, $"local-{i}");
            _started.Add(LocalAgent.Start(name, connection, _plan.AllowedHosts, _host));
        }

        return address;
    }

    private static async Task<PostgresServer> StartDatabaseAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await PostgresServer.StartAsync(parent: null, cancellationToken).ConfigureAwait(false);
        }
        catch (TargetFailedException e)
        {
            throw new TargetFailedException($"{e.Message} Or name a database that runs, which agents have joined: --join CONNECTION");
        }
    }

    private async Task ReachAsync(JoinAddress address, CancellationToken cancellationToken)
    {
        IConductorLink link = await _host.OpenLinkAsync(address, cancellationToken).ConfigureAwait(false);
        await link.DisposeAsync().ConfigureAwait(false);
    }

    private async Task GatherAsync(JoinAddress address, CancellationToken cancellationToken)
    {
        // Reported once, and not tried again and again, when the database is not there at all.
        await ReachAsync(address, cancellationToken).ConfigureAwait(false);
        Conductor conductor = await Conductor
            .OpenAsync(token => _host.OpenLinkAsync(address, token), Guid.NewGuid(), _host.Time, cancellationToken)
            .ConfigureAwait(false);
        try
        {
            TimeSpan timeout = _settings.Address is null ? StartTimeout : JoinTimeout;
            IReadOnlyList<AgentSight> agents =
                await AwaitAsync(conductor, timeout, cancellationToken).ConfigureAwait(false);
            string own = AgentMachine.Id();
            CheckLoopback(agents, own);
            bool hasAgentsHere = agents.Any(agent => agent.Card.MachineId == own);
            if (SharedMachine.Warning(address, _plan.Targets, hasAgentsHere) is { } warning)
                _host.Say(warning);
            if (_plan.Shape is { } shape)
                _host.Say(LoadDivision.Of(shape, [.. agents.Select(agent => agent.Card)]).Sentence);
            _fleet = new ClusterFleet(conductor, agents)
            {
                AllowedHosts = _plan.AllowedHosts,
                OnlyWholeLoads = _plan.OnlyWholeLoads,
                SomeMayRest = _plan.Shape is null,
                Notify = _host.Say,
            };
        }
        catch (ClusterException e) when (_started.FirstOrDefault(agent => agent.LastWords is not null)?.LastWords is { } words)
        {
            await conductor.DisposeAsync().ConfigureAwait(false);
            throw new ClusterException($"An agent that was started here has ended: {words} {e.Message}");
        }
        catch
        {
            await conductor.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Waits for agents. One that was started here and has ended will never come.</summary>
    private async Task<IReadOnlyList<AgentSight>> AwaitAsync(
        Conductor conductor, TimeSpan timeout, CancellationToken cancellationToken)
    {
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        Task<IReadOnlyList<AgentSight>> gathering =
            ClusterFleet.GatherAsync(conductor, _settings.Count, ToolVersion.Text, timeout, end.Token);
        Task first = await Task.WhenAny([gathering, .. _started.Select(agent => agent.Ended)]).ConfigureAwait(false);
        if (first == gathering)
            return await gathering.ConfigureAwait(false);
        await end.CancelAsync().ConfigureAwait(false);
        await Task.WhenAny(gathering).ConfigureAwait(false);
        throw new ClusterException("Nothing was loaded.");
    }

    // "localhost" is another machine for each agent that is not here.
    private void CheckLoopback(IReadOnlyList<AgentSight> agents, string own)
    {
        if (_plan.Targets.FirstOrDefault(target => target.IsLoopback) is { } loopback
            && agents.FirstOrDefault(agent => agent.Card.MachineId != own) is { } other)
        {
            throw new TargetNotAllowedException(
                $"{loopback.GetLeftPart(UriPartial.Authority)} means this machine, and agent '{other.Card.Name}' is on another one "
                    + $"({other.Card.Machine}), "
                + $"where it would load that. {_plan.Elsewhere}");
        }
    }
}
