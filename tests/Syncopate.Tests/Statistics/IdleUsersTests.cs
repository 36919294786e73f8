using Syncopate.Judging;
using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

/// <summary>Users that were idle because the generator waited for a processor: judged by the product's own code from
/// slots to verdict.</summary>
public sealed class IdleUsersTests
{
    private const int Runs = 500;

    private static readonly Experiment Experiment = Given.Experiment(Form.Sync, Form.Async) with { Looks = 1, NoiseForm = null };

    private static readonly FormPair Pair = FormPair.Of(Experiment.Workload)[0];

    /// <summary>Users that one form leaves idle load it less: what looks like its gain is the generator's limit.</summary>
    [Fact]
    public void A_generator_that_is_the_limit_of_one_form_gives_no_verdict() =>
        Assert.InRange(Share(_ => (1, 1), n => (0.99 - 0.01 * n, 0.7 + 0.02 * n), d => d.Verdict is Verdict.Gain or Verdict.Loss), 0, 0.02);

    [Fact]
    public void The_reason_is_the_idle_users()
    {
        Decision decision = Judge(Rounds(1, _ => (1, 1), _ => (0.99, 0.7)));

        Assert.Equal((Verdict.Undecided, DecisionBasis.IdleUsers), (decision.Verdict, decision.Basis));
    }

    [Fact]
    public void Equal_idleness_lets_a_true_factor_of_two_stand() =>
        Assert.InRange(Share(_ => (2, 1), n => (0.6 + 0.4 * n, 1 - 0.4 * n), d => d.Verdict == Verdict.Gain), 0.99, 1);

    [Fact]
    public void A_factor_of_two_stands_when_the_faster_form_lost_a_tenth_of_its_users() =>
        Assert.InRange(Share(_ => (2, 1), n => (0.99, 0.85 + 0.1 * n), d => d.Verdict == Verdict.Gain), 0.99, 1);

    [Fact]
    public void Idleness_that_hits_forms_alike_makes_no_false_verdict() =>
        Assert.InRange(Share(_ => (1, 1), n => (0.6 + 0.4 * n, 0.6 + 0.4 * n), d => d.Verdict is Verdict.Gain or Verdict.Loss), 0, 0.06);

    [Fact]
    public void Equivalence_is_not_shown_by_users_that_were_idle()
    {
        // Equal latencies, though one form was asked by a fifth fewer users: with all of them it may have been slower.
        Decision decision = Judge([.. Enumerable.Range(1, 8).Select(n => Round(n, (10 + 0.01 * n, 1), (10 + 0.01 * (8 - n), 0.8)))]);

        Assert.Equal((Verdict.Undecided, DecisionBasis.IdleUsers), (decision.Verdict, decision.Basis));
    }

    /// <summary>An early look knows one end of its interval. With 70 % of the users in flight it moves from 0.6 to
    /// 0.86, with half of them to 1.2.</summary>
    [Theory]
    [InlineData(0.7, Verdict.Gain)]
    [InlineData(0.5, Verdict.Undecided)]
    public void An_interval_with_one_end_must_hold_too(double share, Verdict verdict)
    {
        Decision early = new()
        {
            Outcome = LookOutcome.Decided,
            Verdict = Verdict.Gain,
            Basis = DecisionBasis.FarApart,
            Rounds = 4,
            Ratio = 0.5,
            High = 0.6,
        };

        Assert.Equal(verdict, IdleUsers.Allow(early, Math.Log(share)).Verdict);
    }

    [Fact]
    public void The_typical_difference_of_shares_is_that_of_rounds_in_which_both_are_known()
    {
        Round[] rounds =
        [
            Round(1, (10, 0.8), (10, 0.4)), Round(2, (10, 0), (10, 0.9)), Round(3, (10, 0.9), (10, 0)), Round(4, (10, 0.6), (10, 0.3)),
        ];

        Assert.Equal(Math.Log(0.5), IdleUsers.LogRatio(rounds, Pair), 1e-12);
        Assert.Equal(0, IdleUsers.LogRatio([rounds[1]], Pair));
        Assert.Equal(0, IdleUsers.LogRatio([], Pair));
    }

