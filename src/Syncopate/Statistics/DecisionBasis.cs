namespace Syncopate.Statistics;

/// <summary>What a verdict rests on.</summary>
public enum DecisionBasis
{
    /// <summary>Fewer rounds than the first look needs.</summary>
    TooFewRounds,

    /// <summary>The rounds cannot carry an interval at the level that looks and comparisons leave.</summary>
    LevelOutOfReach,

    /// <summary>The interval lies within the margin: equivalence.</summary>
    InsideMargin,

    /// <summary>The interval excludes "equal".</summary>
    ExcludesEqual,

    /// <summary>The interval excludes "equal", but a form differs from itself by as much.</summary>
    InsideNoise,

    /// <summary>The interval excludes "equal", but the difference is smaller than the absolute floor.</summary>
    BelowFloor,

    /// <summary>The interval excludes "equal", but a server had not settled and the work is all computing: code that is not compiled yet may be the whole difference.</summary>
    Unsettled,

    /// <summary>The interval contains "equal" and reaches beyond the margin.</summary>
    TooWide,

    /// <summary>A slot had too many errors or broke Little's law: there is no number.</summary>
    Invalid,
}
