using Syncopate.Cluster.Loads;
using Syncopate.Load;

namespace Syncopate.ClusterBench;

/// <summary>How soon the user is told that an agent is gone: killed, or its cable cut.</summary>
internal static class LossBench
{
    private static readonly TimeSpan Length = TimeSpan.FromSeconds(6);

    public static async Task RunAsync(int times)
    {
        await using BenchCrew crew = await BenchCrew.StartAsync([null, null, null], isDelayed: false);
        Figures.Line($"| what happened to one of three agents | told after, ms | others unharmed | machine |");
        Figures.Line($"|---|---|---|---|");
        await MeasureAsync(crew, times, "kill -9", agent => agent.Signal("KILL"), agent => agent.Start());
        await MeasureAsync(crew, times, "cable cut", agent => BenchNetwork.Cut(agent.Number), agent => BenchNetwork.Heal(agent.Number));
    }

    private static async Task MeasureAsync(BenchCrew crew, int times, string what, Action<BenchAgent> hurt, Action<BenchAgent> heal)
    {
        Figures machine = new();
        List<double> told = [];
        int unharmed = 0;
        for (int i = 0; i < times; i++)
        {
            BenchAgent victim = crew.Agents[i % crew.Agents.Count];
            TaskCompletionSource<long> noticed = new(TaskCreationOptions.RunContinuationsAsynchronously);
            ClusterFleet fleet = await crew.GatherAsync(onlyWholeLoads: false, said =>
            {
                if (said.Contains($"'{victim.Name}'", StringComparison.Ordinal))
                    noticed.TrySetResult(TimeProvider.System.GetTimestamp());
            });
            using ClusterEngine engine = fleet.OpenEngine(crew.HttpTarget, null);
            TaskCompletionSource begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
            LoadRequest request = new("/", Arrivals.AtRate(90, Length)) { Intervals = new Receiver(() => begun.TrySetResult()) };
            Task<LoadResult> running = engine.RunAsync(request);
            await Task.WhenAny(begun.Task, running);
            long hurtAt = TimeProvider.System.GetTimestamp();
            hurt(victim);
            await Task.WhenAny(noticed.Task, running);
            await running;
            if (noticed.Task.IsCompleted)
                told.Add(TimeProvider.System.GetElapsedTime(hurtAt, await noticed.Task).TotalMilliseconds);
            AgentPart[] others = [.. fleet.Parts.Where(part => part.Name != victim.Name)];
            unharmed += others.All(part => part is { Missing: null, Errors: 0 }) ? 1 : 0;
            heal(victim);
            Figures.Progress($"{what}: {i + 1} of {times}, {(told.Count > 0 ? told[^1] : 0):0} ms");
        }

        Figures.Line($"| {what} | {Figures.Spread(told)} of {times} | {unharmed} of {times} | {machine.Machine()} |");
    }

    private sealed class Receiver(Action receive) : IProgress<LoadInterval>
    {
        public void Report(LoadInterval value) => receive();
    }
}
