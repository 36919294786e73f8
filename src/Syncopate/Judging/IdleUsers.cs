using Syncopate.Statistics;

namespace Syncopate.Judging;

/// <summary>What users without a request in flight may have done to a comparison. A generator that waits for a
/// processor leaves its users idle, whichever form it serves: random turns make that fair. But where one form's users are idle more than
/// the other's, round by round, that form was asked less.</summary>
/// <remarks>By Little's law a form whose users are in flight a share s of the time serves s times the users. Latency
/// and rate grow with the users, at most in proportion while a server keeps its order, so that a difference d in the logarithm of the
/// shares explains from nothing to all of a difference d between the forms. What the decision says must hold at both ends.</remarks>
internal static class IdleUsers
{
    // The centre of the differences is wanted, not their interval; any level gives it.
    private const double AnyLevel = 0.5;

    /// <summary>The logarithm of the candidate's share in flight over the baseline's in the typical round; 0 without a round.</summary>
    public static double LogRatio(IReadOnlyList<Round> rounds, FormPair pair)
    {
        double[] differences =
        [
            .. from round in rounds
               let baseline = round.MeasuredSlot(pair.Baseline)?.InFlightShare
               let candidate = round.MeasuredSlot(pair.Candidate)?.InFlightShare
               where baseline > 0 && candidate > 0
               select Math.Log(candidate.Value / baseline.Value),
        ];
        return differences.Length == 0 ? 0 : HodgesLehmann.Estimate(differences, AnyLevel).Theta;
    }

    /// <summary>The decision, if it holds with and without what idle users explain; else an undecided one.</summary>
    public static Decision Allow(Decision decision, double logRatio)
    {
        // Both ends are null or neither is; a decision without them is an undecided one, whatever stands here.
        (double low, double high) = (decision.Low ?? 0, decision.High ?? double.PositiveInfinity);
        (low, high) = (Math.Min(low, low / Math.Exp(logRatio)), Math.Max(high, high / Math.Exp(logRatio)));
        double margin = 1 + decision.MarginPercent / 100;
        bool holds = decision.Verdict switch
        {
            Verdict.Gain or Verdict.Loss => low > 1 || high < 1,
            Verdict.NoDifference => low >= 1 / margin && high <= margin,
            _ => true,
        };
        return holds ? decision : decision with { Verdict = Verdict.Undecided, Basis = DecisionBasis.IdleUsers };
    }
}
