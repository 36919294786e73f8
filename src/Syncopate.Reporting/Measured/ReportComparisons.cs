using Syncopate.Judging;
using Syncopate.Reporting.Figures;
using static System.FormattableString;

namespace Syncopate.Reporting.Measured;

/// <summary>The comparisons of an experiment, each with its verdict and the reason in one sentence.</summary>
internal static class ReportComparisons
{
    // With a smaller share of the rounds no side leads.
    private const double LeastShareWon = 0.75;

    // From which factor on so many rounds point to a form: the smaller the difference, the easier a few rounds agree by chance.
    private static readonly (double Factor, int Rounds)[] FewestRounds = [(1.5, 1), (1.25, 3), (1, 6)];

    /// <summary>Every pair of forms by the primary metric, the primary pair first; then, for every pair, each further metric that
    /// the slots carry.</summary>
    public static IReadOnlyList<Comparison> Of(MeasuredExperiment measured)
    {
        IReadOnlyList<FormPair> pairs = FormPair.Of(measured.Experiment.Workload);
        Metric[] further = Further(measured.Experiment).Where(m => IsCarried(measured, m)).ToArray();
        return
        [
            .. pairs.Select(p => Compare(measured, p, measured.Experiment.PrimaryMetric, pairs.Count)),
            .. from pair in pairs from metric in further select Compare(measured, pair, metric, pairs.Count * further.Length),
        ];
    }

    private static IEnumerable<Metric> Further(Experiment experiment)
    {
        ComparedWork work = experiment.Load switch
        {
            CallsInProcess => ComparedWork.Calls,
            WholeProcesses => ComparedWork.Processes,
            _ when experiment.Workload.Traits.IsUserDefined => ComparedWork.Targets,
            _ => ComparedWork.Experiments,
        };
        return Figure.Compared(work).Select(f => f.ComparedBy).OfType<Metric>()
            .Where(m => m != experiment.PrimaryMetric);
    }

    /// <summary>A quantile must be carried by every slot: the rounds with many answers would not stand for the others.</summary>
    private static bool IsCarried(MeasuredExperiment measured, Metric metric)
    {
        IEnumerable<Slot> slots = measured.Rounds.SelectMany(r => r.Slots);
        // Nor would the rounds with answers in time stand for those without.
        if (metric == Metric.RequestsPerSecond && slots.Any(SlotMetrics.IsAllLate))
            return false;
        return metric.IsLatency()
            ? measured.Rounds.Count > 0 && slots.All(s => measured.Value(s, metric) is not null)
            : slots.Any(s => measured.Value(s, metric) is not null);
    }

    private static Comparison Compare(MeasuredExperiment measured, FormPair pair, Metric metric, int comparisons)
    {
        Decision decision = ExperimentJudge.Judge(
            measured.Experiment, measured.Rounds, pair, new MetricUnderTest(metric, s => measured.Value(s, metric), comparisons));
        return new Comparison
        {
            Metric = metric,
            Baseline = pair.Baseline,
            Candidate = pair.Candidate,
            Primary = pair.Primary && metric == measured.Experiment.PrimaryMetric,
            Ratio = decision.Ratio,
            Low = decision.Low,
            High = decision.High,
            Confidence = measured.Experiment.Confidence,
            Rounds = decision.Rounds,
            Verdict = decision.Verdict,
            Reason = Reason(measured, decision, comparisons),
            MarginPercent = decision.MarginPercent > 0 ? decision.MarginPercent : null,
            RoundsNeeded = decision.RoundsNeeded,
            RoundsWon = HasNoNumber(decision) ? null : decision.RoundsWon,
            RoundsLost = HasNoNumber(decision) ? null : decision.RoundsLost,
            PointsTo = metric == measured.Experiment.PrimaryMetric ? PointsTo(measured, pair, decision) : null,
        };
    }

    private static bool HasNoNumber(Decision decision) => decision.Basis is DecisionBasis.Invalid or DecisionBasis.OtherAnswers;

