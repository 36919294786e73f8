using System.Globalization;
using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cluster;
using Syncopate.Cluster.Conducting;
using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Cluster.Loads;
using Syncopate.Running;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;

namespace Syncopate.Cli.Agents;

/// <summary>The agents of a run, with the database and the processes that were started for it, if any were. Disposing it ends and removes
/// what was started, and lets the others go.</summary>
internal sealed class OpenFleet : IAsyncDisposable
{
    // Agents are processes of .NET: several at once take some seconds to start on a busy machine.
    private static readonly TimeSpan StartTimeout = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan JoinTimeout = TimeSpan.FromSeconds(5);

    private readonly List<LocalAgent> _started = [];
    private PostgresServer? _database;
    private ClusterFleet? _fleet;

    private OpenFleet()
    {
    }

    /// <summary>The agents.</summary>
    public ClusterFleet Fleet => _fleet ?? throw new InvalidOperationException("The agents have not been gathered yet.");

    /// <summary>Gathers agents, or starts them.</summary>
    /// <param name="settings">Which.</param>
    /// <param name="plan">What they are for.</param>
    /// <param name="terminal">Receives what happens.</param>
    /// <param name="cancellationToken">Gives up, and ends what was started.</param>
    /// <exception cref="ClusterException">They are not there, or cannot do this.</exception>
    /// <exception cref="Syncopate.Running.TargetFailedException">No database could be started.</exception>
    public static async Task<OpenFleet> OpenAsync(FleetSettings settings, FleetPlan plan, Terminal terminal,
        CancellationToken cancellationToken)
    {
        OpenFleet open = new();
        try
        {
            JoinAddress address = settings.Address ?? await open.StartAsync(settings.Count, plan.AllowedHosts, terminal, cancellationToken);
            await open.GatherAsync(settings, plan, address, terminal, cancellationToken);
            return open;
        }
        catch (LinkBrokenException e)
        {
            await open.DisposeAsync();
            throw new UnusableException(e.Message);
        }
        catch
        {
            await open.DisposeAsync();
            throw;
        }
    }

    /// <summary>Gathers agents, uses them, and lets them go. A signal while they are gathered ends it in order; what is done with them has
    /// to look after itself.</summary>
    /// <param name="settings">Which; null for none.</param>
    /// <param name="plan">What they are for; null for none.</param>
    /// <param name="terminal">Receives what happens.</param>
    /// <param name="use">What is done with them, or without any.</param>
    /// <returns>Its exit code, or that of the signal.</returns>
    public static async Task<int> UseAsync(
        FleetSettings? settings, FleetPlan? plan, Terminal terminal, Func<ClusterFleet?, Task<int>> use)
    {
        if (settings is null || plan is null)
            return await use(null);
        OpenFleet open;
        using (Interruption interruption = new(terminal.Say, "Stopping. Nothing has been measured yet."))
        {
            try
            {
                open = await OpenAsync(settings, plan, terminal, interruption.Token);
            }
            catch (OperationCanceledException) when (interruption.Token.IsCancellationRequested)
            {
                return interruption.InterruptedExitCode;
            }

            // A signal that came after the last question to the token has been answered: what is stopped does not begin.
            if (interruption.Token.IsCancellationRequested)
            {
                await open.DisposeAsync();
                return interruption.InterruptedExitCode;
            }
        }

        await using (open)
            return await use(open.Fleet);
    }

    public async ValueTask DisposeAsync()
    {
        if (_fleet is not null)
            await _fleet.DisposeAsync();
        await Task.WhenAll(_started.Select(agent => agent.DisposeAsync().AsTask()));
        if (_database is not null)
            await _database.DisposeAsync();
    }

