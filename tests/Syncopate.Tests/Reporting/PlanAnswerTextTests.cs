using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Reporting;
using Syncopate.Reporting.Plans;
using Syncopate.Tests.Capacity;
using Xunit;

namespace Syncopate.Tests.Reporting;

public sealed class PlanAnswerTextTests
{
    private static readonly Plan Thousand = Plans.Small(new PlanQuestion
    {
        Endpoints = [new PlannedEndpoint(new RequestDemand(0.001, 0.199))],
        Cores = 2,
        ArrivalsPerSecond = 1_000,
        Styles = [WaitStyle.Awaiting],
        Seed = 1,
    });

    [Fact]
    public void Machines_memory_and_money_of_a_rate()
    {
        Plan retried = Plans.Small(Thousand.Question with { RetriedShare = 0.5 });

        string[] words =
        [
            .. PlanAnswerText.Sentences(
                PlanAnswers.None with
                {
                    Fleet = FleetAnswer.Of(
                        retried, new PlanPrices(CoreHour: 0.05, GigabyteHour: 0, GigabytesPerInstance: 4)),
                }),
        ];

        // 2,000/s including retries, of 200.03 ms each; 1.03 ms of 0.7 of two cores: two machines, one to spare.
        Assert.StartsWith(
            "2,000 requests/s including retries are 400 in flight: 12.7 MiB of blocked threads, or 109 KiB", words[0],
            StringComparison.Ordinal);
        Assert.Equal("Machines, one to spare: 3.", words[1]);
        // 3 machines of 2 cores at 0.05 for 3.6 million requests.
        Assert.Equal("A million requests cost 0.0833 async, 0.0833 sync.", words[2]);
    }

    [Fact]
    public void Machines_of_a_form_that_did_not_keep_up_are_told_with_the_threads_that_they_rest_on()
    {
        Plan plan = Plans.Small(Thousand.Question with { Styles = [WaitStyle.Blocking, WaitStyle.Awaiting] });
        PlannedForm sync = plan.Forms[0];

        string[] words = [.. PlanAnswerText.Sentences(PlanAnswers.None with { Fleet = FleetAnswer.Of(plan, new PlanPrices(0, 0, 4)) })];

        Assert.Equal((1, 0), (sync.CollapsedShare, plan.Forms[1].CollapsedShare));
        Assert.Equal(
            FormattableString.Invariant(
                $"Machines, one to spare: 2 async; 2 sync once the pool of each has {sync.ThreadsNeeded:N0} threads: at the start it was overloaded."),
            words[1]);
        Assert.Contains(
            PlanAdvice.Sentences(plan),
            s => s == FormattableString.Invariant(
                $"Sync reaches its steady state once its pool has the {sync.ThreadsNeeded:N0} threads it needs: within the first {plan.SimulatedSeconds:0.#} s 100% of the simulations were overloaded."));
    }

    [Fact]
    public void Machines_rest_on_no_more_threads_than_their_pools_may_have()
    {
        Plan plan = Plans.Small(Thousand.Question with
        {
            Endpoints = [new PlannedEndpoint(new RequestDemand(0.002, 0.1))],
            ArrivalsPerSecond = 18,
            MaximumThreads = 2,
            Styles = [WaitStyle.Blocking, WaitStyle.Awaiting],
        });

        string[] words = [.. PlanAnswerText.Sentences(PlanAnswers.None with { Fleet = FleetAnswer.Of(plan, new PlanPrices(0, 0, 4)) })];

        Assert.True(plan.Forms[0] is { CollapsedShare: > 0, ThreadsNeeded: > 2 });
        Assert.Equal("Machines, one to spare: 2 async, 3 sync.", words[1]);
        Assert.DoesNotContain(PlanAdvice.Sentences(plan), s => s.StartsWith("Sync reaches its steady state", StringComparison.Ordinal));
    }

