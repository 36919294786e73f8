namespace Syncopate.Judging;

/// <summary>What a verdict rests on.</summary>
public enum DecisionBasis
{
    /// <summary>Fewer rounds than the first regular look needs, and the forms are not far apart.</summary>
    TooFewRounds,

    /// <summary>The rounds cannot carry an interval at the level that looks and comparisons leave.</summary>
    LevelOutOfReach,

    /// <summary>The interval lies within the margin: equivalence.</summary>
    InsideMargin,

    /// <summary>The interval excludes "equal".</summary>
    ExcludesEqual,

    /// <summary>An early look: the slots of the forms do not overlap, and the interval lies not only beyond "equal" but beyond a factor.</summary>
    FarApart,

    /// <summary>The interval excludes "equal", but a form differs from itself by as much.</summary>
    InsideNoise,

    /// <summary>The interval excludes "equal", but the difference is smaller than the absolute floor.</summary>
    BelowFloor,

    /// <summary>The interval excludes "equal", but a server had not settled and the work is all computing: code that is not compiled yet may be the whole difference.</summary>
    Unsettled,

    /// <summary>The interval contains "equal" and reaches beyond the margin.</summary>
    TooWide,

    /// <summary>The interval would decide, but the users of one form were idle more than those of the other, which may be the whole difference: the generator was the limit.</summary>
    IdleUsers,

    /// <summary>A slot had too many errors or no answer: there is no number.</summary>
    Invalid,
}
