using System.Text.Json.Nodes;
using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Reporting;
using Syncopate.Reporting.Plans;
using Xunit;

namespace Syncopate.Tests.Capacity;

public sealed class PlanAdviceTests
{
    private const string MoreThreads = "More minimum threads, or awaiting, help.";

    private static readonly PlanQuestion Blocking = new()
    {
        Endpoints = [new PlannedEndpoint(new RequestDemand(0.001, 0.1))],
        Cores = 2,
        Users = 40,
        Styles = [WaitStyle.Blocking, WaitStyle.Awaiting],
        Seed = 1,
    };

    [Fact]
    public void More_threads_are_advised_where_threads_are_short() =>
        Assert.Contains(Sentences(Blocking), s => s.EndsWith(MoreThreads, StringComparison.Ordinal));

    [Fact]
    public void More_threads_are_not_advised_where_only_three_times_the_load_would_queue() =>
        Assert.DoesNotContain(Sentences(Blocking with { MinimumThreads = 60 }), s => s.EndsWith(MoreThreads, StringComparison.Ordinal));

    [Fact]
    public void More_threads_are_not_advised_where_requests_queue_for_cores()
    {
        // 20 ms of computing for each of 60 users, and threads for all of them: the queue is for cores, in every form.
        PlanQuestion computing = Blocking with
        {
            Users = 60,
            Think = TimeSpan.FromMilliseconds(50),
            Endpoints = [new PlannedEndpoint(new RequestDemand(0.02, 0.003))],
            MinimumThreads = 100,
        };

        Assert.DoesNotContain(Sentences(computing), s => s.EndsWith(MoreThreads, StringComparison.Ordinal));
    }

    [Fact]
    public void Waits_of_which_some_take_longer_than_half_a_second_are_not_called_shorter() =>
        Assert.DoesNotContain(
            Sentences(Blocking with { Endpoints = [new PlannedEndpoint(0.001, WaitTime.Exponential(0.1))] }),
            s => s.StartsWith("Each call blocks for less than 500 ms", StringComparison.Ordinal));

    /// <summary>A median tells nothing of requests of which a few wait for a thread, nor of a queue that grows later.</summary>
    [Fact]
    public void Threads_are_called_not_short_only_where_no_request_waits_longer_for_one()
    {
        Plan plan = Plans.Small(Blocking with { Users = 2, MinimumThreads = 60 });
        (PlannedForm sync, PlannedForm async) = (plan.Forms[0], plan.Forms[1]);
        PlannedForm uneven = sync with { Start = sync.Start with { P99Milliseconds = new Band(400, 500, 600) } };

        Assert.EndsWith("Threads are not short here.", First(sync), StringComparison.Ordinal);
        Assert.Contains("the slowest do not: 99th percentile 500 ms sync", First(uneven), StringComparison.Ordinal);
        Assert.EndsWith(
            "but sync was overloaded in 20% of the simulations, async in 0%.", First(sync with { CollapsedShare = 0.2 }),
            StringComparison.Ordinal);
        Assert.StartsWith("No difference in the first seconds", First(sync with { SteadyMilliseconds = 900 }), StringComparison.Ordinal);

        string First(PlannedForm other) => PlanAdvice.Sentences(plan with { Forms = [other, async] }).First();
    }

    /// <summary>The first sentence told a factor, and a later one that no figure of that form is a promise.</summary>
    [Fact]
    public void Nothing_is_promised_of_a_form_that_is_not_predictable()
    {
        Plan plan = Plans.Small(Blocking with { Users = 2, MinimumThreads = 60 });
        (PlannedForm sync, PlannedForm async) = (plan.Forms[0], plan.Forms[1]);
        PlannedLevel open = sync.Start with { P50Milliseconds = new Band(1_000, 9_000, 37_000) };
        PlannedLevel wide = sync.Start with { P50Milliseconds = new Band(10, 900, 37_000) };
        PlannedLevel tail = sync.Start with { P99Milliseconds = new Band(100, 101, 37_000) };

        Assert.StartsWith(
            "Go async: the median answer of sync is not predictable (1,000 ms to 37 s), that of async is ", First(open),
            StringComparison.Ordinal);
        Assert.StartsWith("Neither form can be promised to be the faster one: ", First(wide), StringComparison.Ordinal);
        Assert.Contains(
            "the slowest may not: 99th percentile not predictable (100 ms to 37 s) sync, ", First(tail), StringComparison.Ordinal);

        string First(PlannedLevel start) =>
            PlanAdvice.Sentences(plan with { Forms = [sync with { Start = start }, async] }).First();
    }

