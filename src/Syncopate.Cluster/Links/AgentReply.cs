namespace Syncopate.Cluster.Links;

/// <summary>What an agent answers; one of each kind in a round.</summary>
/// <param name="Run">The run.</param>
/// <param name="Round">The round.</param>
/// <param name="Kind">What it says.</param>
/// <param name="Body">A reason, or what was measured.</param>
/// <param name="Last">Number of the last interval that was measured; 0 before the end.</param>
internal sealed record AgentReply(Guid Run, int Round, ReplyKind Kind, string Body, int Last = 0)
{
    /// <summary>How the reason of an agent begins that learned of the start when it was over.</summary>
    public const string HeardLate = "it heard of the start";
}

/// <summary>What an agent can answer.</summary>
internal enum ReplyKind
{
    /// <summary>It will begin when it is told to.</summary>
    Ready,

    /// <summary>It will not take part, or cannot, and would say so the next time as well; the body says why.</summary>
    Refused,

    /// <summary>It has ended of itself, or when it was told to stop; the body says what it measured.</summary>
    Done,

    /// <summary>It has ended otherwise, or was kept from beginning, and what it measured is not whole; the body says why.</summary>
    Failed,
}
