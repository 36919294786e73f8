using Syncopate.Judging;
using Syncopate.Reporting.Gates;
using Syncopate.Tests.Statistics;
using Xunit;

namespace Syncopate.Tests.Gating;

/// <summary>What the gate says of runs whose truth is known: two runs on a machine that wanders, each with its own luck.</summary>
public sealed class RegressionNoiseTests
{
    private const int Runs = 400;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Equal_forms_are_called_slower_in_at_most_5_percent_of_builds(bool noisy) =>
        // A limit of 0 % asks for any slowdown, which is the hardest question for a false alarm.
        Assert.InRange(ShareOf(noisy, factor: 1, percent: 0, GateOutcome.Failed), 0, 0.05);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Equal_forms_are_never_called_a_tenth_slower(bool noisy) =>
        Assert.InRange(ShareOf(noisy, factor: 1, percent: 10, GateOutcome.Failed), 0, 0.005);

    [Fact]
    public void A_quarter_slower_is_found_on_a_quiet_machine() =>
        Assert.InRange(ShareOf(noisy: false, factor: 1.25, percent: 10, GateOutcome.Failed), 0.95, 1);

    [Fact]
    public void Equal_forms_pass_on_a_quiet_machine() =>
        Assert.InRange(ShareOf(noisy: false, factor: 1, percent: 10, GateOutcome.Ok), 0.9, 1);

    private static double ShareOf(bool noisy, double factor, double percent, GateOutcome outcome)
    {
        GateSubject template = GateResults.Of(GateResults.Around(200)).Subjects[1];
        RegressionLimit limit = RegressionLimit.Usual with { Percent = percent };
        return Enumerable.Range(0, Runs).Count(i => Regression.Judge(
            Run(template, noisy, 1, (ulong)(2 * i)), Run(template, noisy, factor, (ulong)(2 * i + 1)), limit,
            1).Outcome == outcome) / (double)Runs;
    }

    private static GateSubject Run(GateSubject template, bool noisy, double factor, ulong seed)
    {
        MachineNoise noise = new(noisy ? MachineNoise.Noisy : MachineNoise.Quiet, seed);
        // A round drives this form, another one, and this one again for the noise, each for a second. The process has
        // its own luck, by the spread that was measured.
        double process = Math.Exp(0.008 / Math.Sqrt(2) * noise.Gaussian());
        List<double> rounds = [];
        List<double> again = [];
        for (int round = 0; round < 18; round++)
        {
            rounds.Add(noise.NextSlot() * 100 * factor * process);
            noise.NextSlot();
            again.Add(Math.Log(noise.NextSlot() * 100 * factor * process / rounds[^1]));
        }

        return template with
        {
            NoisePercent = 100 * (Math.Exp(NoiseFloor.From([.. again])!.Height!.Value) - 1),
            Figures = template.Figures with
            {
                Processes = 1,
                EachRound = new Dictionary<Metric, IReadOnlyList<double>> { [Metric.Mean] = rounds },
            },
        };
    }
}
