using System.Globalization;
using Syncopate.Cluster;
using Syncopate.Cluster.Conducting;
using Syncopate.Cluster.Loads;
using Syncopate.Load;

namespace Syncopate.ClusterBench;

/// <summary>A round as the conductor of the product runs it, with what counts compared with the database and the target.</summary>
internal sealed class WatchedRound(BenchCrew crew, IReadOnlyList<AgentSight> agents)
{
    private readonly TaskCompletionSource _begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<int>[] _kept = [.. agents.Select(_ => new List<int>())];
    private readonly long[] _answers = new long[agents.Count];
    private int _round;

    /// <summary>Completes when the load has begun.</summary>
    public Task Begun => _begun.Task;

    public Task<RoundOutcome> RunAsync(Arrivals shape)
    {
        LoadRequest request = new("/", shape);
        LoadDivision division = LoadDivision.Of(shape, [.. agents.Select(agent => agent.Card with { PerSecond = null })]);
        List<RoundPart> parts = [];
        foreach ((AgentSight agent, LoadPart part) in agents.Zip(division.Parts))
        {
            LoadOrder order = LoadOrder.Of((crew.HttpTarget, [BenchNetwork.Host.ToString()]), request, null, part.Shape, 0);
            parts.Add(new RoundPart(agent, order.ToText(), part.PhaseMicroseconds));
        }

        _round = ++crew.Rounds;
        RoundPlan plan = new(parts, shape.Duration + TimeSpan.FromSeconds(15))
        {
            Keep = Keep,
            Started = _ => _begun.TrySetResult(),
        };
        return crew.Conductor.RunAsync(plan, CancellationToken.None);
    }

    /// <summary>Compares an outcome with what the database stores and the target has seen.</summary>
    public async Task JudgeAsync(RoundOutcome outcome, IReadOnlyList<Fault> faults, FaultTally tally)
    {
        bool isDatabaseLeftAlone = faults.All(fault => fault.Kind != FaultKind.DatabaseKill);
        for (int i = 0; i < agents.Count; i++)
        {
            AgentSight agent = agents[i];
            PartOutcome part = outcome.Parts[i];
            int number = int.Parse(agent.Card.Name.AsSpan(1), NumberStyles.None, CultureInfo.InvariantCulture);
            IReadOnlyList<int> stored = await crew.Database.StoredAsync(crew.Conductor.Run, _round, agent.Id, agent.Incarnation);
            long seen = crew.Target.Asked(BenchNetwork.AddressOf(number));
            tally.Counted += _kept[i].Count;
            if (!_kept[i].SequenceEqual(Enumerable.Range(1, _kept[i].Count)) || stored.Distinct().Count() != stored.Count
                || _kept[i].Except(stored).Any())
            {
                tally.Unstore($"{agent.Card.Name}: counted {string.Join(',', _kept[i])}, stored {string.Join(',', stored)}", faults);
            }

            if (_answers[i] > seen || (part.IsComplete && _answers[i] != seen))
                tally.Lie($"{agent.Card.Name}: {_answers[i]} counted, {seen} seen by the target, {part.Missing ?? "whole"}", faults);
            (tally.Whole, tally.Declared) = part.IsComplete ? (tally.Whole + 1, tally.Declared) : (tally.Whole, tally.Declared + 1);
            bool isLeftAlone = isDatabaseLeftAlone && faults.All(fault => fault.Agent != number);
            if (isLeftAlone && !part.IsComplete && outcome.StartedMicroseconds is not null)
                tally.Blame($"{agent.Card.Name} was left alone: {part.Missing}", faults);
        }
    }

    private void Keep(int part, int sequence, string body)
    {
        AgentInterval interval = ClusterJson.Read(body, LoadJson.Default.AgentInterval);
        _kept[part].Add(sequence);
        IntervalSum sum = new(0, isOpen: true);
        sum.Add(DecodedInterval.Of(interval));
        _answers[part] += sum.Latencies.TotalCount + sum.Errors.Values.Sum() + sum.Discarded;
    }
}
