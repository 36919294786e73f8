namespace Syncopate.Judging;

/// <summary>Whether more rounds are worth their time.</summary>
public enum LookOutcome
{
    /// <summary>No look has decided yet and the budget has another one.</summary>
    Continue,

    /// <summary>A look has decided; later rounds cannot change the verdict.</summary>
    Decided,

    /// <summary>The last look has passed undecided, or the data is invalid: no further round can decide.</summary>
    Exhausted,
}
