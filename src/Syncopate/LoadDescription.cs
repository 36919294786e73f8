namespace Syncopate;

/// <summary>What <c>syncopate load</c> was asked to do. It follows the header of the journal; the intervals follow it.</summary>
internal sealed record LoadDescription : JournalRecord
{
    /// <summary>Scheme, host, port, path and query.</summary>
    public required string Url { get; init; }

    /// <summary>Such as "GET".</summary>
    public required string Method { get; init; }

    /// <summary>Names of the steps of a scenario, which each user goes through again and again; null for a single request.</summary>
    public IReadOnlyList<string>? Steps { get; init; }

    /// <summary>Users and how much they send, or the rate.</summary>
    public required LoadShape Load { get; init; }

    /// <summary>Name of the engine that drove it.</summary>
    public required string Engine { get; init; }

    /// <summary>"1.1", "2.0" or "3.0".</summary>
    public required string HttpVersion { get; init; }

    /// <summary>False when each request had a connection of its own.</summary>
    public required bool KeepsConnections { get; init; }

    /// <summary>Pause of a user before each further request.</summary>
    public required long ThinkNanoseconds { get; init; }

    /// <summary>Longest wait for an answer.</summary>
    public required long TimeoutNanoseconds { get; init; }

    /// <summary>Bytes of each request's body; the body itself is never kept.</summary>
    public required long RequestBodyBytes { get; init; }

    /// <summary>Conditions under which the load fails, such as "p99 &gt; 300ms"; may be empty.</summary>
    public required IReadOnlyList<string> Thresholds { get; init; }
}
