using Syncopate.Judging;
using Syncopate.Statistics;

namespace Syncopate.Reporting.Gates;

/// <summary>
/// Judges a form against itself in an older run. The runs were not taken in turns, so there are no pairs of rounds: the
/// logarithms of the rounds are two samples, and what lay between the runs is allowed for by what the runs show about themselves.
/// </summary>
/// <remarks>
/// The interval of <see cref="TwoSampleShift"/>, wider by <see cref="TwoSampleShift.Inflation"/> because neighbouring
/// rounds resemble each other, plus in quadrature: the spread between processes of one build, and the noise floors of both runs (how far
/// a form differed from itself within one run is the least that two runs may differ by). Fails only when the whole interval lies beyond
/// the limit.</remarks>
internal static class Regression
{
    /// <summary>The check of one form by one metric.</summary>
    /// <param name="before">The form in the baseline.</param>
    /// <param name="after">The form in the result.</param>
    /// <param name="limit">How much worse it may be.</param>
    /// <param name="checks">How many such checks share the error level.</param>
    public static GateCheck Judge(GateSubject before, GateSubject after, RegressionLimit limit, int checks)
    {
        GateCheck check = new()
        {
            Experiment = after.Experiment,
            Form = after.Form,
            Figure = limit.Name,
            Kind = GateCheckKind.Regression,
            LimitPercent = limit.Percent,
        };
        if (!before.Load.IsSameAs(after.Load))
        {
            return check with
            {
                Outcome = GateOutcome.Undecided,
                Found = "not comparable",
                Detail = $"the baseline ran with another load: {before.Load.Sentence}",
            };
        }

        if (ErrorShare(after) > SlotRules.MostErrorShare)
        {
            return check with
            {
                Outcome = GateOutcome.Failed,
                Found = $"{Wording.Plural(after.Figures.Errors, "request")} failed",
                Detail = "failed requests make the comparison invalid",
            };
        }

        if (ErrorShare(before) > SlotRules.MostErrorShare)
        {
            return check with
            {
                Outcome = GateOutcome.Undecided,
                Found = "not comparable",
                Detail = $"{Wording.Plural(before.Figures.Errors, "request")} of the baseline failed",
            };
        }

        var (x, y) = (Logarithms(before, limit.Metric), Logarithms(after, limit.Metric));
        if (x.Length == 0 || y.Length == 0)
        {
            return check with
            {
                Outcome = GateOutcome.Undecided,
                Found = "not comparable",
                Detail = $"{(y.Length == 0 ? "the result" : "the baseline")} has no {limit.Name} of single rounds",
            };
        }

        return Judge(check, limit, Interval(before, after, limit.Metric, (1 - Looks.Confidence) / checks));
    }

    internal static GateCheck Judge(GateCheck check, RegressionLimit limit, IntervalEstimate worse)
    {
        string bound = $"limit {limit.Bound}";
        if (worse is not { Low: { } low, High: { } high })
        {
            return check with
            {
                Outcome = GateOutcome.Undecided,
                Found = limit.Describe(worse.Theta),
                Detail = $"too few rounds for an interval; {bound}",
                Percent = Percent(worse.Theta),
            };
        }

        double most = Math.Log(1 + limit.Percent / 100);
        return check with
        {
            Outcome = low > most ? GateOutcome.Failed : high <= most ? GateOutcome.Ok : GateOutcome.Undecided,
            Found = limit.Describe(worse.Theta),
            Detail = $"between {limit.Describe(low)} and {limit.Describe(high)}; {bound}",
            Percent = Percent(worse.Theta),
            LowPercent = Percent(low),
            HighPercent = Percent(high),
        };
    }

    /// <summary>How much worse the form became, on the logarithmic scale.</summary>
    internal static IntervalEstimate Interval(GateSubject before, GateSubject after, Metric metric, double alpha)
    {
        var (x, y) = (Logarithms(before, metric), Logarithms(after, metric));
        IntervalEstimate shift = metric.HigherIsBetter() ? TwoSampleShift.Estimate(y, x, alpha) : TwoSampleShift.Estimate(x, y, alpha);
        if (shift is not { Low: { } low, High: { } high })
            return shift;

        double inflation = Math.Max(TwoSampleShift.Inflation(x), TwoSampleShift.Inflation(y));
        // The spread is that of a pair of processes; half of its variance is one process's.
        double processes = 0.5 / (before.Figures.Processes ?? 1) + 0.5 / (after.Figures.Processes ?? 1);
        double factor = -NormalDistribution.Quantile(alpha / 2) * ComparisonRules.UsualProcessSpread;
        double allowance = factor * factor * processes + Noise(before, metric) + Noise(after, metric);
        double Wider(double side) => Math.Sqrt(side * inflation * (side * inflation) + allowance);
        return new IntervalEstimate(shift.Theta, shift.Theta - Wider(shift.Theta - low), shift.Theta + Wider(high - shift.Theta));
    }

    /// <summary>The square of a run's noise floor, which is one of time: memory and processor time do not share it.</summary>
    private static double Noise(GateSubject subject, Metric metric) =>
        metric.IsSpeed() ? Math.Pow(Math.Log(1 + Math.Max(0, subject.NoisePercent) / 100), 2) : 0;

    private static double[] Logarithms(GateSubject subject, Metric metric) =>
        subject.Figures.EachRound.TryGetValue(metric, out IReadOnlyList<double>? values)
            ? [.. values.Where(v => v > 0 && double.IsFinite(v)).Select(v => Math.Log(v))]
            : [];

    internal static double ErrorShare(GateSubject subject) =>
        subject.Figures.Errors <= 0 ? 0 : (double)subject.Figures.Errors / (subject.Figures.Errors + Math.Max(0, subject.Figures.Count));

    /// <summary>A relative change in percent, from its natural logarithm. Null when it is beyond any number: two rounds
    /// that differ widely bound nothing.</summary>
    internal static double? Percent(double worse) =>
        100 * (Math.Exp(worse) - 1) is var percent && double.IsFinite(percent) ? percent : null;
}
