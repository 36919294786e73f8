namespace Syncopate;

/// <summary>Two forms compared by one metric, with what is known about the difference.</summary>
internal sealed record Comparison
{
    /// <summary>The metric.</summary>
    public required Metric Metric { get; init; }

    /// <summary>The form compared with.</summary>
    public required Form Baseline { get; init; }

    /// <summary>The form that is judged.</summary>
    public required Form Candidate { get; init; }

    /// <summary>True for the one metric and pair that the experiment's question is about.</summary>
    public required bool Primary { get; init; }

    /// <summary>Candidate over baseline: the geometric-mean ratio, estimated by Hodges-Lehmann over per-round log
    /// ratios. Null when nothing can be said.</summary>
    public required double? Ratio { get; init; }

    /// <summary>Lower end of the interval of <see cref="Ratio"/>; null when there are too few rounds for an interval.</summary>
    public required double? Low { get; init; }

    /// <summary>Upper end of the interval of <see cref="Ratio"/>; null when there are too few rounds for an interval.</summary>
    public required double? High { get; init; }

    /// <summary>Level of the interval, after looks and comparisons are paid for; such as 0.95.</summary>
    public required double Confidence { get; init; }

    /// <summary>Rounds that the verdict rests on: those up to the look at which it fell.</summary>
    public required int Rounds { get; init; }

    /// <summary>The verdict.</summary>
    public required Verdict Verdict { get; init; }

    /// <summary>Why the verdict is what it is, one sentence with its figures.</summary>
    public required string Reason { get; init; }

    /// <summary>The margin that was in force, in percent: the experiment's, or its absolute floor where that is wider.
    /// Null when there is no number, and in reports of versions that did not report it.</summary>
    public double? MarginPercent { get; init; }

    /// <summary>How many rounds would probably decide; null unless undecided.</summary>
    public int? RoundsNeeded { get; init; }

    /// <summary>Of <see cref="Rounds"/>, those in which the candidate was the better one; null in reports of versions
    /// that did not report it.</summary>
    public int? RoundsWon { get; init; }

    /// <summary>Those in which the baseline was the better one.</summary>
    public int? RoundsLost { get; init; }

    /// <summary>The form that the rounds point to where the mean is undecided: ahead by more than counts as equal, in
    /// at least three of four rounds. Null for none.</summary>
    public Form? PointsTo { get; init; }
}
