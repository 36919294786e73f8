namespace Syncopate.Judging;

/// <summary>What a comparison says after a number of rounds.</summary>
internal sealed record Decision
{
    /// <summary>Whether more rounds are worth their time.</summary>
    public required LookOutcome Outcome { get; init; }

    /// <summary>The verdict; <see cref="Verdict.Undecided"/> unless a look decided.</summary>
    public required Verdict Verdict { get; init; }

    /// <summary>What the verdict rests on.</summary>
    public required DecisionBasis Basis { get; init; }

    /// <summary>Rounds used: those up to the deciding look or to the last look reached; all of them before the first
    /// regular look.</summary>
    public required int Rounds { get; init; }

    /// <summary>Those of <see cref="Rounds"/> in which the candidate was better.</summary>
    public int RoundsWon { get; init; }

    /// <summary>Those of <see cref="Rounds"/> in which the candidate was worse.</summary>
    public int RoundsLost { get; init; }

    /// <summary>Geometric-mean ratio of candidate over baseline; null when there is no valid round.</summary>
    public double? Ratio { get; init; }

    /// <summary>Lower end of the ratio's interval, process allowance included; null when the rounds carry none.</summary>
    public double? Low { get; init; }

    /// <summary>Upper end of the ratio's interval, process allowance included; null when the rounds carry none.</summary>
    public double? High { get; init; }

    /// <summary>The margin in force, in percent: the relative one, or the absolute floor where that is wider.</summary>
    public double MarginPercent { get; init; }

    /// <summary>Distinct pairs of server processes behind the interval; 0 when there is no interval.</summary>
    public int ProcessPairs { get; init; }

    /// <summary>The noise floor over the same rounds; null when it was not measured.</summary>
    public NoiseFloor? Noise { get; init; }

    /// <summary>How many rounds would probably decide; null unless undecided with an interval.</summary>
    public int? RoundsNeeded { get; init; }
}

/// <summary>What a verdict rests on.</summary>
internal enum DecisionBasis
{
    /// <summary>Fewer rounds than the first regular look needs, and the forms are not far apart.</summary>
    TooFewRounds,

    /// <summary>The rounds cannot carry an interval at the level that looks and comparisons leave.</summary>
    LevelOutOfReach,

    /// <summary>The interval lies within the margin: equivalence.</summary>
    InsideMargin,

    /// <summary>The interval excludes "equal".</summary>
    ExcludesEqual,

    /// <summary>An early look: the slots of the forms do not overlap, and the interval lies not only beyond "equal" but
    /// beyond a factor.</summary>
    FarApart,

    /// <summary>The interval excludes "equal", but a form differs from itself by as much.</summary>
    InsideNoise,

    /// <summary>The interval excludes "equal", but the difference is smaller than the absolute floor.</summary>
    BelowFloor,

    /// <summary>The interval excludes "equal", but a server was not steady and the work is all computing: code that is
    /// not compiled yet may be the whole difference.</summary>
    Unsettled,

    /// <summary>The interval contains "equal" and reaches beyond the margin.</summary>
    TooWide,

    /// <summary>The interval would decide, but the users of one form were idle more than those of the other, which may
    /// be the whole difference: the generator was the limit.</summary>
    IdleUsers,

    /// <summary>A slot had too many errors or no answer: there is no number.</summary>
    Invalid,

    /// <summary>A form gave another answer than was checked before it was measured: there is no number.</summary>
    OtherAnswers,
}

/// <summary>Whether more rounds are worth their time.</summary>
internal enum LookOutcome
{
    /// <summary>No look has decided yet and the budget has another one.</summary>
    Continue,

    /// <summary>A look has decided; later rounds cannot change the verdict.</summary>
    Decided,

    /// <summary>The last look has passed undecided, or the data is invalid: no further round can decide.</summary>
    Exhausted,
}
