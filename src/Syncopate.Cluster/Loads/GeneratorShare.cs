namespace Syncopate.Cluster.Loads;

/// <summary>How much of their machines' processors the generators of one load took.</summary>
internal static class GeneratorShare
{
    /// <summary>For each agent the share of all processors of its machine, 0 to 1, that the agents on that machine took together; null for
    /// one that said nothing at its end.</summary>
    /// <param name="agents">Who took part.</param>
    /// <param name="ends">What each said at its end; null for nothing.</param>
    public static double?[] Of(IReadOnlyList<AgentCard> agents, IReadOnlyList<AgentSummary?> ends)
    {
        (AgentCard Card, AgentSummary? End)[] all = [.. agents.Zip(ends)];
        return
        [
            .. all.Select(one => one.End is null ? null
                : OfMachine([.. all.Where(other => other.Card.MachineId == one.Card.MachineId)])),
        ];
    }

    private static double? OfMachine((AgentCard Card, AgentSummary? End)[] agents)
    {
        double length = agents.Max(agent => agent.End?.DurationNanoseconds ?? 0);
        double used = agents.Sum(agent => agent.End?.CpuNanoseconds ?? 0);
        return length > 0 ? Math.Min(1, used / (length * agents.Max(agent => agent.Card.Cores))) : null;
    }
}
