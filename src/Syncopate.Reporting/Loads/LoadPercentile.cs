namespace Syncopate.Reporting.Loads;

/// <summary>A point of a latency distribution.</summary>
/// <param name="Percentile">Above 0, below 100.</param>
/// <param name="Milliseconds">So many percent of the answers took no longer.</param>
public sealed record LoadPercentile(double Percentile, double Milliseconds);