    /// <summary>Half of the users make 0.51 more than 1 and 0.49 less. An end that falls on "equal" decides nothing; one that falls
    /// on the margin, here of 25 %, lies within it.</summary>
    [Theory]
    [InlineData(Verdict.Gain, 0.25, 0.51, 0.5, false)]
    [InlineData(Verdict.Gain, 0.25, 0.49, 0.5, true)]
    [InlineData(Verdict.Gain, 0.25, 1, 1, false)]
    [InlineData(Verdict.Loss, 1.99, 4, 2, false)]
    [InlineData(Verdict.Loss, 2.01, 4, 2, true)]
    [InlineData(Verdict.Loss, 1, 4, 1, false)]
    [InlineData(Verdict.NoDifference, 0.8, 1.25, 1, true)]
    [InlineData(Verdict.NoDifference, 0.79, 1.25, 1, false)]
    [InlineData(Verdict.NoDifference, 0.8, 1.26, 1, false)]
    [InlineData(Verdict.NoDifference, 1, 1.25, 1.24, true)]
    [InlineData(Verdict.NoDifference, 0.9, 1.25, 1.25, false)]
    [InlineData(Verdict.Undecided, 0.5, 2, 0.1, true)]
    public void A_decision_stands_where_both_ends_of_what_idle_users_explain_bear_it_out(
        Verdict verdict, double low, double high, double share, bool stands)
    {
        Decision decision = new()
        {
            Outcome = LookOutcome.Decided,
            Verdict = verdict,
            Basis = DecisionBasis.TooWide,
            Rounds = 8,
            Low = low,
            High = high,
            MarginPercent = 25,
        };

        Assert.Equal(
            stands ? decision : decision with { Verdict = Verdict.Undecided, Basis = DecisionBasis.IdleUsers },
            IdleUsers.Allow(decision, Math.Log(share)));
    }

    [Fact]
    public void Users_that_were_busier_with_the_faster_form_take_nothing_from_it() =>
        Assert.InRange(Share(_ => (2, 1), _ => (0.8, 0.99), d => d.Verdict == Verdict.Gain), 0.99, 1);

    private static double Share(Func<int, (double, double)> truth, Func<double, (double, double)> inFlight, Func<Decision, bool> found) =>
        Enumerable.Range(1, Runs).Count(run => found(Judge(Rounds(run, truth, inFlight)))) / (double)Runs;

    /// <summary>Eight rounds of servers that are saturated: latency grows in proportion to the users that are in
    /// flight, with noise of 8 %.</summary>
    private static Round[] Rounds(int run, Func<int, (double Sync, double Async)> truth, Func<double, (double Sync, double Async)> inFlight)
    {
        Xoshiro256 random = new((ulong)run);
        return [.. Enumerable.Range(1, 8).Select(n =>
        {
            (double sync, double async) = truth(n);
            double share = random.Uniform();
            ((double syncShare, _), (_, double asyncShare)) = (inFlight(share), inFlight(random.Uniform()));
            return Round(n, (10 * sync * syncShare * Noise(random), syncShare), (10 * async * asyncShare * Noise(random), asyncShare));
        })];
    }

    private static double Noise(Xoshiro256 random) => 1 + 0.16 * (random.Uniform() - 0.5);

    private static Round Round(
        int number, (double Milliseconds, double Share) sync, (double Milliseconds, double Share) async) => new(number,
    [
        Given.Slot(number, 1, Form.Sync, sync.Milliseconds) with { InFlightShare = sync.Share },
        Given.Slot(number, 2, Form.Async, async.Milliseconds) with { InFlightShare = async.Share },
    ]);

    private static Decision Judge(IReadOnlyList<Round> rounds) => ExperimentJudge.Judge(Experiment, rounds, Pair);
}
