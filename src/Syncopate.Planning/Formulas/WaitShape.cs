namespace Syncopate.Planning.Formulas;

/// <summary>How the lengths of a wait are spread.</summary>
internal enum WaitShape
{
    /// <summary>Each as long as the others.</summary>
    Equal,

    /// <summary>At random without a memory: 63 of 100 are shorter than the mean, one of 100 is 4.6 times as long.</summary>
    Exponential,

    /// <summary>Their logarithms are normal: many short ones and a long tail, as what several computers do one after
    /// the other often is.</summary>
    Lognormal,

    /// <summary>As they were measured, or listed.</summary>
    Measured,
}
