namespace Syncopate.Cluster.Links;

/// <summary>What an agent has when it has joined.</summary>
/// <param name="Id">Its number.</param>
/// <param name="Incarnation">Of its process.</param>
/// <param name="LastCommand">Commands up to this one were for whoever had the name before.</param>
internal sealed record AgentSeat(int Id, int Incarnation, long LastCommand);
