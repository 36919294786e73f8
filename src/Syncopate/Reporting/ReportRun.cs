namespace Syncopate.Reporting;

/// <summary>When and how a run was made.</summary>
/// <param name="Mode">"quick", "default" or "full".</param>
/// <param name="Seed">Seed of the random orders.</param>
/// <param name="Command">The command that repeats it.</param>
/// <param name="StartedUtc">Wall clock at the start.</param>
/// <param name="DurationSeconds">Monotonic length up to the last record.</param>
/// <param name="Outcome">"finished", "cancelled", "targetFailed", "faulted", or "killed" when the journal has no end.</param>
public sealed record ReportRun(string Mode, ulong Seed, string Command, DateTimeOffset StartedUtc, double DurationSeconds, string Outcome);
