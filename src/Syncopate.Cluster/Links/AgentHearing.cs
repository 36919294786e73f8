namespace Syncopate.Cluster.Links;

/// <summary>What an agent hears when it asks.</summary>
/// <param name="Commands">For itself, in order, after those it knows.</param>
/// <param name="Epoch">Of the conductor that is there; null when none is.</param>
internal sealed record AgentHearing(IReadOnlyList<AgentCommand> Commands, long? Epoch);
