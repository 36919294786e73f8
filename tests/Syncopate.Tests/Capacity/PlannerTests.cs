using System.Text.Json;
using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Planning.Simulation;
using Syncopate.Reporting.Plans;
using Xunit;

namespace Syncopate.Tests.Capacity;

public sealed class PlannerTests
{
    private static readonly PlanQuestion Waiting = new()
    {
        Endpoints = [new PlannedEndpoint(new RequestDemand(0.001, 0.2))],
        Cores = 2,
        Users = 50,
        Styles = [WaitStyle.Blocking, WaitStyle.Awaiting],
        Seed = 1,
    };

    [Fact]
    public void Equal_questions_give_equal_documents() => Assert.Equal(
        PlanJson.Write(Plans.Small(Waiting), PlanAnswers.None), PlanJson.Write(Plans.Small(Waiting), PlanAnswers.None));

    [Fact]
    public void Fifty_users_of_a_wait_starve_the_sync_form_and_not_the_async_one()
    {
        Plan plan = Make(Waiting);

        (PlannedForm sync, PlannedForm async) = (plan.Forms[0], plan.Forms[1]);
        Assert.InRange(async.Start.P50Milliseconds.High, 200, 210);
        Assert.True(sync.Start.P50Milliseconds.Low > 2 * async.Start.P50Milliseconds.High);
        Assert.NotNull(sync.Onset);
        Assert.Null(async.Onset);
        Assert.StartsWith("Go async", PlanAdvice.Sentences(plan).First(), StringComparison.Ordinal);
    }

    /// <summary>That none was answered was reported as the time of a request that meets nobody, and "No difference".</summary>
    [Fact]
    public void A_form_that_answers_nothing_is_not_called_as_fast_as_the_other()
    {
        Plan made = Plans.Small(
            Waiting with { Endpoints = [new PlannedEndpoint(new RequestDemand(0.001, 10))], Users = null, ArrivalsPerSecond = 50 });
        PlannedForm sync = made.Forms[0];
        double oldest = 1_000 * PoolSimulation.DrainSeconds;
        Plan plan = made with
        {
            Forms =
            [
                sync with
                {
                    Start = sync.Start with { RequestsPerSecond = new Band(0, 0, 0), P50Milliseconds = new Band(oldest, oldest, oldest) },
                },
                .. made.Forms.Skip(1),
            ],
        };

        string said = PlanAdvice.Sentences(plan).First();
        Assert.StartsWith("Go async: the median answer takes 10.0 s; sync answered nothing", said, StringComparison.Ordinal);
    }

    [Fact]
    public void Arrivals_are_spread_over_the_machines_that_their_processor_time_needs()
    {
        Plan plan = Plans.Small(Waiting with { Users = null, ArrivalsPerSecond = 10_000, Cores = 8, Styles = [WaitStyle.Awaiting] });

        // 10 cores busy, 5.6 of each machine: two.
        Assert.Equal((2, 5_000.0), (plan.Instances, plan.LoadPerInstance));
    }

    [Fact]
    public void With_threads_for_all_there_is_no_difference()
    {
        Plan plan = Make(Waiting with { MinimumThreads = 60 });

        Assert.StartsWith("No difference", PlanAdvice.Sentences(plan).First(), StringComparison.Ordinal);
    }

    [Fact]
    public void An_endless_queue_is_null_in_the_document()
    {
        Plan plan = Plans.Small(Waiting with { Users = null, ArrivalsPerSecond = 100, MaximumThreads = 10, Styles = [WaitStyle.Blocking] });

        Assert.Equal(double.PositiveInfinity, plan.Forms[0].SteadyMilliseconds);
        using JsonDocument document = JsonDocument.Parse(PlanJson.Write(plan, PlanAnswers.None));
        Assert.Equal(
            JsonValueKind.Null,
            document.RootElement.GetProperty("plan").GetProperty("forms")[0].GetProperty("steadyMilliseconds").ValueKind);
    }

