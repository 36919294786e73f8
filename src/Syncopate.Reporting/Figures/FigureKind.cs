namespace Syncopate.Reporting.Figures;

/// <summary>What a figure counts, which decides the units its limit may have.</summary>
public enum FigureKind
{
    /// <summary>Whole things, without a unit.</summary>
    Count,

    /// <summary>Failed requests: whole ones without a unit, or their share of all with a percent sign.</summary>
    Failures,

    /// <summary>A duration, kept in ms.</summary>
    Time,

    /// <summary>Things a second.</summary>
    Rate,

    /// <summary>Memory in bytes; a KB has 1,024.</summary>
    Memory,
}