    /// <summary>Six requests in each of six simulations have no 99th percentile.</summary>
    [Fact]
    public void A_percentile_of_a_few_simulated_requests_is_told_nowhere()
    {
        Plan plan = Plans.Small(Blocking with { Users = null, ArrivalsPerSecond = 0.2 });

        Assert.All(plan.Forms, form => Assert.Equal("–", PlanText.P99(form.Start)));
        Assert.All(plan.Forms, form => Assert.NotEqual("–", PlanText.Range(form.Start.P50Milliseconds)));
        JsonNode json = JsonNode.Parse(PlanJson.Write(plan, PlanAnswers.None))!;
        Assert.Null(json["plan"]!["forms"]![0]!["start"]!["p99Milliseconds"]!["median"]);
    }

    /// <summary>What nobody awaits gains nothing from threads: 4 cores full of 20 users answer as fast as they ever will.</summary>
    [Fact]
    public void Full_cores_are_no_pool_that_does_not_keep_up()
    {
        PlanQuestion computing = Blocking with { Users = 20, Cores = 4, Endpoints = [new PlannedEndpoint(new RequestDemand(0.005, 0))] };
        Plan plan = Plans.Small(computing);

        Assert.All(plan.Forms, form => Assert.Equal(0, form.CollapsedShare));
        Assert.DoesNotContain(PlanAdvice.Sentences(plan), s => s.StartsWith("Sync reaches its steady state", StringComparison.Ordinal));
        Plan alike = plan with { Forms = [.. plan.Forms.Select(form => form with { CollapsedShare = 0.5 })] };
        Assert.DoesNotContain(PlanAdvice.Sentences(alike), s => s.StartsWith("Sync reaches its steady state", StringComparison.Ordinal));
    }

    /// <summary>However little the code of a request computes, a server takes some 50 µs of a core for it.</summary>
    [Fact]
    public void Threads_that_are_freed_answer_no_more_than_the_cores_can()
    {
        PlanQuestion waiting = Blocking with { Users = 5, Endpoints = [new PlannedEndpoint(new RequestDemand(1e-6, 0.05))] };
        double mostPerSecond = 2 / (1e-6 + PoolConstants.Net10.RequestCpuSeconds);
        double times = mostPerSecond / (2 / (1e-6 + 0.05));

        string said = Sentences(waiting).Single(s => s.StartsWith("Thread-limited: ", StringComparison.Ordinal));

        Assert.StartsWith("Thread-limited: 2 threads answer 40.0 per second blocked", said, StringComparison.Ordinal);
        Assert.EndsWith(
            $"So awaiting can answer up to {FigureText.Significant(times)} times as much, provided that much load arrives.", said,
            StringComparison.Ordinal);
    }

    [Fact]
    public void One_of_something_is_told_as_one()
    {
        PlanQuestion one = Blocking with { Cores = 1 };

        Assert.Contains(Sentences(one), s => s.StartsWith("Thread-limited: 1 thread answers ", StringComparison.Ordinal));
        Assert.StartsWith("1 core, the pool of ", PlanText.Machine(Plans.Small(one)), StringComparison.Ordinal);
    }

    /// <summary>Ages of requests that were given up were told as what answers take.</summary>
    [Fact]
    public void A_form_that_answers_nothing_has_no_answer_that_takes_a_time()
    {
        Plan plan = Plans.Small(Blocking with { Users = 2, MinimumThreads = 60 });
        (PlannedForm sync, PlannedForm async) = (plan.Forms[0], plan.Forms[1]);

        Assert.Equal(
            "Neither form answered anything: half of the requests of sync had waited 60 s, and of async 30 s, when the simulation was "
                + "given up.", First(Silent(sync, 60_000), Silent(async, 30_000)));
        Assert.Contains("; async answered nothing, and half of its requests had waited 30 s", First(sync, Silent(async, 30_000)),
            StringComparison.Ordinal);
        Assert.Contains("; sync answered nothing, and half of its requests had waited 60 s", First(Silent(sync, 60_000), async),
            StringComparison.Ordinal);

        static PlannedForm Silent(PlannedForm form, double age) => form with
        {
            Start = form.Start with
            {
                RequestsPerSecond = new Band(0, 0, 0),
                P50Milliseconds = new Band(age, age, age),
            },
        };
        string First(PlannedForm one, PlannedForm other) =>
            PlanAdvice.Sentences(plan with { Forms = [one, other] }).First();
    }

