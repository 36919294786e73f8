using Syncopate.Judging;
using Syncopate.Statistics;

namespace Syncopate.Reporting.Gates;

/// <summary>Judges forms against another form of the same result, such as a branch against the main one. They were measured in
/// turns, so the interval is that of their rounds' ratios, as the report has it: nothing lies between two runs that would
/// have to be allowed for. Fails only when the whole interval lies beyond the limit.</summary>
internal static class PairedRegression
{
    /// <summary>A check for each limit of every form that was compared with this one.</summary>
    /// <exception cref="FormatException">No form of the result has this name, or it was compared with none.</exception>
    public static IReadOnlyList<GateCheck> Judge(GateResult result, string against, IReadOnlyList<RegressionLimit> limits)
    {
        if (!result.Subjects.Any(subject => subject.Form == against))
        {
            string names = string.Join(", ", result.Subjects.Select(subject => subject.Form).Distinct());
            throw new FormatException($"--against '{against}' names no form of {result.Path}. It has: {names}.");
        }

        GateCheck[] checks =
        [
            .. from subject in result.Subjects
               where subject.Form != against
               let pairs = result.Pairs.Where(p => p.Experiment == subject.Experiment && p.Holds(subject.Form, against)).ToList()
               where pairs.Count > 0
               from limit in limits
               select Judge(subject, against, limit, pairs.Find(pair => pair.Comparison.Metric == limit.Metric)),
        ];
        return checks.Length > 0 ? checks
            : throw new FormatException($"--against '{against}': {result.Path} compares it with no other form. "
                + "Give the result of a comparison.");
    }

    private static GateCheck Judge(GateSubject subject, string against, RegressionLimit limit, GatePair? pair)
    {
        GateCheck check = new()
        {
            Experiment = subject.Experiment,
            Form = subject.Form,
            Figure = limit.Name,
            Kind = GateCheckKind.Pair,
            LimitPercent = limit.Percent,
            Against = against,
        };
        if (Regression.ErrorShare(subject) > SlotRules.MostErrorShare)
        {
            return check with
            {
                Outcome = GateOutcome.Failed,
                Found = $"{Wording.Plural(subject.Figures.Errors, "request")} failed",
                Detail = "failed requests make the comparison invalid",
            };
        }

        if (pair is null || Worse(pair, subject.Form) is not { } worse)
        {
            return check with
            {
                Outcome = GateOutcome.Undecided,
                Found = "not comparable",
                Detail = $"no ratio of {limit.Name} to {against}",
            };
        }

        GateCheck judged = Regression.Judge(check, limit, worse);
        return judged with { Detail = $"than {against}, {judged.Detail}" };
    }

    /// <summary>How much worse the form is, on the logarithmic scale; null without a ratio that can be one.</summary>
    private static IntervalEstimate? Worse(GatePair pair, string form)
    {
        Comparison comparison = pair.Comparison;
        if (Logarithm(comparison.Ratio) is not { } ratio)
            return null;
        (double? low, double? high) = (Logarithm(comparison.Low), Logarithm(comparison.High));
        if (low is null || high is null)
            (low, high) = (null, null);
        // A ratio is candidate over baseline; more is worse but for a rate.
        bool isTurned = comparison.Metric.HigherIsBetter() != (pair.Baseline == form);
        return isTurned ? new IntervalEstimate(-ratio, -high, -low) : new IntervalEstimate(ratio, low, high);
    }

    private static double? Logarithm(double? ratio) => ratio is > 0 && double.IsFinite(ratio.Value) ? Math.Log(ratio.Value) : null;
}
