namespace Syncopate.Experiments;

/// <summary>A row of the table of <c>tight-loop</c>.</summary>
/// <param name="Id">What the sample calls the pair of loops.</param>
/// <param name="Title">What the table calls the async form.</param>
/// <param name="What">What the async form does, one sentence.</param>
/// <param name="Change">The code change.</param>
internal sealed record LoopRow(string Id, string Title, string What, string Change)
{
    /// <summary>Whether each call takes 1 ms; else a few nanoseconds.</summary>
    public bool IsMillisecond { get; init; }

    /// <summary>How many async methods lie between the loop and the work; null where that is not the question.</summary>
    public int? AwaitsDeep { get; init; }

    /// <summary>Whether the method gives its thread back once.</summary>
    public bool WaitsOnce { get; init; }

    /// <summary>Whether one await stands around the whole loop.</summary>
    public bool IsWholeLoop { get; init; }

    /// <summary>Figures of the row itself, which go with every slot.</summary>
    public IReadOnlyDictionary<string, double> Counters => AwaitsDeep is { } levels
        ? new Dictionary<string, double>(StringComparer.Ordinal) { ["awaitsDeep"] = levels, ["waitsOnce"] = WaitsOnce ? 1 : 0 }
        : IsWholeLoop ? new Dictionary<string, double>(StringComparer.Ordinal) { ["awaitsPerLoop"] = 1 } : new Dictionary<string, double>();

    /// <summary>Whether a quick run measures it.</summary>
    public bool IsQuick { get; init; }

    /// <summary>Means of 1,000 calls that the article printed, in ms; null when it has no such row.</summary>
    public (double Sync, double Async)? Then { get; init; }

    /// <summary>What a reader of this row must know beside what holds for all; full sentences.</summary>
    public IReadOnlyList<string> Caveats { get; init; } = [];
}
