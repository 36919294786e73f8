namespace Syncopate.Judging;

/// <summary>How far one quantile moved from the baseline to the candidate; for display, never for a verdict.</summary>
/// <param name="Percentile">Such as 99.9.</param>
/// <param name="Baseline">The quantile of the baseline, in ms.</param>
/// <param name="Candidate">The quantile of the candidate, in ms.</param>
/// <param name="Shift">Candidate less baseline, in ms.</param>
/// <param name="Ratio">Candidate over baseline; null when the baseline is 0.</param>
public sealed record ShiftPoint(double Percentile, double Baseline, double Candidate, double Shift, double? Ratio);