    /// <summary>The form that leads by more than counts as equal and more than a form differs from itself; null where
    /// none does, and where more rounds would not decide it.</summary>
    private static Form? PointsTo(MeasuredExperiment measured, FormPair pair, Decision decision)
    {
        if (decision is not { Verdict: Verdict.Undecided, Ratio: > 0 and { } ratio }
            || decision.Basis is not (DecisionBasis.TooFewRounds or DecisionBasis.LevelOutOfReach or DecisionBasis.TooWide))
        {
            return null;
        }

        if (ExperimentJudge.MayBeCompilation(measured.Experiment, measured.Rounds))
            return null;
        var (lead, won) = (Math.Abs(Math.Log(ratio)), ratio < 1 ? decision.RoundsWon : decision.RoundsLost);
        double floorPercent = measured.Experiment.PrimaryMetric.IsLatency()
            ? 100 * measured.Experiment.FloorMilliseconds / measured[pair.Baseline].Mean
            : 0;
        bool isAhead = lead > Math.Log(1 + Math.Max(decision.MarginPercent, floorPercent) / 100)
            && lead > (measured.PrimaryNoise?.Height ?? 0)
            && won >= LeastShareWon * decision.Rounds;
        return isAhead && decision.Rounds >= FewestRounds.First(f => lead >= Math.Log(f.Factor)).Rounds
            ? (ratio < 1 ? pair.Candidate : pair.Baseline)
            : null;
    }

    private static string Reason(MeasuredExperiment measured, Decision decision, int comparisons) => decision.Basis switch
    {
        DecisionBasis.TooFewRounds =>
            TooFew(measured.Experiment, decision.Rounds, measured.Rounds.Count),
        DecisionBasis.LevelOutOfReach =>
            $"{Wording.Plural(decision.Rounds, "round is", "rounds are")} too few for an interval at the required level "
                + $"({Wording.Plural(comparisons, "comparison")}, {Wording.Plural(measured.Experiment.Looks, "look")}).",
        DecisionBasis.InsideMargin =>
            $"{Interval(decision)} lies within {FigureText.Margin(decision.MarginPercent)}: equivalence is shown{Allowance(decision)}.",
        DecisionBasis.ExcludesEqual =>
            $"{Interval(decision)} excludes 1 after "
                + $"{Wording.Plural(decision.Rounds, "round")}{Above(decision.Noise)}{Allowance(decision)}.",
        DecisionBasis.FarApart =>
            $"{Interval(decision)} lies far from 1 after {Wording.Plural(decision.Rounds, "round")}, "
                + $"and no slot of one form reached any of the other{Above(decision.Noise)}{Allowance(decision)}.",
        DecisionBasis.InsideNoise =>
            // Never null: what is inside the noise has a noise floor.
            $"{Interval(decision)} excludes 1, but a form differed from itself by up to {Percent(decision.Noise!)}, which is as much.",
        DecisionBasis.Unsettled =>
            $"{Interval(decision)} excludes 1, but a server was not steady when it was measured: "
                + "code that is not compiled yet may be the whole difference.",
        DecisionBasis.BelowFloor =>
            $"{Interval(decision)} excludes 1, but the difference is below the threshold of relevance, "
                + Invariant($"{measured.Experiment.FloorMilliseconds} ms."),
        DecisionBasis.TooWide =>
            $"{TooWide(decision)}: too wide{Needed(decision.RoundsNeeded)}.",
        DecisionBasis.IdleUsers when measured.Experiment.Load is Arrivals =>
            $"{Interval(decision)} would decide, but the {measured.Experiment.PieceWord}s of one form waited longer to be sent than those "
                + "of the other, which may be all of it.",
        DecisionBasis.IdleUsers =>
            $"{Interval(decision)} would decide, but the users of one form were idle more than those of the other, which may be all of it: "
                + "the generator was the limit.",
        DecisionBasis.OtherAnswers =>
            $"{(measured.Experiment.PieceWord == "request" ? "Responses" : "Results")} changed during the run, so there is no valid "
                + "number; see the doubts.",
        DecisionBasis.Invalid => "A slot had too many errors or no answer, so there is no valid number; see the doubts.",
        _ => throw new ArgumentOutOfRangeException(nameof(decision), decision.Basis, "Not a reason."),
    };

