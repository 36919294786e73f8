namespace Syncopate.Reporting.Figures;

/// <summary>A threshold held against a form.</summary>
/// <param name="Threshold">The threshold.</param>
/// <param name="Passed">False when the line was crossed, and when the figure was not measured.</param>
/// <param name="Value">The value in the unit of <see cref="Threshold.Limit"/>; null when it was not measured.</param>
/// <param name="Found">The value in words, such as "241 ms" or "not measured".</param>
/// <param name="Bound">The limit in words, such as "limit 300 ms".</param>
public sealed record ThresholdResult(Threshold Threshold, bool Passed, double? Value, string Found, string Bound)
{
    /// <summary>Such as "p99 241 ms (limit 300 ms)".</summary>
    public string Sentence => $"{Threshold.Figure.Name} {Found} ({Bound})";
}
