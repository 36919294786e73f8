using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;

namespace Syncopate.Experiments;

/// <summary>One server for all plans of a <see cref="WorkRun"/> that are measured on the same database.</summary>
internal sealed class WorkServers : IAsyncDisposable
{
    private readonly RunContext _run;
    private readonly List<(ServerSet ServerSet, List<ExperimentPlan> Plans)> _all;

    public WorkServers(RunContext run, IReadOnlyList<ExperimentPlan> plans)
    {
        _run = run;
        _all = [.. plans.GroupBy(p => p.Server).Select(g => (new ServerSet(run, g.Key), g.ToList()))];
    }

    public ServerSet Of(ExperimentPlan plan) => _all.First(s => s.Plans.Contains(plan)).ServerSet;

    public async Task StartAsync(CancellationToken cancellationToken) => await Task.WhenAll(_all.Select(async s =>
    {
        List<Form> forms = [.. s.Plans.SelectMany(p => p.Experiment.Workload.Forms).Select(f => f.Form).Distinct()];
        await s.ServerSet.StartTogetherAsync(forms, cancellationToken);
        await s.ServerSet.PrepareAsync(s.Plans[0], cancellationToken);
    }));

    /// <summary>Warms all of them side by side.</summary>
    /// <param name="most">Most time, but never less than the plans' own floor.</param>
    /// <param name="slot">Length of a slot where forms take turns.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>The calls of a slot of each plan; null for those that were not reached.</returns>
    public async Task<IReadOnlyDictionary<ExperimentPlan, CallsInProcess?>> WarmAsync(
        TimeSpan most, TimeSpan slot, CancellationToken cancellationToken)
    {
        IReadOnlyList<CallsInProcess?>[] calls = await Task.WhenAll(_all.Select(s =>
        {
            (TimeSpan floor, TimeSpan ceiling) = (s.Plans[0].SteadyFloor, s.Plans[0].SteadyCeiling);
            TimeSpan limit = most < floor ? floor : most;
            TimeSpan each = s.Plans[0].Work is TurnWork ? slot : WorkWarmUp.UsualSlot;
            return new WorkWarmUp(_run, s.ServerSet, floor, ceiling < limit ? ceiling : limit, each).RunAsync(s.Plans, cancellationToken);
        }));
        return _all.SelectMany((s, i) => s.Plans.Zip(calls[i])).ToDictionary(p => p.First, p => p.Second);
    }

    public async ValueTask DisposeAsync() => await Task.WhenAll(_all.Select(s => s.ServerSet.DisposeAsync().AsTask()));
}
