namespace Syncopate.Watch;

/// <summary>The last record, unless the tool was killed.</summary>
/// <param name="Outcome">Why the watch ended; <see cref="RunOutcome.TargetFailed"/> when the process ended before the time was up.</param>
/// <param name="Message">What to tell the reader; empty when the time was up.</param>
/// <param name="ElapsedNanoseconds">Since the watch began.</param>
public sealed record WatchEnd(RunOutcome Outcome, string Message, long ElapsedNanoseconds) : WatchRecord;
