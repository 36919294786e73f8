namespace Syncopate.Cluster.Links;

/// <summary>What a conductor sees when it looks at a round.</summary>
/// <param name="Present">Agents whose session is alive.</param>
/// <param name="Replies">Of the round, all of them.</param>
/// <param name="Intervals">Of the round, after those that are known; of each agent in order.</param>
/// <param name="ServerMicroseconds">The database's clock.</param>
internal sealed record RoundSight(
    IReadOnlyList<AgentSight> Present, IReadOnlyList<ReceivedReply> Replies, IReadOnlyList<StoredInterval> Intervals,
        long ServerMicroseconds);