    /// <summary>"No difference. Threads are not short here" was said of an async form whose slowest answers took five times as long, or
    /// that was overloaded, and of two forms whose queues grow without bound.</summary>
    [Fact]
    public void No_difference_is_one_in_neither_direction()
    {
        Plan plan = Plans.Small(Blocking with { Users = 2, MinimumThreads = 60 });
        (PlannedForm sync, PlannedForm async) = (plan.Forms[0], plan.Forms[1]);
        PlannedForm endless = async with { SteadyMilliseconds = double.PositiveInfinity };
        PlannedForm uneven = async with { Start = async.Start with { P99Milliseconds = new Band(400, 500, 600) } };

        Assert.Contains("the slowest do not: 99th percentile ", First(sync, uneven), StringComparison.Ordinal);
        Assert.EndsWith("but async was overloaded in 0.4% of the simulations, sync in 0%.",
            First(sync, async with { CollapsedShare = 0.004 }), StringComparison.Ordinal);
        Assert.DoesNotContain("not short", First(sync with { SteadyMilliseconds = double.PositiveInfinity }, endless),
            StringComparison.Ordinal);
        Assert.DoesNotContain("not short", First(sync, endless), StringComparison.Ordinal);

        string First(PlannedForm one, PlannedForm other) =>
            PlanAdvice.Sentences(plan with { Forms = [one, other] }).First();
    }

    /// <summary>"At most 100 of 100 requests/s" is no reason for a queue.</summary>
    [Theory]
    [InlineData(100.1, 100.4, "at most 100.1 of 100.4 requests/s on a machine")]
    [InlineData(50, 100, "at most 50 of 100 requests/s on a machine")]
    [InlineData(100, 100, "no more than the 100 requests/s that arrive on a machine")]
    public void A_queue_that_grows_has_a_reason(double answered, double asked, string said)
    {
        Plan plan = Plans.Small(Blocking with { Users = 2, MinimumThreads = 60 });
        PlannedForm endless = plan.Forms[1] with
        {
            SteadyMilliseconds = double.PositiveInfinity,
            Bound = new Bound(answered, Resource.Cores),
        };

        Assert.Contains(PlanAdvice.Sentences(plan with { LoadPerInstance = asked, Forms = [endless] }),
            s => s.StartsWith("Unstable: async answers ", StringComparison.Ordinal) && s.Contains(said, StringComparison.Ordinal));
    }

    /// <summary>"Up to 1 times as much" was the gain of a request that does not wait for longer than the cores take.</summary>
    [Fact]
    public void What_gains_nothing_is_not_told_as_a_factor()
    {
        PlanQuestion computing = Blocking with
        {
            Endpoints = [new PlannedEndpoint(new RequestDemand(0.02, 0.003))],
            MinimumThreads = 100,
        };

        Assert.EndsWith("So awaiting can answer no more: the cores are full before the threads are.",
            Sentences(computing).Single(s => s.StartsWith("Thread-limited: ", StringComparison.Ordinal)), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0, "0%")]
    [InlineData(0.004, "0.4%")]
    [InlineData(0.57, "57%")]
    [InlineData(0.997, "99.7%")]
    [InlineData(1, "100%")]
    public void A_few_of_many_are_not_none_and_nearly_all_are_not_all(double share, string said) =>
        Assert.Equal(said, PlanText.Share(share));

    [Fact]
    public void A_pool_that_cannot_grow_has_one_number_of_threads()
    {
        PlanQuestion fixedPool = Blocking with
        {
            Cores = 1,
            BackgroundCores = 0.002,
            MinimumThreads = 1,
            MaximumThreads = 1,
        };

        Assert.Matches("^1 core \\(0.002 taken by other work\\), the pool of [^,]+ with 1 thread[.,]",
            PlanText.Machine(Plans.Small(Blocking) with { Question = fixedPool }));
    }

    private static IEnumerable<string> Sentences(PlanQuestion question) => PlanAdvice.Sentences(Plans.Small(question));
}
