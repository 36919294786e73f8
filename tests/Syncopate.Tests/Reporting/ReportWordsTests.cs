using Syncopate.Experiments.Bundled;
using Syncopate.Reporting;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Runs;
using Syncopate.Reporting.Sentences;
using Syncopate.Tests.Statistics;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>The sentences around the verdict: why, what to do, whether the load was enough.</summary>
public sealed class ReportWordsTests
{
    private static readonly double[] Slow = [1000, 1200, 1000, 1200];

    private static readonly double[] Fast = [200, 200, 200, 200];

    /// <summary>By hand: waits of 300 and 900 ms among 4 requests of 200 ms each make 1,200 of 2,000 ms; Little: 4
    /// answers / 2 s x 0.2 s.</summary>
    [Fact]
    public void Waiting_is_explained_by_queues_threads_and_littles_law()
    {
        ExperimentReport report = Report(Traced(Journals.Requests(0, 300, 0, 900), Journals.Requests(0, 1, 2, 3)));

        Assert.Equal(
            "Sync holds its thread while it waits: 2 of 4 requests queued for a thread, 600 ms on average (60% of the time of all "
                + "requests), and the pool had at most 12 threads. "
            + "Async gives its thread back while it waits: none of 4 requests queued for a thread, and the pool had at most 4 threads. "
            + "By Little’s law sync had 0.4 calls waiting on average, async 0.4 (throughput times the wait of 200 ms).",
            report.Why);
    }

    [Fact]
    public void Without_single_requests_the_queue_explains()
    {
        string why = Report(Traced([], [])).Why;

        Assert.StartsWith(
            "Sync holds its thread while it waits: at most 30 items queued for a thread, and the pool had at most 12 threads.", why,
            StringComparison.Ordinal);
    }

