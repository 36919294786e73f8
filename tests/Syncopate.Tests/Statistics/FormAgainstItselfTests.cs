using Syncopate.Judging;
using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

/// <summary>
/// Two equal forms, measured on simulated machines and judged by the product's own code from slots to verdict: how
/// often does it claim a difference? At a level of
/// 5 % and 3,000 runs the standard error is 0.4 %. The mutants commit the two classic errors and must be caught by the same assertion.
/// </summary>
public sealed class FormAgainstItselfTests
{
    private const int Runs = 3000;
    private const double MostFalseShare = 0.06;

    private static readonly Experiment Experiment = Given.Experiment(Form.Sync, Form.Async) with { NoiseForm = null };

    private static readonly FormPair Pair = FormPair.Of(Experiment.Workload)[0];

    [Fact]
    public void On_a_quiet_machine_at_most_6_percent_of_verdicts_are_false() =>
        Assert.InRange(FalseShare(Runs, run => Judge(Rounds(MachineNoise.Quiet, run, AtRandom))), 0, MostFalseShare);

    [Fact]
    public void On_a_noisy_machine_at_most_6_percent_of_verdicts_are_false() =>
        Assert.InRange(FalseShare(Runs, run => Judge(Rounds(MachineNoise.Noisy, run, AtRandom))), 0, MostFalseShare);

    [Fact]
    public void Mutant_one_form_after_the_other_is_caught() =>
        Assert.True(FalseShare(300, run => Judge(Rounds(MachineNoise.Noisy, run, OneAfterTheOther))) > 5 * MostFalseShare);

    [Fact]
    public void Mutant_requests_as_units_is_caught() =>
        Assert.True(FalseShare(300, run => new SequentialComparison(new ComparisonRules(7, 5)).Judge(Requests(run))) > 5 * MostFalseShare);

    [Fact]
    public void Mutant_a_look_after_every_round_is_caught() =>
        Assert.True(FalseShare(1000, run => LookAfterEveryRound(Rounds(MachineNoise.Noisy, run, AtRandom))) > 1.5 * MostFalseShare);

    [Fact]
    public void Analysing_a_finished_run_again_gives_the_same_bits()
    {
        for (int run = 0; run < 200; run++)
        {
            IReadOnlyList<Round> rounds = Rounds(MachineNoise.Noisy, run, AtRandom);
            Decision live = Judge([]);
            for (int n = 1; n <= rounds.Count && live.Outcome == LookOutcome.Continue; n++)
                live = Judge([.. rounds.Take(n)]);

            Assert.Equal(live, Judge(rounds));
        }
    }

    private static Decision Judge(IReadOnlyList<Round> rounds) => ExperimentJudge.Judge(Experiment, rounds, Pair);

    private static double FalseShare(int runs, Func<int, Decision> judge) =>
        Enumerable.Range(0, runs).Count(run => judge(run).Verdict is Verdict.Gain or Verdict.Loss) / (double)runs;

    /// <summary>27 rounds, the four looks of a minute; every round has new processes, so that next to no allowance
    /// hides an error.</summary>
    private static IReadOnlyList<Round> Rounds(MachineNoise.Model model, int run, Func<int, int, IEnumerable<(int Round, Form Form)>> order)
    {
        MachineNoise noise = new(model, (ulong)run);
        IEnumerable<Slot> slots = order(run, 27)
            .Select((s, i) => Given.Slot(s.Round, i, s.Form, 100 * noise.NextSlot()) with { Process = i });
        return ExperimentJudge.CompleteRounds(Experiment, slots.ToArray());
    }

    private static IEnumerable<(int Round, Form Form)> AtRandom(int run, int rounds) =>
        from round in Enumerable.Range(1, rounds)
        from slot in RoundOrder.Draw((ulong)run, Experiment.Id, round, 2)
        select (round, (Form)slot);

    private static IEnumerable<(int Round, Form Form)> OneAfterTheOther(int run, int rounds) =>
        from form in new[] { Form.Sync, Form.Async }
        from round in Enumerable.Range(1, rounds)
        select (round, form);

    /// <summary>The 90 requests of two neighbouring slots, taken as if each pair were a round.</summary>
    private static RoundPair[] Requests(int run)
    {
        MachineNoise noise = new(MachineNoise.Noisy, (ulong)run);
        var (first, second) = (noise.NextSlot(), noise.NextSlot());
        return
        [
            .. Enumerable.Range(0, 90).Select(_ =>
                new RoundPair(
                    first * Math.Exp(0.05 * noise.Gaussian()), second * Math.Exp(0.05 * noise.Gaussian()), 90)),
        ];
    }

    private static Decision LookAfterEveryRound(IReadOnlyList<Round> rounds)
    {
        RoundPair[] pairs = ExperimentJudge.Pairs(Experiment, rounds, Pair, s => SlotMetrics.Value(s, Metric.Mean));
        double[] logRatios = pairs.Select(p => p.LogRatio).ToArray();
        bool decided = Enumerable.Range(8, pairs.Length - 7)
            .Select(n => HodgesLehmann.Estimate(logRatios.AsSpan(0, n), 0.05))
            .Any(e => e.Low > 0 || e.High < 0);
        return Judge([]) with { Verdict = decided ? Verdict.Gain : Verdict.Undecided };
    }
}