    // How many is not known of rounds that say nothing of how they vary.
    private static string Needed(int? rounds) => rounds is { } needed
        ? $"; about {FigureText.Count(needed)} rounds would decide{(needed > Looks.RoundsAt(Looks.Most) ? ", more than a run has" : "")}"
        : "";

    /// <param name="experiment">The experiment.</param>
    /// <param name="rounds">Rounds that have the figure that is compared.</param>
    /// <param name="complete">All complete rounds.</param>
    private static string TooFew(Experiment experiment, int rounds, int complete)
    {
        string needed = !Looks.AreEarlyAt(experiment.Confidence) ? Invariant($"{Looks.RoundsAt(1)} rounds")
            : rounds < Looks.Earliest ? Invariant($"{Looks.Earliest} to {Looks.RoundsAt(1)} rounds")
            : Invariant($"up to {Looks.RoundsAt(1)} rounds here");
        string there = rounds == 0 ? "none" : FigureText.Count(rounds);
        return rounds < complete
            ? $"A verdict needs {needed} with this figure of both forms; {there} of {FigureText.Count(complete)} "
                + $"{(rounds > 1 ? "have" : "has")} it."
            : $"A verdict needs {needed}; {there} {(rounds > 1 ? "are" : "is")} complete.";
    }

    /// <summary>A margin is a factor, so that ±50% reaches from 0.667 to 1.5. Down to 0.5 a reader would take it to hold what it does not:
    /// there its end is named. What lies beyond an end is seen to.</summary>
    private static string TooWide(Decision decision)
    {
        double margin = decision.MarginPercent / 100;
        string shown = FigureText.Margin(decision.MarginPercent);
        return (decision.Low, decision.High) switch
        {
            (_, { } high) when high > 1 + margin => Contains(high, 1 + margin, $"beyond {shown}"),
            ({ } low, _) when low < 1 - margin => Contains(low, 1 - margin, $"beyond {shown}"),
            ({ } low, _) when low < 1 / (1 + margin) => Contains(
                low,
                1 / (1 + margin),
                $"below {FigureText.Ratio(1 / (1 + margin), FigureText.DigitsApart(low, 1 / (1 + margin)) ?? FigureText.UsualDigits)}, "
                    + $"where {shown} ends (1 ÷ {FigureText.Ratio(1 + margin)})"),
            _ => $"{Interval(decision)} contains 1 and reaches to the end of {shown}",
        };

        string Contains(double end, double bound, string beyond) =>
            $"{Interval(decision, FigureText.DigitsApart(end, bound) ?? FigureText.UsualDigits)} contains 1 and reaches {beyond}";
    }

    private static string Interval(Decision decision, int digits = FigureText.UsualDigits) =>
        $"The interval of the ratio, {Ratio(decision.Low, digits)} to {Ratio(decision.High, digits)},";

    private static string Ratio(double? ratio, int digits) =>
        ratio is { } value ? FigureText.Ratio(value, digits) : FigureText.Missing;

    private static string Above(NoiseFloor? noise) =>
        noise?.Height is null ? "" : $"; a form differed from itself by at most {Percent(noise)}";

    private static string Percent(NoiseFloor noise) => FigureText.Percent(100 * (Math.Exp(noise.Height ?? 0) - 1));

    /// <summary>With few pairs of processes the allowance is a large part of the interval, so it is said.</summary>
    private static string Allowance(Decision decision) => decision.ProcessPairs is > 0 and < 4
        ? $"; it allows for {FigureText.Percent(100 * ComparisonRules.UsualProcessSpread)} between processes, "
            + $"as there {(decision.ProcessPairs == 1 ? "was one pair" : $"were {FigureText.Count(decision.ProcessPairs)} pairs")} of them"
        : "";
}