    private async Task<JoinAddress> StartAsync(int count, IReadOnlyList<string> hosts, Terminal terminal,
        CancellationToken cancellationToken)
    {
        terminal.Error.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"Starting a database and {count} {(count == 1 ? "agent" : "agents")} on this machine."));
        _database = await StartDatabaseAsync(cancellationToken);
        JoinAddress address = JoinAddress.Parse(_database.ConnectionString);
        // The tables first: agents that start together would all want to make them.
        await using (await PostgresConductorLink.OpenAsync(address, cancellationToken))
        {
        }

        for (int i = 1; i <= count; i++)
            _started.Add(LocalAgent.Start(string.Create(CultureInfo.InvariantCulture, $"local-{i}"), _database.ConnectionString, hosts));
        return address;
    }

    private static async Task<PostgresServer> StartDatabaseAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await PostgresServer.StartAsync(parent: null, cancellationToken);
        }
        catch (TargetFailedException e)
        {
            throw new TargetFailedException($"{e.Message} Or name a database that runs, which agents have joined: --join CONNECTION");
        }
    }

    private async Task GatherAsync(FleetSettings settings, FleetPlan plan, JoinAddress address, Terminal terminal,
        CancellationToken cancellationToken)
    {
        // Told once, and not tried again and again, when the database is not there at all.
        await using (await PostgresConductorLink.OpenAsync(address, cancellationToken))
        {
        }

        Conductor conductor = await Conductor.OpenAsync(
            async token => await PostgresConductorLink.OpenAsync(address, token), Guid.NewGuid(), TimeProvider.System, cancellationToken);
        try
        {
            TimeSpan timeout = settings.Address is null ? StartTimeout : JoinTimeout;
            IReadOnlyList<AgentSight> agents = await AwaitAsync(conductor, settings.Count, timeout, cancellationToken);
            CheckLoopback(plan, agents);
            string own = AgentCommand.MachineId();
            bool hasAgentsHere = agents.Any(agent => agent.Card.MachineId == own);
            if (SharedMachine.Warning(address, plan.Targets, hasAgentsHere) is { } warning)
                terminal.Error.WriteLine(Terminal.Printable(warning));
            if (plan.Shape is { } shape)
                terminal.Error.WriteLine(LoadDivision.Of(shape, [.. agents.Select(agent => agent.Card)]).Sentence);
            _fleet = new ClusterFleet(conductor, agents)
            {
                AllowedHosts = plan.AllowedHosts,
                OnlyWholeLoads = plan.OnlyWholeLoads,
                SomeMayRest = plan.Shape is null,
                Notify = said => terminal.Error.WriteLine(Terminal.Printable(said)),
            };
        }
        catch (ClusterException e) when (_started.FirstOrDefault(agent => agent.LastWords is not null)?.LastWords is { } words)
        {
            await conductor.DisposeAsync();
            throw new ClusterException($"An agent that was started here has ended: {words} {e.Message}");
        }
        catch
        {
            await conductor.DisposeAsync();
            throw;
        }
    }

    /// <summary>Waits for agents. One that was started here and has ended will never come.</summary>
    private async Task<IReadOnlyList<AgentSight>> AwaitAsync(
        Conductor conductor, int count, TimeSpan timeout, CancellationToken cancellationToken)
    {
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        Task<IReadOnlyList<AgentSight>> gathering =
            ClusterFleet.GatherAsync(conductor, count, ToolVersion.Text, timeout, end.Token);
        Task first = await Task.WhenAny([gathering, .. _started.Select(agent => agent.Ended)]);
        if (first == gathering)
            return await gathering;
        await end.CancelAsync();
        await Task.WhenAny(gathering);
        throw new ClusterException("Nothing was loaded.");
    }

    // "localhost" is another machine for each agent that is not here.
    private static void CheckLoopback(FleetPlan plan, IReadOnlyList<AgentSight> agents)
    {
        string own = AgentCommand.MachineId();
        if (plan.Targets.FirstOrDefault(target => target.IsLoopback) is { } loopback
            && agents.FirstOrDefault(agent => agent.Card.MachineId != own) is { } other)
        {
            throw new UsageException(
                $"{loopback.GetLeftPart(UriPartial.Authority)} means this machine, and agent '{other.Card.Name}' is on another one "
                    + $"({other.Card.Machine}), "
                + $"where it would load that. {plan.Elsewhere}");
        }
    }
}

/// <summary>What agents are wanted for.</summary>
/// <param name="Shape">The load, which must be one that can be divided; null for several, of which some may have fewer users than there
/// are agents.</param>
/// <param name="Targets">Scheme, host and port of what they load.</param>
/// <param name="AllowedHosts">Hosts beside this machine that the user allows.</param>
/// <param name="OnlyWholeLoads">As <see cref="ClusterFleet.OnlyWholeLoads"/>.</param>
internal sealed record FleetPlan(
    LoadShape? Shape, IReadOnlyList<Uri> Targets, IReadOnlyList<string> AllowedHosts, bool OnlyWholeLoads)
{
    /// <summary>What to do where agents are on other machines than a target that only this one reaches.</summary>
    public string Elsewhere { get; init; } =
        "Give the name by which all machines know the target, and allow it: --allow-host NAME";
}
