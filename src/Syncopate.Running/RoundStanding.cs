using Syncopate.Judging;
using Syncopate.Statistics;
using Syncopate.Units;

namespace Syncopate.Running;

/// <summary>How a comparison stands after a round, for whoever watches it.</summary>
/// <param name="Round">Complete rounds.</param>
/// <param name="Forms">Each form over all its rounds, the baseline first.</param>
/// <param name="Ratio">The last form over the first by the metric that answers the question; null without a valid round.</param>
/// <param name="Low">Lower end of the ratio's interval by what is known so far; null with too few rounds for one.</param>
/// <param name="High">Upper end; null together with <paramref name="Low"/>.</param>
internal sealed record RoundStanding(int Round, IReadOnlyList<FormProgress> Forms, double? Ratio, double? Low, double? High)
{
    /// <summary>The decision on the first and the last form, when it fell with this round; else null. Verdicts fall at
    /// the looks alone.</summary>
    public Decision? Decided { get; init; }

    /// <summary>What answers the question.</summary>
    public Metric Metric { get; init; }

    /// <summary>How long the slots of the last round took together.</summary>
    public TimeSpan LastRound { get; init; }

    /// <summary>The standing of an experiment.</summary>
    /// <param name="experiment">The experiment.</param>
    /// <param name="rounds">Its complete rounds, in order.</param>
    public static RoundStanding Of(Experiment experiment, IReadOnlyList<Round> rounds)
    {
        ArgumentNullException.ThrowIfNull(experiment);
        ArgumentNullException.ThrowIfNull(rounds);
        IntervalEstimate? soFar = ExperimentJudge.SoFar(experiment, rounds, FormPair.Of(experiment.Workload)[0]);
        double? Ratio(double? theta) => theta is { } value ? Math.Exp(value) : null;
        FormProgress[] forms = [.. experiment.Workload.Forms.Select(
            f => Of(f, [.. rounds.Select(r => r.MeasuredSlot(f.Form)).OfType<Slot>()]))];
        return new RoundStanding(rounds.Count, forms, Ratio(soFar?.Theta), Ratio(soFar?.Low), Ratio(soFar?.High))
        {
            Metric = experiment.PrimaryMetric,
            LastRound = rounds is [.., var last] ? Nanoseconds.ToTimeSpan(last.Slots.Sum(s => (double)s.DurationNanoseconds)) : default,
        };
    }

    private static FormProgress Of(WorkloadForm form, Slot[] slots)
    {
        long count = slots.Sum(s => s.Count);
        return new FormProgress(
            form.Form,
            form.Label,
            count == 0 ? 0 : Nanoseconds.ToMilliseconds(slots.Sum(s => s.LatencySumNanoseconds) / count),
            slots.Length > 0 && slots.All(SlotMetrics.IsAllLate)
                ? double.NaN
                : slots.Sum(SlotMetrics.RatedAnswers) / Math.Max(1e-9, slots.Sum(SlotMetrics.RatedSeconds)),
            slots.Sum(s => s.Errors.Values.Sum()))
        {
            LastMilliseconds = slots is [.., { Count: > 0 } last]
                ? Nanoseconds.ToMilliseconds(last.LatencySumNanoseconds / last.Count)
                : null,
            Threads = slots.Max(s => s.Target?.MaximumThreads),
        };
    }
}
