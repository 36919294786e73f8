namespace Syncopate;

/// <summary>The last record of a run that was not killed.</summary>
/// <param name="Outcome">Why the run ended.</param>
/// <param name="Message">What to tell the reader; empty when finished.</param>
/// <param name="ElapsedNanoseconds">Monotonic time since the start of the run.</param>
internal sealed record RunEnd(RunOutcome Outcome, string Message, long ElapsedNanoseconds) : JournalRecord;

/// <summary>Why a run ended.</summary>
internal enum RunOutcome
{
    /// <summary>Everything that was asked for was measured.</summary>
    Finished,

    /// <summary>Stopped by the user; finished rounds are kept.</summary>
    Cancelled,

    /// <summary>A server died, refused or answered with errors.</summary>
    TargetFailed,

    /// <summary>A fault of the tool itself.</summary>
    Faulted,
}
