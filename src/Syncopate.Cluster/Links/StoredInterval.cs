namespace Syncopate.Cluster.Links;

/// <summary>What an agent measured in one interval. The first five are its key: however often it is sent, it is kept once.</summary>
/// <param name="Run">The run.</param>
/// <param name="Round">The round.</param>
/// <param name="Agent">The agent's number.</param>
/// <param name="Incarnation">The agent's process.</param>
/// <param name="Sequence">From 1, without a gap.</param>
/// <param name="Body">The figures.</param>
internal sealed record StoredInterval(Guid Run, int Round, int Agent, int Incarnation, int Sequence, string Body);
