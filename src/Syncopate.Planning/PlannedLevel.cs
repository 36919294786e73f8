using Syncopate.Planning.Formulas;

namespace Syncopate.Planning;

/// <summary>What a form does at one load, by simulation.</summary>
/// <param name="Load">Users, or arrivals a second on one machine.</param>
/// <param name="RequestsPerSecond">Answers a second while requests were sent.</param>
/// <param name="P50Milliseconds">Median latency.</param>
/// <param name="P99Milliseconds">99th percentile of latency.</param>
/// <param name="Threads">Threads at the end.</param>
public sealed record PlannedLevel(double Load, Band RequestsPerSecond, Band P50Milliseconds, Band P99Milliseconds, Band Threads);