    /// <summary>By hand: parts of 500 ms at 0, 500, 1000, 1500 cover 2,000 ms; the same at 0, 10, 20, 30 cover 530 ms.</summary>
    [Fact]
    public void Aggregation_is_explained_by_overlap()
    {
        Workload workload = Journals.TwoForms.Workload with
        {
            UseCase = UseCase.Aggregating,
            Forms = [new(Form.Sync, "Sync, one after the other", "/s", 2000), new(Form.Parallel, "Async, all at once", "/p", 500)],
        };
        Experiment experiment = Journals.TwoForms with { Workload = workload, WaitMilliseconds = 500 };
        IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, [2000, 2000]), (Form.Parallel, [500, 500]))
            .Select(s => s.Round == 1 ? s with { Traces = [Page(s.Form == Form.Sync ? 500 : 10)] } : s);

        ExperimentReport report = Report(slots, experiment);

        Assert.Equal(
            "“Sync, one after the other” makes 4 calls of 2,000 ms in sum, which take 2,000 ms of elapsed time: one follows the other. "
            + "“Async, all at once” makes 4 calls of 2,000 ms in sum, which take 530 ms of elapsed time: they run together. "
            + "4 waits of 500 ms one after the other make 2,000 ms; together they cost the longest.",
            report.Why);
        Assert.Equal(
            "“Async, all at once” answered 4.0 times faster than “Sync, one after the other” (3.9 to 4.1): 500 ms on average instead of "
                + "2,000 ms.", report.Sentence);
        Assert.StartsWith(
            "Start independent calls together and await them together. Published advice: parallel calls of web services every time",
            report.Recommendation, StringComparison.Ordinal);
    }

    /// <summary>"1 calls": "one follows the other".</summary>
    [Fact]
    public void One_call_follows_no_other()
    {
        RequestTrace page = Page(500);
        Experiment experiment = Journals.TwoForms with
        {
            Workload = Journals.TwoForms.Workload with { UseCase = UseCase.Aggregating },
            WaitMilliseconds = 500,
        };
        IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))
            .Select(s => s.Round == 1 ? s with { Traces = [page with { Parts = [page.Parts[0]] }] } : s);

        Assert.Equal("Sync makes 1 call, of 500 ms. Async makes 1 call, of 500 ms.", Report(slots, experiment).Why);
    }

    /// <summary>By hand: 40 ms of CPU over 4 requests are 10 ms each; two cores have 2,000 ms of it a second.</summary>
    [Fact]
    public void Computing_is_explained_by_the_processor()
    {
        ExperimentReport report = Report(
            Journals.Rounds(8, (Form.Sync, Fast), (Form.Async, Fast)),
            Journals.TwoForms with { Workload = Journals.TwoForms.Workload with { UseCase = UseCase.CpuBound } });

        Assert.Equal(
            "Nothing waits here, so await has no thread to give back. A request costs 10 ms (sync), 10 ms (async) of the server’s "
                + "processor time. "
            + "2 cores can serve at most 200 requests/s; 2 (sync), 2 (async) requests per second were measured.",
            report.Why);
        Assert.Equal(
            "Leave work that only computes sync: there is no wait in which a thread could do something else. "
            + "Published advice: no gain in throughput for compute-bound work (Simple-Talk, 2014). Confirmed.",
            report.Recommendation);
    }

    /// <summary>By hand: a slot of 4 answers that started 40 lanes asks 10 a time; 400 of 1,600 ms of work are a quarter.</summary>
    [Fact]
    public void A_race_is_explained_by_what_the_losers_cost()
    {
        Experiment experiment = Given.Experiment(Form.Sync, Form.Async, Form.Parallel) with { NoiseForm = null, Looks = 1 };
        experiment = experiment with { Id = "first-wins", Workload = experiment.Workload with { UseCase = UseCase.Cancellable } };
        IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast), (Form.Parallel, Fast)).Select(s => s with
        {
            Counters = new Dictionary<string, double>
            {
                ["requestsStarted"] = s.Form == Form.Sync ? 4 : 40,
                ["requestsStopped"] = s.Form == Form.Parallel ? 36 : 0,
                ["workMilliseconds"] = s.Form == Form.Sync ? 200 : s.Form == Form.Async ? 1600 : 400,
                ["stoppedAfterMilliseconds"] = s.Form == Form.Parallel ? 70 : 0,
            },
        });

        Assert.Equal(
            "Async asks 10 servers for an answer and takes the first; the others run to their end, and one answer costs the servers 400 "
                + "ms of work. "
            + "Parallel asks 10 servers for an answer and takes the first; 9 of the requests are stopped, 70 ms after they began on average, and one answer costs the servers 100 ms of work. "
            + "Cancelling the losers saves 75% of that work.",
            Report(slots, experiment).Why);
    }

    [Fact]
    public void What_an_experiment_says_of_itself_stands_for_the_general_sentences()
    {
        Journaling.JournalReading reading = Journals.Run(Journals.TwoForms, Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast)));
        Explanation own = new() { Why = (measured, _) => [$"{measured.Forms.Count} forms were asked."] };

        Assert.Equal("2 forms were asked.", Why(Journals.TwoForms.Id));
        Assert.StartsWith("A request costs 10 ms (sync), 10 ms (async) of the", Why("another"), StringComparison.Ordinal);

        string Why(string id) => Assert.Single(ReportBuilder.Build(new RunJournal(
            reading, new Explanations(new Dictionary<string, Explanation> { [id] = own }))).Experiments).Why;
    }

    [Fact]
    public void What_a_user_names_like_a_bundled_experiment_has_the_general_sentences()
    {
        Experiment named = Journals.TwoForms with
        {
            Id = "cpu-bound",
            Workload = Journals.TwoForms.Workload with { UseCase = UseCase.Undescribed },
        };
        Journaling.JournalReading reading = Journals.Run(
            named, Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast)));

        ReportDocument document = ReportBuilder.Build(new RunJournal(reading, BundledExperiments.Explanations));

        Assert.Equal("Prefer async under this load.", Assert.Single(document.Experiments).Advice);
    }

    [Fact]
    public void The_published_order_is_found_again()
    {
        ExperimentReport report = Report(Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast)), Published(sync: 2467, async: 232));

        Assert.Equal(
            "Make a call that waits async, down to the last one below it. Published advice: calls of web services definitely async "
                + "(Simple-Talk, 2014). Confirmed. "
            + "Published: async 232 ms, sync 2,467 ms; today: 200 ms, 1,100 ms; that order was reproduced.",
            report.Recommendation);
    }

    [Fact]
    public void A_published_order_that_is_not_found_again_is_said()
    {
        ExperimentReport report = Report(Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast)), Published(sync: 86, async: 93));

        Assert.EndsWith(
            "today: 1,100 ms, 200 ms; that order was not reproduced: async is faster than sync today.", report.Recommendation,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_published_order_without_a_difference_today_stays_open()
    {
        ExperimentReport report = Report(Journals.Rounds(8, (Form.Sync, Fast), (Form.Async, Fast)), Published(sync: 86, async: 93));

        Assert.EndsWith(
            "that order can neither be confirmed nor refuted: sync and async do not differ today.", report.Recommendation,
            StringComparison.Ordinal);
        Assert.Contains("Not confirmed under this load.", report.Recommendation, StringComparison.Ordinal);
    }

    [Fact]
    public void A_published_order_with_other_waits_says_so()
    {
        ExperimentReport report = Report(
            Journals.Rounds(3, (Form.Sync, Slow), (Form.Async, Fast)),
            Published(sync: 2467, async: 232) with { PublishedWaitMilliseconds = 500 });

        Assert.EndsWith(
            "Published, with waits of 500 ms: async 232 ms, sync 2,467 ms; today, with waits of 200 ms: 200 ms, 1,100 ms; whether in the "
                + "same order is not decided yet.",
            report.Recommendation,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_published_order_of_three_is_found_again_where_it_shows()
    {
        Experiment experiment = Given.Experiment(Form.Sync, Form.Async, Form.Parallel) with
        {
            NoiseForm = null,
            Looks = 1,
            Published =
            [
                new(Form.Sync, "mean", 3230, null, "2013"),
                new(Form.Async, "mean", 2920, null, "2013"),
                new(Form.Parallel, "mean", 1170, null, "2013"),
            ],
        };

        ExperimentReport report = Report(Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Slow), (Form.Parallel, Fast)), experiment);

        Assert.EndsWith(
            "that order was reproduced, except that async and sync do not differ today.", report.Recommendation,
            StringComparison.Ordinal);
    }

    [Fact]
    public void An_undecided_run_points_where_its_rounds_do_and_asks_for_the_verdict() =>
        Assert.StartsWith(
            "It points to async; get the verdict before you change code. Published advice: calls of web services definitely async "
                + "(Simple-Talk, 2014). Inconclusive here.",
            Report(Journals.Rounds(3, (Form.Sync, Slow), (Form.Async, Fast))).Recommendation,
            StringComparison.Ordinal);

    [Fact]
    public void A_pool_that_never_ran_short_could_not_show_a_difference()
    {
        IEnumerable<int> waits = Enumerable.Range(0, 50).Select(i => i < 9 ? 50 : 0);

        LoadAdequacy adequacy = Report(Traced(Journals.Requests(waits), Journals.Requests(0), Fast)).LoadAdequacy;

        Assert.Equal(
            new LoadAdequacy(
                9, 50, false,
                "The pool hardly ran short (at most 9 of 50 requests waited): this could not show a difference. Try 64 users."),
            adequacy);
    }

    [Fact]
    public void A_load_that_made_requests_wait_could_show_a_difference()
    {
        IEnumerable<int> waits = Enumerable.Range(0, 50).Select(i => i < 10 ? 50 : 0);

        Assert.Equal(
            new LoadAdequacy(10, 50, true, "10 of 50 requests waited for a thread or a processor: a difference could have shown."),
            Report(Traced(Journals.Requests(waits), Journals.Requests(0), Fast)).LoadAdequacy);
    }

    [Fact]
    public void A_difference_that_shows_proves_the_load() =>
        Assert.Equal(
            new LoadAdequacy(0, 2, true, "The difference shows; at most 0 of 2 requests waited for a thread."),
            Report(Traced(Journals.Requests(0, 0), Journals.Requests(0))).LoadAdequacy);

    [Fact]
    public void Without_single_requests_nobody_knows_whether_the_load_was_enough() =>
        Assert.False(Report(Journals.Rounds(8, (Form.Sync, Fast), (Form.Async, Fast))).LoadAdequacy.Enough);

    [Theory]
    [InlineData("50 users, 5 calls each.", 50, 5)]
    [InlineData("1 user, 3 calls.", 1, 3)]
    [InlineData("2 users, 1 call each.", 2, 1)]
    public void A_load_is_told_in_words(string sentence, int users, int loops) =>
        Assert.Equal(sentence, ReportLoad.Sentence(Journals.TwoForms with { Load = new UsersTimesLoops(users, loops) }));

    /// <summary>"1 requests", and none of one in some minutes.</summary>
    [Theory]
    [InlineData("1 request per second for 5,000 ms.", 1, 1)]
    [InlineData("0.5 to 1 request per second within 5,000 ms.", 0.5, 1)]
    [InlineData("0.004 requests per second for 5,000 ms.", 0.004, 0.004)]
    [InlineData("1500.5 requests per second for 5,000 ms.", 1_500.5, 1_500.5)]
    public void A_rate_is_told_in_words(string sentence, double from, double to) => Assert.Equal(
        sentence,
        ReportLoad.Sentence(Journals.TwoForms with { Load = new Arrivals(from, to, TimeSpan.FromSeconds(5)) }));

    [Fact]
    public void A_cold_question_says_that_every_round_starts_new_servers() =>
        Assert.Equal(
            "10 users for 5,000 ms; every round starts new servers.",
            ReportLoad.Sentence(
                Journals.TwoForms with
                {
                    Load = new UsersForTime(10, TimeSpan.FromSeconds(5)),
                    Replicate = Replicate.ProcessStart,
                }));

    private static Experiment Published(double sync, double async) => Journals.TwoForms with
    {
        Published =
        [
            new(Form.Sync, "mean", sync, null, "2016"),
            new(Form.Async, "mean", async, null, "2016"),
            new(Form.Sync, "threadsLast", 57, null, "2016"),
        ],
    };

    /// <summary>Four calls of 500 ms, one every so many ms.</summary>
    private static RequestTrace Page(int every) =>
        new(0, 0, 0, 1, [.. Enumerable.Range(0, 4).Select(i => new RequestPart($"feed {i}", i * every * 1_000_000L, 500_000_000))]);

    private static IEnumerable<Slot> Traced(
        IReadOnlyList<RequestTrace> sync, IReadOnlyList<RequestTrace> async, double[]? milliseconds = null) =>
        Journals.Rounds(8, (Form.Sync, milliseconds ?? Slow), (Form.Async, Fast))
            .Select(s => s.Round == 1 ? s with { Traces = s.Form == Form.Sync ? sync : async } : s);

    private static ExperimentReport Report(IEnumerable<Slot> slots, Experiment? experiment = null) =>
        Assert.Single(Journals.Report(Journals.Run(experiment ?? Journals.TwoForms, slots)).Experiments);
}
