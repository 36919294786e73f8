namespace Syncopate.Reporting.Gates;

/// <summary>Two forms of one experiment that a result compares, by one metric.</summary>
/// <param name="Experiment">Id of the experiment.</param>
/// <param name="Comparison">The comparison.</param>
internal sealed record GatePair(string Experiment, Comparison Comparison)
{
    /// <summary>The form that the other is compared with, lower case.</summary>
    public string Baseline => Comparison.Baseline.InLowerCase();

    /// <summary>The other form, lower case.</summary>
    public string Candidate => Comparison.Candidate.InLowerCase();

    /// <summary>Whether these are the two.</summary>
    internal bool Holds(string one, string other) => (Baseline == one && Candidate == other) || (Baseline == other && Candidate == one);
}