    [Fact]
    public void A_pause_is_in_the_document_in_the_seconds_that_its_key_states()
    {
        Plan plan = Plans.Small(Waiting with { Think = TimeSpan.FromMilliseconds(1_500) });

        using JsonDocument document = JsonDocument.Parse(PlanJson.Write(plan, PlanAnswers.None));
        Assert.Equal(
            1.5, document.RootElement.GetProperty("plan").GetProperty("question").GetProperty("thinkSeconds").GetDouble());
    }

    [Fact]
    public void Dashboard_of_four_feeds_as_it_was_measured()
    {
        PlanQuestion dashboard = Waiting with { Endpoints = [new PlannedEndpoint(new RequestDemand(0.001, 0.5), waits: 4)], Users = 1 };

        // A page of experiment D with one user, in ms: sync 2,025, async in sequence 2,024, parallel 519 (default run of 21 November 2026).
        Assert.Equal(1, Page(WaitStyle.Blocking) / 2_025, 0.05);
        Assert.Equal(1, Page(WaitStyle.Awaiting) / 2_024, 0.05);
        Assert.Equal(1, Page(WaitStyle.AwaitingTogether) / 519, 0.05);

        double Page(WaitStyle style) =>
            Planner.Predict(dashboard, style, TimeSpan.FromSeconds(10), warmRequests: 60).P50Milliseconds.Median;
    }

    [Fact]
    public void A_question_without_a_load_is_refused() => Assert.Throws<ArgumentException>(() => Make(Waiting with { Users = null }));

    [Fact]
    public void A_plan_can_be_stopped() =>
        Assert.ThrowsAny<OperationCanceledException>(() => Planner.Make(Waiting, cancellationToken: new CancellationToken(canceled: true)));

    [Fact]
    public void What_cannot_be_is_refused_with_what_would() => Assert.All(
        new (PlanQuestion Question, string Words)[]
        {
            (Waiting with { Cores = 0 }, "1 to 1,024 cores; found 0"),
            (Waiting with { BackgroundCores = 2 }, "is impossible on 2"),
            (Waiting with { BackgroundCores = -1 }, "is impossible on 2"),
            (Waiting with { Users = 0 }, "1 to 10,000 users; found 0"),
            (Waiting with { Think = TimeSpan.FromSeconds(-1) }, "found -1 s"),
            (Waiting with { MinimumThreads = -5 }, "found a minimum of -5"),
            (Waiting with { MinimumThreads = 9, MaximumThreads = 5 }, "Raise the maximum, or lower the minimum"),
            (Waiting with { Users = null }, "give one of them"),
            (Waiting with { Users = null, ArrivalsPerSecond = double.NaN }, "more than 0 and at most a billion"),
            (Waiting with { RetriedShare = 0.1 }, "planned for arrivals per second"),
            (Waiting with { Users = null, ArrivalsPerSecond = 10, RetriedShare = 1 }, "0 to less than 1 of the requests"),
            (Waiting with { Users = null, ArrivalsPerSecond = 1e8, RetriedShare = 0.99 }, "a plan is made for at most a billion"),
            (
                Waiting with
                {
                    Users = null,
                    ArrivalsPerSecond = 1e6,
                    Endpoints = [new PlannedEndpoint(new RequestDemand(0, 3_600))],
                }, "would hold 163,636,364 requests at once"),
            (Waiting with { Endpoints = [] }, "at least one kind of request"),
            (Waiting with { Styles = [] }, "at least one form"),
        },
        bad => Assert.Contains(bad.Words, Assert.Throws<ArgumentException>(() => Make(bad.Question)).Message, StringComparison.Ordinal));

    [Fact]
    public void A_load_that_the_threads_cannot_carry_is_told_with_what_would()
    {
        Plan plan = Plans.Small(Waiting with { Users = null, ArrivalsPerSecond = 100, MaximumThreads = 10, Styles = [WaitStyle.Blocking] });

        // 100/s of 201 ms are 20.1 threads at work: Erlang C is 1 % with 32 of them.
        Assert.Contains(
            PlanAdvice.Sentences(plan),
            s => s.StartsWith("Unstable: sync answers at most 49.8 of 100 requests/s", StringComparison.Ordinal)
                && s.Contains("32 threads or 3 machines", StringComparison.Ordinal));
    }

    private static Plan Make(PlanQuestion question) => Planner.Make(question, cancellationToken: TestContext.Current.CancellationToken);
}
