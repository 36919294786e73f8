using Syncopate.Statistics;

namespace Syncopate.Judging;

/// <summary>
/// Judges two forms from their rounds, looking only at the fixed numbers of rounds, early ones and regular ones, and
/// stopping at the first look that decides. Rounds after that look, and between looks, do not count: analysing a finished run again gives
/// the verdict of the live run, bit for bit.</summary>
/// <remarks>Repeated confidence intervals: C. Jennison, B. W. Turnbull, Journal of the Royal Statistical Society B 51 (1989) 305-361;
/// equivalence is two one-sided tests, D. J. Schuirmann (1987), read off the same interval.</remarks>
/// <param name="rules">The rules that were fixed before the first round.</param>
internal sealed class SequentialComparison(ComparisonRules rules)
{
    /// <summary>Factor of the process allowance, the normal quantile of a 95 % interval.</summary>
    private const double AllowanceFactor = 1.96;

    /// <summary>The decision after these rounds.</summary>
    /// <param name="rounds">Complete rounds in the order in which they ran; may be empty.</param>
    public Decision Judge(ReadOnlySpan<RoundPair> rounds)
    {
        for (int n = Looks.Earliest; Looks.AreEarlyAt(rules.Confidence) && n <= rounds.Length && n < Looks.RoundsAt(1); n++)
        {
            if (LookEarly(rounds[..n]) is { } early)
                return early;
        }

        Decision? latest = null;
        for (int look = 1; look <= rules.Looks && rounds.Length >= Looks.RoundsAt(look); look++)
        {
            latest = Look(rounds[..Looks.RoundsAt(look)]);
            if (latest.Outcome == LookOutcome.Decided)
                return latest;
        }

        if (latest is null)
            return BeforeFirstLook(rounds);
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
        RoundsWon = Count(rounds, r => IsBetter(r.LogRatio)),
        RoundsLost = Count(rounds, r => IsBetter(-r.LogRatio)),
        Ratio = rounds.IsEmpty ? null : Math.Exp(HodgesLehmann.Estimate(LogRatios(rounds), rules.Alpha).Theta),
        MarginPercent = rules.MarginPercent,
    };

    /// <summary>A gain or a loss, or null: an early look has nothing else to say.</summary>
    private Decision? LookEarly(ReadOnlySpan<RoundPair> rounds)
    {
        if (!EarlyLook.IsSeparated(rounds))
            return null;

        IntervalEstimate estimate = WithAllowance(
            EarlyLook.Estimate(rounds, Looks.EarlyAlpha(rounds.Length) / rules.Comparisons), rounds[^1].ProcessPairs);
        double factor = Math.Log(
            Math.Max(
                Looks.EarlyFactor(rounds.Length, EarlyLook.IsInOneOrder(rounds)), 1 + MarginPercent(rounds) / 100));
        bool isFarApart = (estimate.Low > factor || estimate.High < -factor)
            && Math.Abs(Math.Exp(estimate.Theta) - 1) >= FloorShare(rounds)
            && Math.Abs(estimate.Theta) > EarlyLook.LargestNoise(rounds);
        return isFarApart ? Found(rounds, estimate, DecisionBasis.FarApart) : null;
    }

    private Decision Look(ReadOnlySpan<RoundPair> rounds)
    {
        IntervalEstimate estimate = WithAllowance(HodgesLehmann.Estimate(LogRatios(rounds), rules.Alpha), rounds[^1].ProcessPairs);
        double margin = Math.Log(1 + MarginPercent(rounds) / 100);
        Decision found = Found(
            rounds, estimate,
            Basis(estimate, margin, FloorShare(rounds), NoiseFloor.From(NoiseLogRatios(rounds))?.Height));
        return found.Verdict == Verdict.Undecided ? found with { RoundsNeeded = RoundsNeeded(estimate, margin, rounds.Length) } : found;
    }

