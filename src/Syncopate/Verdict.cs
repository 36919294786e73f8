namespace Syncopate;

/// <summary>What a comparison shows.</summary>
public enum Verdict
{
    /// <summary>Not enough data, or too much noise, to say.</summary>
    Undecided,

    /// <summary>The candidate is better than the baseline.</summary>
    Gain,

    /// <summary>The candidate is worse than the baseline.</summary>
    Loss,

    /// <summary>Equivalence is shown: the whole interval lies within the margin.</summary>
    NoDifference,
}
