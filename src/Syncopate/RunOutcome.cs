namespace Syncopate;

/// <summary>Why a run ended.</summary>
public enum RunOutcome
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
