using Syncopate.Judging;
using Syncopate.Statistics;

namespace Syncopate.Running;

/// <summary>How a comparison stands after a round, for whoever watches it.</summary>
/// <param name="Round">Complete rounds.</param>
/// <param name="Forms">Each form over all its rounds, the baseline first.</param>
/// <param name="Ratio">Mean latency of the last form over that of the first; null without a valid round.</param>
/// <param name="Low">Lower end of the ratio's interval by what is known so far; null with too few rounds for one.</param>
/// <param name="High">Upper end; null together with <paramref name="Low"/>.</param>
public sealed record RoundStanding(int Round, IReadOnlyList<FormStanding> Forms, double? Ratio, double? Low, double? High)
{
    /// <summary>The decision on the first and the last form, when it fell with this round; else null. Verdicts fall at
    /// the looks alone.</summary>
    public Decision? Decided { get; init; }

    /// <summary>The standing of an experiment.</summary>
    /// <param name="experiment">The experiment.</param>
    /// <param name="rounds">Its complete rounds, in order.</param>
    public static RoundStanding Of(Experiment experiment, IReadOnlyList<Round> rounds)
    {
        ArgumentNullException.ThrowIfNull(experiment);
        ArgumentNullException.ThrowIfNull(rounds);
        IntervalEstimate? soFar = ExperimentJudge.SoFar(experiment, rounds, FormPair.Of(experiment.Workload)[0]);
        double? Ratio(double? theta) => theta is { } value ? Math.Exp(value) : null;
        FormStanding[] forms = [.. experiment.Workload.Forms.Select(
            f => Of(f, [.. rounds.Select(r => r.MeasuredSlot(f.Form)).OfType<Slot>()]))];
        return new RoundStanding(rounds.Count, forms, Ratio(soFar?.Theta), Ratio(soFar?.Low), Ratio(soFar?.High));
    }

    private static FormStanding Of(WorkloadForm form, Slot[] slots)
    {
        long count = slots.Sum(s => s.Count);
        return new FormStanding(
            form.Form,
            form.Label,
            count == 0 ? 0 : slots.Sum(s => s.LatencySumNanoseconds) / count / 1e6,
            slots.Length > 0 && slots.All(SlotMetrics.IsAllLate)
                ? double.NaN
                : slots.Sum(SlotMetrics.RatedAnswers) / Math.Max(1e-9, slots.Sum(SlotMetrics.RatedSeconds)),
            slots.Sum(s => s.Errors.Values.Sum()))
        {
            LastMilliseconds = slots is [.., { Count: > 0 } last] ? last.LatencySumNanoseconds / last.Count / 1e6 : null,
            Threads = slots.Max(s => s.Target?.MaximumThreads),
        };
    }
}
