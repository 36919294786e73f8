namespace Syncopate.Cluster.Links;

/// <summary>Up to which interval an agent's figures are known.</summary>
internal sealed record IntervalMark(int Agent, int Incarnation, int Sequence);
