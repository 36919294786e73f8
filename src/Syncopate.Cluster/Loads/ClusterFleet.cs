using System.Globalization;
using Syncopate.Cluster.Conducting;
using Syncopate.Load;
using Syncopate.Texts;

namespace Syncopate.Cluster.Loads;

/// <summary>The agents of one run, and what they have done in it. One load at a time: the next one waits for its turn.</summary>
internal sealed class ClusterFleet : IAsyncDisposable
{
    /// <summary>How long it waits for agents that were lost: the unit of deploy/ starts one again after five seconds, and on a busy machine
    /// it takes a dozen more to start, and to measure what it can send before it joins.</summary>
    public static readonly TimeSpan ReturnTimeout = TimeSpan.FromSeconds(30);

    // Of an agent that took part in loads of several sizes.
    private const string SeveralParts = "its part of each load";

    private readonly SemaphoreSlim _turn = new(1);
    private readonly Dictionary<string, AgentPart> _parts = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int> _repeated = new(StringComparer.Ordinal);
    private readonly Dictionary<string, (double Sum, int Loads)> _stolen = new(StringComparer.Ordinal);

    /// <param name="conductor">The conductor, disposed with the fleet.</param>
    /// <param name="agents">Who takes part; see <see cref="GatherAsync"/>.</param>
    public ClusterFleet(Conductor conductor, IReadOnlyList<AgentSight> agents)
    {
        Conductor = conductor;
        Agents = agents;
    }

    public Conductor Conductor { get; }

    /// <summary>Who takes part, by name.</summary>
    public IReadOnlyList<AgentSight> Agents { get; private set; }

    /// <summary>Hosts that the user has allowed.</summary>
    public IReadOnlyList<string> AllowedHosts { get; init; } = [];

    /// <summary>True for slots of a comparison: one that lost an agent is void, and when the agent is back its result says that its round
    /// can be measured again. False to keep what was measured, and say what is missing.</summary>
    public bool OnlyWholeLoads { get; init; }

    /// <summary>True to send a load of fewer users than there are agents from as many of them as it has users; false, the default, for the
    /// error that it cannot be divided.</summary>
    public bool SomeMayRest { get; init; }

    /// <summary>Receives, in sentences, what happens.</summary>
    public Action<string> Notify { get; init; } = static _ => { };

    /// <summary>What each agent has done in all loads, by name.</summary>
    public IReadOnlyList<AgentPart> Parts =>
    [
        .. from part in _parts.Values
           orderby part.Name
           select part with
           {
               Repeated = _repeated.GetValueOrDefault(part.Name),
               MeanStolenShare = MeanStolen(part.Name),
           },
    ];

