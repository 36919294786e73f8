using Syncopate.Running.Servers;

namespace Syncopate.Running.Rounds;

/// <summary>New servers for some rounds of a cold question, one for each slot. They are started side by side while
/// nothing is measured, and wait: the pool of a server that has nothing to do stays as it is, and a start takes more processor time than
/// a slot.</summary>
internal sealed class ColdServers : IAsyncDisposable
{
    private readonly List<ServerSet> _serverSets = [];
    private readonly List<Drivers> _rounds = [];

    private ColdServers()
    {
    }

    /// <summary>The drivers of each round, in order.</summary>
    public IReadOnlyList<Drivers> Rounds => _rounds;

    /// <summary>Starts the servers of so many rounds, and has their code compiled where the plan wants that.</summary>
    /// <exception cref="TargetFailedException">One did not start, or gave no answer.</exception>
    private static async Task<ColdServers> StartAsync(RunContext run, ExperimentPlan plan, int rounds, CancellationToken cancellationToken)
    {
        ColdServers servers = new();
        try
        {
            await Task.WhenAll(Enumerable.Range(0, rounds).Select(_ => servers.AddAsync(run, plan, cancellationToken)))
                .ConfigureAwait(false);
            servers._serverSets[0].ReportRuntimes(plan.Experiment);
            return servers;
        }
        catch
        {
            await servers.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>The same; null when they were not all there in so much time: the machine is too busy for this question.</summary>
    /// <exception cref="TargetFailedException">One did not start, or gave no answer.</exception>
    public static async Task<ColdServers?> StartWithinAsync(
        TimeSpan time, RunContext run, ExperimentPlan plan, int rounds, CancellationToken cancellationToken)
    {
        using CancellationTokenSource late = new(time, run.Clock.Provider);
        using CancellationTokenSource timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, late.Token);
        try
        {
            return await StartAsync(run, plan, rounds, timeout.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return null;
        }
    }

    private async Task AddAsync(RunContext run, ExperimentPlan plan, CancellationToken cancellationToken)
    {
        ServerSet serverSet = new(run, plan.Server);
        ServerSet again = new(run, plan.Server);
        lock (_serverSets)
            _serverSets.AddRange([serverSet, again]);
        await Task.WhenAll(
            serverSet.StartAsync(plan.Experiment.Workload.Forms.Select(f => f.Form), cancellationToken),
            again.StartAsync(plan.Experiment.NoiseForm is { } noise ? [noise] : [], cancellationToken)).ConfigureAwait(false);
        Drivers drivers = Drivers.Of(run, plan, serverSet, again);
        lock (_serverSets)
            _rounds.Add(drivers);
        if (plan.Work is HttpWork { ColdWarmRequests: > 0 and var requests })
        {
            await Task.WhenAll(drivers.All.Select(d => d.WarmAsync(new UsersTimesLoops(1, requests), cancellationToken)))
                .ConfigureAwait(false);
        }
    }

    /// <summary>Ends all servers.</summary>
    public async ValueTask DisposeAsync()
    {
        _rounds.ForEach(r => r.Dispose());
        await Task.WhenAll(_serverSets.Select(l => l.DisposeAsync().AsTask())).ConfigureAwait(false);
    }
}
