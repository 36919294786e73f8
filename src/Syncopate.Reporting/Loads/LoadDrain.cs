namespace Syncopate.Reporting.Loads;

/// <summary>What came after the time of a load, to requests sent within it. The rate leaves it out; latencies and failures do not.</summary>
/// <param name="Answers">Good answers.</param>
/// <param name="Failures">Failed requests.</param>
/// <param name="Seconds">How long the last of them took after the time was over.</param>
public sealed record LoadDrain(long Answers, long Failures, double Seconds);
