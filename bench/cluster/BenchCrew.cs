using Syncopate.Cluster;
using Syncopate.Cluster.Conducting;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Cluster.Loads;
using Syncopate.Load;

namespace Syncopate.ClusterBench;

/// <summary>Agents in namespaces of their own, their database, their target, and the conductor, which is this process.</summary>
internal sealed class BenchCrew : IAsyncDisposable
{
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(2);

    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-bench-").FullName;
    private readonly List<BenchAgent> _agents = [];
    private readonly List<DelayProxy> _proxies = [];
    private readonly BenchNetwork _network;
    private Conductor? _conductor;

    private BenchCrew(int agents)
    {
        _network = new BenchNetwork(agents);
        Target = new CountingServer(BenchNetwork.Host);
    }

    public BenchDatabase Database { get; private set; } = null!; // Set before anybody has the crew.

    public CountingServer Target { get; }

    public IReadOnlyList<BenchAgent> Agents => _agents;

    /// <summary>The way of each agent to the database; none where agents speak to it directly.</summary>
    public IReadOnlyList<DelayProxy> Proxies => _proxies;

    public Conductor Conductor => _conductor ?? throw new InvalidOperationException("Nobody conducts yet.");

    /// <param name="clocks">How far each agent's clock is off; null for not at all.</param>
    /// <param name="isDelayed">Whether each agent has a way to the database that can be delayed.</param>
    public static async Task<BenchCrew> StartAsync(IReadOnlyList<string?> clocks, bool isDelayed)
    {
        BenchCrew crew = new(clocks.Count);
        try
        {
            crew.Database = await BenchDatabase.StartAsync();
            crew.HttpTarget = await HttpTarget.ResolveAsync(crew.Target.Address, [BenchNetwork.Host.ToString()]);
            for (int i = 1; i <= clocks.Count; i++)
            {
                if (isDelayed)
                    crew._proxies.Add(new DelayProxy(crew.Database.Port));
                string connection = crew.Database.Agent(isDelayed ? crew._proxies[^1].Port : crew.Database.Port);
                crew._agents.Add(new BenchAgent(i, connection, crew._folder, clocks[i - 1]));
            }

            JoinAddress owner = JoinAddress.Parse(crew.Database.Owner);
            crew._conductor = await Conductor.OpenAsync(
                async token => await PostgresConductorLink.OpenAsync(owner, token), Guid.NewGuid(), TimeProvider.System,
                    CancellationToken.None);
            return crew;
        }
        catch
        {
            await crew.DisposeAsync();
            throw;
        }
    }

    /// <summary>All agents as one fleet, in whatever process each is by now; waits until they are there.</summary>
    public async Task<ClusterFleet> GatherAsync(bool onlyWholeLoads, Action<string> tell)
    {
        TimeSpan since = Conductor.Now;
        while (true)
        {
            // One that found nobody when it was started has ended, as it says; a service is started again.
            foreach (BenchAgent agent in _agents.Where(agent => !agent.IsRunning))
                agent.Start();
            IReadOnlyList<AgentSight> present = await Conductor.AgentsAsync(CancellationToken.None);
            AgentSight[] ready = [.. present.Where(agent => agent.Clock is not null)];
            if (ready.Length == _agents.Count)
            {
                return new ClusterFleet(Conductor, ready)
                {
                    AllowedHosts = [BenchNetwork.Host.ToString()],
                    OnlyWholeLoads = onlyWholeLoads,
                    Notify = tell,
                };
            }

            if (Conductor.Now - since > Timeout)
                throw new InvalidOperationException($"Only these came: {string.Join(", ", ready.Select(agent => agent.Card.Name))}.");
            await Conductor.PauseAsync(isShort: false, CancellationToken.None);
        }
    }

    /// <summary>Rounds that were conducted so far.</summary>
    public int Rounds { get; set; }

    public HttpTarget HttpTarget { get; private set; } = null!; // As the database.

    public async ValueTask DisposeAsync()
    {
        if (_conductor is not null)
            await _conductor.DisposeAsync();
        foreach (BenchAgent agent in _agents)
            await agent.DisposeAsync();
        foreach (DelayProxy proxy in _proxies)
            proxy.Dispose();
        Target.Dispose();
        if (Database is not null)
            await Database.DisposeAsync();
        _network.Dispose();
        Directory.Delete(_folder, recursive: true);
    }
}
