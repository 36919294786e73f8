namespace Syncopate.Cluster.Links;

/// <summary>An answer with who gave it.</summary>
internal sealed record ReceivedReply(int Agent, int Incarnation, AgentReply Reply);
