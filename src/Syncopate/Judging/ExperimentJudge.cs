using Syncopate.Statistics;
using Syncopate.Units;

namespace Syncopate.Judging;

/// <summary>Judges an experiment from its slots. The live run and the report both ask here, so that they cannot disagree.</summary>
internal static class ExperimentJudge
{
    /// <summary>The rounds that have a measured slot of every form, by number; slots that belong to no such round are left out.</summary>
    /// <param name="experiment">The experiment.</param>
    /// <param name="slots">Slots of a run in any order; those of other experiments and kinds are passed over.</param>
    public static IReadOnlyList<Round> CompleteRounds(Experiment experiment, IEnumerable<Slot> slots)
    {
        ArgumentNullException.ThrowIfNull(experiment);
        IEnumerable<Round> rounds =
            from slot in slots
            where slot.Experiment == experiment.Id && slot.Round > 0 && slot.Kind is SlotKind.Measured or SlotKind.Noise
            group slot by slot.Round into round
            orderby round.Key
            select new Round(round.Key, [.. round.OrderBy(s => s.Position)]);
        return [.. rounds.Where(r => experiment.Workload.Forms.All(f => r.MeasuredSlot(f.Form) is not null))];
    }

    /// <summary>Whether another round can still change the answer to the experiment's question, for any of its pairs.</summary>
    public static LookOutcome Progress(Experiment experiment, IReadOnlyList<Round> rounds)
    {
        LookOutcome[] outcomes = FormPair.Of(Workload(experiment)).Select(p => Judge(experiment, rounds, p).Outcome).ToArray();
        return outcomes.Contains(LookOutcome.Continue) ? LookOutcome.Continue
            : outcomes.Contains(LookOutcome.Exhausted) ? LookOutcome.Exhausted
            : LookOutcome.Decided;
    }

    /// <summary>The decision on one pair of forms by the experiment's primary metric, which has the error level to itself.</summary>
    /// <param name="experiment">The experiment, with the rules fixed before its first round.</param>
    /// <param name="rounds">Its complete rounds, in order.</param>
    /// <param name="pair">One of <see cref="FormPair.Of"/>.</param>
    public static Decision Judge(Experiment experiment, IReadOnlyList<Round> rounds, FormPair pair) =>
        Judge(experiment, rounds, pair, OfPrimary(experiment));

    /// <summary>The decision by any metric.</summary>
    internal static Decision Judge(Experiment experiment, IReadOnlyList<Round> rounds, FormPair pair, MetricUnderTest underTest)
    {
        ArgumentNullException.ThrowIfNull(experiment);
        ArgumentNullException.ThrowIfNull(rounds);
        if (experiment.HasOtherAnswers)
            return NoNumber(DecisionBasis.OtherAnswers, rounds.Count);
        if (!rounds.SelectMany(r => r.Slots).All(SlotRules.IsValid))
            return NoNumber(DecisionBasis.Invalid, rounds.Count);

        Decision decision = new SequentialComparison(Rules(experiment, underTest)).Judge(Pairs(experiment, rounds, pair, underTest.Value));
        if (underTest.Metric.IsSpeed())
            decision = IdleUsers.Allow(decision, IdleUsers.LogRatio([.. rounds.Take(decision.Rounds)], pair));
        return decision.Basis is DecisionBasis.ExcludesEqual or DecisionBasis.FarApart
            && MayBeCompilation(experiment, [.. rounds.Take(decision.Rounds)])
            ? decision with { Verdict = Verdict.Undecided, Basis = DecisionBasis.Unsettled }
            : decision;
    }

    /// <summary>The ratio of a pair by the primary metric and all rounds so far, on the logarithmic scale; null without a valid round.
    /// To be shown, never to be judged by.</summary>
    public static IntervalEstimate? SoFar(Experiment experiment, IReadOnlyList<Round> rounds, FormPair pair)
    {
        MetricUnderTest underTest = OfPrimary(experiment);
        RoundPair[] pairs = Pairs(experiment, rounds, pair, underTest.Value);
        return pairs.Length == 0 ? null : new SequentialComparison(Rules(experiment, underTest)).SoFar(pairs);
    }

    private static MetricUnderTest OfPrimary(Experiment experiment) =>
        new(experiment.PrimaryMetric, s => SlotMetrics.Value(s, experiment.PrimaryMetric), FormPair.Of(Workload(experiment)).Count);

    private static ComparisonRules Rules(Experiment experiment, MetricUnderTest underTest) => new(
        experiment.Looks, experiment.MarginPercent)
    {
        Confidence = experiment.Confidence,
        Floor = underTest.Metric.IsLatency() ? Nanoseconds.FromMilliseconds(experiment.FloorMilliseconds) : 0,
        Comparisons = underTest.Comparisons,
        HigherIsBetter = underTest.Metric.HigherIsBetter(),
    };

    /// <summary>Random turns cancel what changes with time, but not one process that is still slower throughout: seen
    /// as a false factor of 1.9 on a busy machine.
    /// Where forms wait, compilation is small against the wait; where they only compute, it is everything.</summary>
    internal static bool MayBeCompilation(Experiment experiment, IReadOnlyList<Round> rounds) =>
        experiment.Workload.Traits.OnlyComputes && rounds.Any(r => r.Slots.Any(s => s.Unsettled));

    /// <summary>The rounds as two columns of figures; a round in which one of them is missing is left out.</summary>
    internal static RoundPair[] Pairs(Experiment experiment, IReadOnlyList<Round> rounds, FormPair pair, Func<Slot, double?> value)
    {
        HashSet<(int, int)> processes = new();
        List<RoundPair> pairs = new(rounds.Count);
        foreach (Round round in rounds)
        {
            var (baseline, candidate) = (round.MeasuredSlot(pair.Baseline), round.MeasuredSlot(pair.Candidate));
            if (baseline is null || candidate is null || value(baseline) is not { } b || value(candidate) is not { } c)
                continue;
            processes.Add((baseline.Process, candidate.Process));
            pairs.Add(
                new RoundPair(
                    b, c, processes.Count, NoiseLogRatio(experiment, round, value),
                    baseline.Position < candidate.Position));
        }

        return [.. pairs];
    }

    /// <summary>How far the noise form differs from itself in a round; null when it did not run twice.</summary>
    internal static double? NoiseLogRatio(Experiment experiment, Round round, Func<Slot, double?> value)
    {
        if (experiment.NoiseForm is not { } form || round.MeasuredSlot(form) is not { } measured)
            return null;
        if (round.Slots.FirstOrDefault(s => s.Kind == SlotKind.Noise && s.Form == form) is not { } again)
            return null;
        return value(again) is { } second && value(measured) is { } first ? Math.Log(second / first) : null;
    }

    private static Decision NoNumber(DecisionBasis basis, int rounds) => new()
    {
        Outcome = LookOutcome.Exhausted,
        Verdict = Verdict.Undecided,
        Basis = basis,
        Rounds = rounds,
    };

    private static Workload Workload(Experiment experiment)
    {
        ArgumentNullException.ThrowIfNull(experiment);
        return experiment.Workload;
    }
}