    /// <summary>Waits for agents, and takes them.</summary>
    /// <param name="conductor">Sees who is there.</param>
    /// <param name="count">How many.</param>
    /// <param name="version">Of this tool: agents of another, or of a build with another protocol, are named, and left.</param>
    /// <param name="timeout">How long to wait for them.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="ClusterException">They are not there.</exception>
    public static async Task<IReadOnlyList<AgentSight>> GatherAsync(
        Conductor conductor, int count, string version, TimeSpan timeout, CancellationToken cancellationToken)
    {
        TimeSpan since = conductor.Now;
        while (true)
        {
            IReadOnlyList<AgentSight> present = await conductor.AgentsAsync(cancellationToken).ConfigureAwait(false);
            AgentSight[] fit =
                [.. present.Where(agent => IsOfBuild(agent, version) && agent is { IsBusy: false, Clock: not null })];
            if (fit.Length >= count)
                return [.. fit.Take(count)];
            if (conductor.Now - since > timeout)
                throw TooFew(count, version, present, fit);
            await conductor.PauseAsync(isShort: false, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Who sends a load.</summary>
    public IReadOnlyList<AgentSight> For(LoadShape shape) =>
        SomeMayRest && shape is UsersForTime or UsersTimesLoops ? [.. Agents.Take(shape.MaximumUsers)] : Agents;

    /// <summary>Drives a server from all agents.</summary>
    public ClusterEngine OpenEngine(HttpTarget target, LoadOptions? options) => new(this, target, options);

    /// <summary>Waits until no load is under way; the next one begins after <see cref="EndTurn"/>.</summary>
    public Task BeginTurnAsync() => _turn.WaitAsync();

    /// <summary>Lets the next load begin.</summary>
    public void EndTurn() => _turn.Release();

    /// <summary>Adds what an agent did in one load.</summary>
    public void Add(AgentPart part)
    {
        if (part.StolenShare is { } stolen)
        {
            (double before, int loads) = _stolen.GetValueOrDefault(part.Name);
            _stolen[part.Name] = (before + stolen, loads + 1);
        }

        _parts[part.Name] = _parts.TryGetValue(part.Name, out AgentPart? sum) ? Sum(sum, part) : part;
    }

    /// <summary>Notes that a round is measured again because agents were lost in one of its slots.</summary>
    public void AddRepeated(IReadOnlyList<string> names)
    {
        foreach (string name in names)
            _repeated[name] = _repeated.GetValueOrDefault(name) + 1;
    }

    /// <summary>Waits until all agents are there again, in whatever process.</summary>
    /// <returns>False when they did not come back, or it was cancelled.</returns>
    public async Task<bool> ReturnAsync(CancellationToken cancellationToken)
    {
        TimeSpan since = Conductor.Now;
        while (Conductor.Now - since < ReturnTimeout && !cancellationToken.IsCancellationRequested)
        {
            IReadOnlyList<AgentSight> present = await Conductor.AgentsAsync(CancellationToken.None).ConfigureAwait(false);
            AgentSight?[] back = [.. Agents.Select(agent =>
                present.FirstOrDefault(seen =>
                seen.Card.Name == agent.Card.Name && seen.Card == agent.Card with { PerSecond = seen.Card.PerSecond }))];
            if (back.All(agent => agent?.Clock is not null))
            {
                Agents = [.. back.OfType<AgentSight>().Zip(Agents, (now, was) => now with { Card = was.Card })];
                return true;
            }

            await Conductor.PauseAsync(isShort: false, CancellationToken.None).ConfigureAwait(false);
        }

        return false;
    }

    public ValueTask DisposeAsync()
    {
        _turn.Dispose();
        return Conductor.DisposeAsync();
    }

    /// <summary>What an agent did in the loads so far, and in one more.</summary>
    internal static AgentPart Sum(AgentPart sum, AgentPart part)
    {
        // A thread that is busy for 80 % of the time is no limit, and 80 % of all processors are one: of loads that were sent in
        // different ways the one counts that was nearest its own limit.
        AgentPart busiest = part.LimitRatio is null || sum.LimitRatio > part.LimitRatio ? sum : part;
        return part with
        {
            Part = sum.Part == part.Part ? part.Part : SeveralParts,
            Count = sum.Count + part.Count,
            Errors = sum.Errors + part.Errors,
            CpuNanoseconds = sum.CpuNanoseconds + part.CpuNanoseconds,
            StartedLateMicroseconds = Most(sum.StartedLateMicroseconds, part.StartedLateMicroseconds),
            ApartMicroseconds = Most(sum.ApartMicroseconds, part.ApartMicroseconds),
            RoundTripMicroseconds = Math.Max(sum.RoundTripMicroseconds, part.RoundTripMicroseconds),
            BusyShare = busiest.BusyShare,
            IsOfProcessors = busiest.IsOfProcessors,
            StolenShare = Most(sum.StolenShare, part.StolenShare),
            Missing = part.Missing ?? sum.Missing,
            LostAtSeconds = part.Missing is null ? sum.LostAtSeconds : part.LostAtSeconds,
            LateIntervals = sum.LateIntervals + part.LateIntervals,
        };
    }

    private static bool IsOfBuild(AgentSight agent, string version) =>
        agent.Card.Version == version && agent.Card.Protocol == ClusterProtocol.Current;

    // The loads of a run are about as long as each other.
    private double? MeanStolen(string name) =>
        _stolen.TryGetValue(name, out (double Sum, int Loads) all) ? all.Sum / all.Loads : null;

    private static double? Most(double? a, double? b) => a > b || b is null ? a : b;

    private static ClusterException TooFew(int count, string version, IReadOnlyList<AgentSight> present, AgentSight[] fit)
    {
        List<string> others = [.. present.Where(a => a.Card.Version != version)
            .Select(a => $"'{a.Card.Name}' has version {a.Card.Version}, this is {version}")];
        others.AddRange(present.Where(a => a.Card.Version == version && !IsOfBuild(a, version))
            .Select(a => $"'{a.Card.Name}' is of {ClusterProtocol.OtherBuild(a.Card.Protocol)}"));
        others.AddRange(present.Where(a => IsOfBuild(a, version) && a.IsBusy)
            .Select(a => $"'{a.Card.Name}' is still ending another load"));
        others.AddRange(present.Where(a => IsOfBuild(a, version) && a is { IsBusy: false, Clock: null })
            .Select(a => $"'{a.Card.Name}' does not know the common clock yet"));
        string why = others.Count > 0 ? $" ({string.Join("; ", others)})" : "";
        string have = fit.Length == 0 ? "None" : string.Join(", ", fit.Select(a => a.Card.Name));
        return new ClusterException(string.Create(
            CultureInfo.InvariantCulture,
            $"{Counted.Of(count, "agent is", "agents are")} asked for, and {Counted.Of(fit.Length, "is", "are")} there: "
                + $"{have}{why}. Start one on each machine: syncopate agent --join CONNECTION"));
    }
}
