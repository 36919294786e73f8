namespace Syncopate.Reporting.History;

/// <summary>A figure in one run.</summary>
/// <param name="Run">Name of the run.</param>
/// <param name="StartedUtc">Wall clock at its start.</param>
/// <param name="Value">In ms.</param>
public sealed record HistoryPoint(string Run, DateTimeOffset StartedUtc, double Value);
