namespace Syncopate.Reporting.Loads;

/// <summary>The rate of a load at which requests are due.</summary>
/// <param name="AskedPerSecond">Requests due a second, on average.</param>
/// <param name="ReachedPerSecond">Requests answered or failed a second.</param>
/// <param name="Overflowed">Requests due while as many were in flight as may be; they waited in the generator.</param>
public sealed record LoadRate(double AskedPerSecond, double ReachedPerSecond, long Overflowed);
