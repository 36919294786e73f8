namespace Syncopate.Acceptance;

/// <summary>What one comparison said; one line of the results file.</summary>
/// <param name="Case">Name of the case.</param>
/// <param name="Index">From 1 within the case.</param>
/// <param name="Seed">Seed of the comparison.</param>
/// <param name="AtUtc">When it ended.</param>
/// <param name="Truth">The true ratio of the latencies: of the steps, less what a request costs besides.</param>
/// <param name="Ratio">The ratio that was printed; null for none.</param>
/// <param name="Low">Lower end of the printed interval; null for none.</param>
/// <param name="High">Its upper end.</param>
/// <param name="Verdict">The printed verdict.</param>
/// <param name="Rounds">Complete rounds.</param>
/// <param name="Processes">Server processes of a form.</param>
/// <param name="LogRatio">Mean of the rounds' log ratios; null without rounds.</param>
/// <param name="LogRatioVariance">Variance of that mean, from the rounds alone.</param>
/// <param name="LoadAverage">Runnable threads in the last minute, after it.</param>
/// <param name="CoresBurned">Cores that the burners of the case took on average while it was made; 0 without burners.</param>
/// <param name="Identical">True when the report made again from the journal had the same bytes.</param>
internal sealed record ComparisonOutcome(
    string Case,
    int Index,
    int Seed,
    DateTimeOffset AtUtc,
    double Truth,
    double? Ratio,
    double? Low,
    double? High,
    string Verdict,
    int Rounds,
    int Processes,
    double? LogRatio,
    double? LogRatioVariance,
    double LoadAverage,
    double CoresBurned,
    bool Identical)
{
    /// <summary>True when a difference was reported.</summary>
    public bool SaysDifferent => Verdict is "gain" or "loss";

    /// <summary>True when the printed interval holds the truth; null without an interval.</summary>
    public bool? Covers => Low is { } low && High is { } high ? low <= Truth && Truth <= high : null;
}
