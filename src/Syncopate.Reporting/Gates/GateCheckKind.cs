namespace Syncopate.Reporting.Gates;

/// <summary>What a check holds a form against.</summary>
public enum GateCheckKind
{
    /// <summary>A fixed limit.</summary>
    Threshold,

    /// <summary>Itself in the baseline.</summary>
    Regression,
}