    private Decision Found(ReadOnlySpan<RoundPair> rounds, IntervalEstimate estimate, DecisionBasis basis)
    {
        Verdict verdict = VerdictOf(basis, estimate.Theta);
        return new Decision
        {
            Outcome = verdict == Verdict.Undecided ? LookOutcome.Continue : LookOutcome.Decided,
            Verdict = verdict,
            Basis = basis,
            Rounds = rounds.Length,
            RoundsWon = Count(rounds, r => IsBetter(r.LogRatio)),
            RoundsLost = Count(rounds, r => IsBetter(-r.LogRatio)),
            Ratio = Math.Exp(estimate.Theta),
            Low = estimate.Low is { } low ? Math.Exp(low) : null,
            High = estimate.High is { } high ? Math.Exp(high) : null,
            MarginPercent = MarginPercent(rounds),
            ProcessPairs = rounds[^1].ProcessPairs,
            Noise = NoiseFloor.From(NoiseLogRatios(rounds)),
        };
    }

    private bool IsBetter(double logRatio) => rules.HigherIsBetter ? logRatio > 0 : logRatio < 0;

    private static int Count(ReadOnlySpan<RoundPair> rounds, Func<RoundPair, bool> condition)
    {
        int count = 0;
        foreach (RoundPair round in rounds)
        {
            if (condition(round))
                count++;
        }

        return count;
    }

    private double FloorShare(ReadOnlySpan<RoundPair> rounds) => rules.Floor / MedianBaseline(rounds);

    private double MarginPercent(ReadOnlySpan<RoundPair> rounds) => Math.Max(rules.MarginPercent, 100 * FloorShare(rounds));

    /// <summary>Widens each side to sqrt(h^2 + (1.96 s_p)^2 / P): rounds within one pair of processes share what these two happen to be.
    /// Side by side, so that without a process effect the exact interval remains.</summary>
    private IntervalEstimate WithAllowance(IntervalEstimate estimate, int processPairs)
    {
        if (estimate is not { Low: { } low, High: { } high })
            return estimate;
        double allowance = AllowanceFactor * rules.ProcessSpread / Math.Sqrt(processPairs);
        return estimate with
        {
            Low = estimate.Theta - double.Hypot(estimate.Theta - low, allowance),
            High = estimate.Theta + double.Hypot(high - estimate.Theta, allowance),
        };
    }

    private static DecisionBasis Basis(IntervalEstimate estimate, double margin, double floorShare, double? noiseHeight)
    {
        if (estimate is not { Low: { } low, High: { } high })
            return DecisionBasis.LevelOutOfReach;
        if (-margin < low && high < margin)
            return DecisionBasis.InsideMargin;
        if (low <= 0 && high >= 0)
            return DecisionBasis.TooWide;
        if (Math.Abs(Math.Exp(estimate.Theta) - 1) < floorShare)
            return DecisionBasis.BelowFloor;
        return Math.Abs(estimate.Theta) <= noiseHeight ? DecisionBasis.InsideNoise : DecisionBasis.ExcludesEqual;
    }

    private Verdict VerdictOf(DecisionBasis basis, double theta) => basis switch
    {
        DecisionBasis.InsideMargin => Verdict.NoDifference,
        DecisionBasis.ExcludesEqual or DecisionBasis.FarApart => theta > 0 == rules.HigherIsBetter ? Verdict.Gain : Verdict.Loss,
        _ => Verdict.Undecided,
    };

    /// <summary>n' = n (width / 2m)^2, because the width falls with the root of the rounds; never fewer than one more.</summary>
    private static int? RoundsNeeded(IntervalEstimate estimate, double margin, int rounds)
    {
        if (estimate is not { Low: { } low, High: { } high })
            return null;
        double share = (high - low) / (2 * margin);
        return (int)Math.Min(int.MaxValue, Math.Max(rounds + 1, Math.Ceiling(rounds * share * share)));
    }

    private static double[] LogRatios(ReadOnlySpan<RoundPair> rounds)
    {
        double[] values = new double[rounds.Length];
        for (int i = 0; i < values.Length; i++)
            values[i] = rounds[i].LogRatio;
        return values;
    }

    private static double[] NoiseLogRatios(ReadOnlySpan<RoundPair> rounds)
    {
        List<double> values = new(rounds.Length);
        foreach (RoundPair round in rounds)
        {
            if (round.NoiseLogRatio is { } value)
                values.Add(value);
        }

        return [.. values];
    }

    private static double MedianBaseline(ReadOnlySpan<RoundPair> rounds)
    {
        double[] values = new double[rounds.Length];
        for (int i = 0; i < values.Length; i++)
            values[i] = rounds[i].Baseline;
        Array.Sort(values);
        return (values[(values.Length - 1) / 2] + values[values.Length / 2]) / 2;
    }
}
