namespace Syncopate.Reporting.Gates;

/// <summary>How a check ended.</summary>
public enum GateOutcome
{
    /// <summary>The limit is kept.</summary>
    Ok,

    /// <summary>The limit is crossed, beyond what noise explains.</summary>
    Failed,

    /// <summary>The data cannot tell, or there is nothing to compare with.</summary>
    Undecided,
}
