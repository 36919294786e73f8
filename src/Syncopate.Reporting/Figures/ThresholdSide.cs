namespace Syncopate.Reporting.Figures;

/// <summary>On which side of a limit a figure fails.</summary>
public enum ThresholdSide
{
    /// <summary>Fails above the limit.</summary>
    Above,

    /// <summary>Fails at the limit and above it.</summary>
    AtOrAbove,

    /// <summary>Fails below the limit.</summary>
    Below,

    /// <summary>Fails at the limit and below it.</summary>
    AtOrBelow,
}
