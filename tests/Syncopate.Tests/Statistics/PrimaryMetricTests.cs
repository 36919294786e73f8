using Syncopate.Judging;
using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

/// <summary>A question whose forms only compute is judged by the processor time of a request.</summary>
public sealed class PrimaryMetricTests
{
    private static readonly Experiment ByTime = Given.Experiment(Form.Sync, Form.Async);
    private static readonly Experiment ByCpu = ByTime with { PrimaryMetric = Metric.CpuPerRequest };
    private static readonly FormPair Pair = FormPair.Of(ByCpu.Workload)[0];
    private static readonly int Runs = Simulations.Of(400, 4_000);

    // Of equal forms, as seen in quick runs on two shared cores: most slots within 1 %, one of eight far above.
    private const double Spread = 0.008;
    private const double DisturbedShare = 0.125;
    private const double DisturbedSpread = 0.15;

    [Fact]
    public void Mean_times_that_other_programs_stretch_do_not_keep_it_open()
    {
        IReadOnlyList<Round> rounds = Rounds(8, r => r % 3 == 0 ? 80 : 110, r => r % 2 == 0 ? 95 : 105, _ => (2.0, 2.01));

        Assert.Equal(Verdict.Undecided, ExperimentJudge.Judge(ByTime, rounds, Pair).Verdict);
        Decision decision = ExperimentJudge.Judge(ByCpu, rounds, Pair);
        Assert.Equal(Verdict.NoDifference, decision.Verdict);
        Assert.Equal(1.005, decision.Ratio!.Value, 1e-8);
    }

    [Fact]
    public void The_form_that_uses_more_loses_though_its_answers_were_quicker()
    {
        IReadOnlyList<Round> rounds = Rounds(8, _ => 100, _ => 50, r => (2, 2.4 + 0.01 * r));

        Assert.Equal(Verdict.Gain, ExperimentJudge.Judge(ByTime, rounds, Pair).Verdict);
        Assert.Equal(Verdict.Loss, ExperimentJudge.Judge(ByCpu, rounds, Pair).Verdict);
        Assert.True(ExperimentJudge.SoFar(ByCpu, rounds, Pair)!.Value.Theta > Math.Log(1.2));
    }

    /// <summary>The error level is 5 % over all looks; equal forms must be found equal, and forms at the margin must not.</summary>
    [Theory]
    [InlineData(1.0, 0.05, 0.8, 1.0)]
    [InlineData(1.05, 1.0, 0.0, 0.05)]
    public void Processor_time_keeps_the_error_level(double ratio, double mostDifferent, double leastEqual, double mostEqual)
    {
        var (different, equal) = (0, 0);
        for (int run = 0; run < Runs; run++)
        {
            Xoshiro256 random = new((ulong)run);
            IReadOnlyList<Round> rounds = Rounds(27, _ => 10, _ => 10, _ => (2 * Luck(random), 2 * ratio * Luck(random)));
            Verdict verdict = ExperimentJudge.Judge(ByCpu with { Looks = 4 }, rounds, Pair).Verdict;
            different += verdict is Verdict.Gain or Verdict.Loss ? 1 : 0;
            equal += verdict == Verdict.NoDifference ? 1 : 0;
        }

        // Three deviations of a count of 5 % above the level.
        double slack = 3 * Math.Sqrt(0.05 * 0.95 / Runs);
        Assert.InRange(different / (double)Runs, 0, mostDifferent + slack);
        Assert.InRange(equal / (double)Runs, leastEqual, mostEqual + slack);
    }

    private static double Luck(Xoshiro256 random) =>
        Math.Exp(Spread * Normal(random) + (random.Uniform() < DisturbedShare ? Math.Abs(DisturbedSpread * Normal(random)) : 0));

    // Box and Muller, 1958.
    private static double Normal(Xoshiro256 random) =>
        Math.Sqrt(2 * random.Exponential()) * Math.Cos(2 * Math.PI * random.Uniform());

    private static IReadOnlyList<Round> Rounds(
        int count, Func<int, double> sync, Func<int, double> async, Func<int, (double Sync, double Async)> cpu)
    {
        IEnumerable<Slot> Round(int round)
        {
            var (first, second) = cpu(round);
            yield return Slot(round, Form.Sync, sync(round), first);
            yield return Slot(round, Form.Async, async(round), second);
        }

        return ExperimentJudge.CompleteRounds(ByCpu, Enumerable.Range(1, count).SelectMany(Round));
    }

    private static Slot Slot(int round, Form form, double milliseconds, double cpuMilliseconds)
    {
        Slot slot = Given.Slot(round, form == Form.Sync ? 1 : 2, form, milliseconds);
        return slot with { Target = TargetUse.OfCpu((long)(1e6 * cpuMilliseconds * slot.Count)) };
    }
}
