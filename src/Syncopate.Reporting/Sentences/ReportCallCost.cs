using Syncopate.Judging;
using Syncopate.Reporting.Measured;
using Syncopate.Statistics;
using Syncopate.Units;

namespace Syncopate.Reporting.Sentences;

/// <summary>Finds what awaiting adds to a call, from the rounds of an experiment that asks about it, and says it.</summary>
internal static class ReportCallCost
{
    /// <summary>The cost; null for experiments that ask something else, and without a complete round.</summary>
    public static CallCost? Of(MeasuredExperiment measured)
    {
        Experiment experiment = measured.Experiment;
        if (!experiment.Workload.Traits.AsksCostOfCalls)
            return null;
        RoundPair[] pairs = ExperimentJudge.Pairs(
            experiment, measured.Rounds, FormPair.Of(experiment.Workload)[0], s => measured.Value(s, Metric.Mean));
        if (pairs.Length == 0)
            return null;

        int length = experiment.Load is CallsInProcess { LoopLength: var calls } ? calls : 1;
        double alpha = Looks.Alpha(experiment.Looks, experiment.Confidence);
        IntervalEstimate Centre(Func<RoundPair, double> figure) =>
            HodgesLehmann.Estimate([.. pairs.Select(p => figure(p) / length)], alpha);
        IntervalEstimate added = Centre(p => p.Candidate - p.Baseline);
        // Before a verdict has its interval, none stands beside it: a cost that is certain and a difference that is not
        // would contradict each other.
        var (low, high) = measured.Primary.Low is null ? (null, null) : (added.Low, added.High);
        return new CallCost
        {
            LoopLength = length,
            SyncNanoseconds = Centre(p => p.Baseline).Theta,
            AsyncNanoseconds = Centre(p => p.Candidate).Theta,
            AddedNanoseconds = added.Theta,
            LowNanoseconds = low,
            HighNanoseconds = high,
            AddedCpuNanoseconds = Nanoseconds.FromMilliseconds(measured.Candidate.CpuPerRequest - measured.Baseline.CpuPerRequest) / length,
            AddedBytes = (measured.Candidate.Figures.BytesPerRequest - measured.Baseline.Figures.BytesPerRequest) / length,
            BreakEvens = BreakEven.Of(added.Theta, low, high),
        };
    }

    /// <summary>What awaiting adds, with its interval.</summary>
    public static string Added(CallCost cost) =>
        Time(cost.AddedNanoseconds)
        + (cost is { LowNanoseconds: { } low, HighNanoseconds: { } high } ? $" ({Time(low)} to {Time(high)})" : "");

    /// <summary>A difference of times, with its sign.</summary>
    public static string Time(double nanoseconds) => (nanoseconds < 0 ? "−" : "") + FigureText.OfNanoseconds(Math.Abs(nanoseconds));
}
