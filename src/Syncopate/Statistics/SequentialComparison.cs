namespace Syncopate.Statistics;

/// <summary>
/// Judges two forms from their rounds, looking only at the fixed numbers of rounds and stopping at the first look that decides. Rounds after
/// that look, and between looks, do not count: analysing a finished run again gives the verdict of the live run, bit for bit.
/// </summary>
/// <remarks>Repeated confidence intervals: C. Jennison, B. W. Turnbull, Journal of the Royal Statistical Society B 51 (1989) 305-361;
/// equivalence is two one-sided tests, D. J. Schuirmann (1987), read off the same interval.</remarks>
/// <param name="rules">The rules that were fixed before the first round.</param>
public sealed class SequentialComparison(ComparisonRules rules)
{
    /// <summary>Factor of the process allowance, the normal quantile of a 95 % interval.</summary>
    private const double AllowanceFactor = 1.96;

    /// <summary>The decision after these rounds.</summary>
    /// <param name="rounds">Complete rounds in the order in which they ran; may be empty.</param>
    public Decision Judge(ReadOnlySpan<RoundPair> rounds)
    {
        Decision? latest = null;
        for (var look = 1; look <= rules.Looks && rounds.Length >= Looks.RoundsAt(look); look++)
        {
            latest = Look(rounds[..Looks.RoundsAt(look)]);
            if (latest.Outcome == LookOutcome.Decided) return latest;
        }

        if (latest is null) return BeforeFirstLook(rounds);
        return rounds.Length >= Looks.RoundsAt(rules.Looks) ? latest with { Outcome = LookOutcome.Exhausted } : latest;
    }

    /// <summary>The estimate from all rounds, between looks too: to be shown while a run goes on, never to be judged by.</summary>
    /// <param name="rounds">Complete rounds in the order in which they ran; at least one.</param>
    public IntervalEstimate SoFar(ReadOnlySpan<RoundPair> rounds) =>
        WithAllowance(HodgesLehmann.Estimate(LogRatios(rounds), rules.Alpha), rounds[^1].ProcessPairs);

    private Decision BeforeFirstLook(ReadOnlySpan<RoundPair> rounds) => new()
    {
        Outcome = LookOutcome.Continue,
        Verdict = Verdict.Undecided,
        Basis = DecisionBasis.TooFewRounds,
        Rounds = rounds.Length,
        Ratio = rounds.IsEmpty ? null : Math.Exp(HodgesLehmann.Estimate(LogRatios(rounds), rules.Alpha).Theta),
        MarginPercent = rules.MarginPercent,
    };

    private Decision Look(ReadOnlySpan<RoundPair> rounds)
    {
        var estimate = WithAllowance(HodgesLehmann.Estimate(LogRatios(rounds), rules.Alpha), rounds[^1].ProcessPairs);
        var typical = MedianBaseline(rounds);
        var marginPercent = Math.Max(rules.MarginPercent, 100 * rules.Floor / typical);
        var margin = Math.Log(1 + marginPercent / 100);
        var noise = NoiseFloor.From(NoiseLogRatios(rounds));
        var basis = Basis(estimate, margin, rules.Floor / typical, noise?.Height);
        var verdict = VerdictOf(basis, estimate.Theta);
        return new Decision
        {
            Outcome = verdict == Verdict.Undecided ? LookOutcome.Continue : LookOutcome.Decided,
            Verdict = verdict,
            Basis = basis,
            Rounds = rounds.Length,
            Ratio = Math.Exp(estimate.Theta),
            Low = estimate.Low is { } low ? Math.Exp(low) : null,
            High = estimate.High is { } high ? Math.Exp(high) : null,
            MarginPercent = marginPercent,
            ProcessPairs = rounds[^1].ProcessPairs,
            Noise = noise,
            RoundsNeeded = verdict == Verdict.Undecided ? RoundsNeeded(estimate, margin, rounds.Length) : null,
        };
    }

    /// <summary>Widens each side to sqrt(h^2 + (1.96 s_p)^2 / P): rounds within one pair of processes share what these two happen to be.
    /// Side by side, so that without a process effect the exact interval remains.</summary>
    private IntervalEstimate WithAllowance(IntervalEstimate estimate, int processPairs)
    {
        if (estimate is not { Low: { } low, High: { } high }) return estimate;
        var allowance = AllowanceFactor * rules.ProcessSpread / Math.Sqrt(processPairs);
        return estimate with
        {
            Low = estimate.Theta - double.Hypot(estimate.Theta - low, allowance),
            High = estimate.Theta + double.Hypot(high - estimate.Theta, allowance),
        };
    }

    private static DecisionBasis Basis(IntervalEstimate estimate, double margin, double floorShare, double? noiseHeight)
    {
        if (estimate is not { Low: { } low, High: { } high }) return DecisionBasis.LevelOutOfReach;
        if (-margin < low && high < margin) return DecisionBasis.InsideMargin;
        if (low <= 0 && high >= 0) return DecisionBasis.TooWide;
        if (Math.Abs(Math.Exp(estimate.Theta) - 1) < floorShare) return DecisionBasis.BelowFloor;
        return Math.Abs(estimate.Theta) <= noiseHeight ? DecisionBasis.InsideNoise : DecisionBasis.ExcludesEqual;
    }

    private Verdict VerdictOf(DecisionBasis basis, double theta) => basis switch
    {
        DecisionBasis.InsideMargin => Verdict.NoDifference,
        DecisionBasis.ExcludesEqual => theta > 0 == rules.HigherIsBetter ? Verdict.Gain : Verdict.Loss,
        _ => Verdict.Undecided,
    };

    /// <summary>n' = n (width / 2m)^2, because the width falls with the root of the rounds; never fewer than one more.</summary>
    private static int? RoundsNeeded(IntervalEstimate estimate, double margin, int rounds)
    {
        if (estimate is not { Low: { } low, High: { } high }) return null;
        var share = (high - low) / (2 * margin);
        return (int)Math.Min(int.MaxValue, Math.Max(rounds + 1, Math.Ceiling(rounds * share * share)));
    }

    private static double[] LogRatios(ReadOnlySpan<RoundPair> rounds)
    {
        var values = new double[rounds.Length];
        for (var i = 0; i < values.Length; i++) values[i] = rounds[i].LogRatio;
        return values;
    }

    private static double[] NoiseLogRatios(ReadOnlySpan<RoundPair> rounds)
    {
        var values = new List<double>(rounds.Length);
        foreach (var round in rounds)
            if (round.NoiseLogRatio is { } value) values.Add(value);
        return [.. values];
    }

    private static double MedianBaseline(ReadOnlySpan<RoundPair> rounds)
    {
        var values = new double[rounds.Length];
        for (var i = 0; i < values.Length; i++) values[i] = rounds[i].Baseline;
        Array.Sort(values);
        return (values[(values.Length - 1) / 2] + values[values.Length / 2]) / 2;
    }
}