    [Fact]
    public void What_runs_out_of_a_chart_is_told_with_how_far()
    {
        Plan plan = Plans.Small(Thousand.Question with { Styles = [WaitStyle.Blocking, WaitStyle.Awaiting] });
        double most = plan.Forms[0].Levels.Max(level => level.P99Milliseconds.High);

        string page = PlanPage.Write(plan, PlanAnswers.None, new ReportTool("syncopate", "1"), "syncopate plan");

        Assert.Contains($"Off the scale, at its top: sync, up to {FigureText.Milliseconds(most)}.", page, StringComparison.Ordinal);
        Assert.Contains("class=\"off sync\"", page, StringComparison.Ordinal);
        Assert.Contains(">beyond</text>", page, StringComparison.Ordinal);
        Assert.DoesNotContain("class=\"off async\"", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Measured_levels_say_what_more_users_get_and_no_more_than_they_can()
    {
        PlanFileLevel[] levels =
        [
            .. new double[] { 1, 2, 4, 8, 16, 32 }
                .Select(n => new PlanFileLevel(n, [100 * n / (1 + (0.05 * (n - 1)))])),
        ];
        PlanQuestion users = Thousand.Question with { ArrivalsPerSecond = null, Users = 100 };

        Assert.Equal(
            [
                "Measured levels: 100 per second for one, contention 5%, coherence 0%; no peak.",
                "By them, 100 users get 1,681 per second (1,681 to 1,681).",
            ], PlanAnswerText.Sentences(PlanAnswers.None with { Levels = LevelsAnswer.Of(levels, users) }));
        Assert.Contains(
            "up to 4 times that", Assert.Throws<ArgumentOutOfRangeException>(
                () => LevelsAnswer.Of(levels, users with { Users = 129 })).Message, StringComparison.Ordinal);
        Assert.Contains(
            "6 levels or more", Assert.Throws<ArgumentException>(() => LevelsAnswer.Of(levels[..5], users)).Message,
            StringComparison.Ordinal);
        Assert.Null(LevelsAnswer.Of([], users));
    }

    /// <summary>"1 users get 0 per second (0 to 1)", with a coherence of 0% that made the peak.</summary>
    [Fact]
    public void Little_that_was_measured_is_not_told_as_nothing()
    {
        LevelsAnswer law = new(0.004, 0, 1e-7, 3_162, 1, 0.4, 0.3, 0.6);

        Assert.Equal(
            [
                "Measured levels: 0.004 per second for one, contention 0%, coherence 0.00001%; a peak at 3,162.",
                "By them, 1 user gets 0.4 per second (0.3 to 0.6).",
            ], PlanAnswerText.Sentences(PlanAnswers.None with { Levels = law }));
    }

    [Fact]
    public void Nearly_all_that_were_answered_in_time_are_not_all()
    {
        ProtectedAnswer form = new("nothing", WaitStyle.Blocking, 0.9998, 0.0002, 1, 5, 0, 0.31, 0);

        Assert.Equal(["99.98%", "0.02%"], PlanAnswerText.Row(form).Skip(2).Take(2));
        Assert.Equal(["100.0%", "0.0%"], PlanAnswerText.Row(form with { AnsweredShare = 1, OpenShare = 0 }).Skip(2).Take(2));
    }

    /// <summary>0.31 ms was told as 0 ms, a dependency of 4 ms became one of 0 s, and of 60 requests there was a 99th percentile.</summary>
    [Fact]
    public void What_is_short_is_not_nothing_and_what_few_requests_tell_is_not_told()
    {
        ProtectedAnswer form = new("nothing", WaitStyle.Blocking, 1, 0, 1, 5, 0, 0.31, 0);
        SlowAnswer slow = new(0.004, 10, 0.01, [form], 0.000_4, 0.000_5, null, null, null);

        Assert.Equal("0.31 ms", PlanAnswerText.Row(form)[7]);
        Assert.Equal("12 ms", PlanAnswerText.Row(form with { P99Milliseconds = 12.3 })[7]);
        Assert.Equal(FigureText.Missing, PlanAnswerText.Row(form with { CarriesP99 = false })[7]);
        Assert.StartsWith("The wait becomes 4 ms for 15 s of 60, ", PlanAnswerText.Title(Thousand, slow), StringComparison.Ordinal);
        Assert.StartsWith(
            "The wait becomes 2.5 s for 15 s of 60, ", PlanAnswerText.Title(Thousand, slow with { WaitSeconds = 2.5 }),
            StringComparison.Ordinal);
        Assert.Equal(
            "With 10 threads, sync starves when the wait stays above 0.4 ms (arithmetic: 0.5 ms).",
            Assert.Single(PlanAnswerText.Limits(Thousand, slow)));
    }

    /// <summary>The search for the wait at which threads starve ends at ten minutes, and that was told as the wait.</summary>
    [Fact]
    public void Where_every_wait_is_borne_none_is_said_to_starve()
    {
        SlowAnswer slow = new(2, 10, 1, [], 599.999, 1_000, null, null, null);

        Assert.Equal(
            "With 10 threads, sync bears every wait that was simulated, up to 10 min (arithmetic: 1,000,000 ms).",
            Assert.Single(PlanAnswerText.Limits(Thousand, slow)));
    }

    /// <summary>"A request waits 100% of its time" was said of one that computes for 0.02 ms of 100.</summary>
    [Fact]
    public void A_request_that_computes_a_little_does_not_wait_all_of_its_time()
    {
        PlannedEndpoint request = new(new RequestDemand(0.000_02, 0.099_98));

        Plan plan = Plans.Small(Thousand.Question with { Endpoints = [request] });

        Assert.Contains(
            PlanAdvice.Sentences(plan), s => s.StartsWith("A request waits 99.9", StringComparison.Ordinal));
    }
}
