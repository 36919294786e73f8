namespace Syncopate.Statistics;

/// <summary>How far a warm-up has come.</summary>
public enum SteadyPhase
{
    /// <summary>Go on sending: something still changes, or the floor is not reached.</summary>
    Warming,

    /// <summary>Nothing changes any more: measuring may begin.</summary>
    Steady,

    /// <summary>The ceiling is reached and something still changes: measure, with a doubt.</summary>
    NotSteady,
}
