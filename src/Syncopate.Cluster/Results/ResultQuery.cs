namespace Syncopate.Cluster.Results;

/// <summary>Which results are wanted, the newest first.</summary>
internal sealed record ResultQuery
{
    /// <summary>Only those of this kind of machine; null for all.</summary>
    public string? Machine { get; init; }

    /// <summary>Only those with this label; null for all.</summary>
    public string? Label { get; init; }

    /// <summary>Only those that started before; null for all.</summary>
    public DateTimeOffset? Before { get; init; }

    /// <summary>How many, at most.</summary>
    public required int Most { get; init; }
}
