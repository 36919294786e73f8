using Syncopate.Judging;
using Syncopate.Reporting;

namespace Syncopate.Tests.Reporting;

/// <summary>A report with invented but plausible figures for the six experiments of <c>syncopate run</c>: its page needs no run.</summary>
internal static class ReportSpecimen
{
    private static readonly IReadOnlyDictionary<string, double> NoCounters = new Dictionary<string, double>();
    private static readonly string[] Feeds = ["emails", "tasks", "bookmarks", "notes"];

    /// <summary>A whole, finished report.</summary>
    public static ReportDocument Document() => new()
    {
        Schema = 1,
        Tool = new("syncopate", "0.1.0"),
        Run = new("quick", 7, "./syncopate run --quick --seed 7", new(2026, 11, 21, 9, 41, 0, TimeSpan.Zero), 39.4, "finished"),
        Machine = new(".NET 10.0.12", "Debian GNU/Linux 12 (bookworm)", "X64", 2, 8L << 30, 1.4),
        Headline = "Go async where you wait. Stay sync where you don’t.",
        Summary = "With 50 users waiting on a 200 ms call, async answered in 203 ms where sync took 1,690 ms. Four feeds at once cost "
            + "one wait, not four. For work that only computes, async bought nothing.",
        Noise = new(
            5.8, 1.004, 0.972, 1.058, 8, Form.Sync,
            "Sync differed from itself by up to 5.8% (interval 0.972 to 1.058, 8 rounds). Smaller gaps are called equal."),
        Experiments = [Delay(), Dashboard() with { Picture = ReportPicture.Calls }, IoBound(),
            CpuBound() with { Picture = ReportPicture.Bars }, FirstWins() with { Picture = ReportPicture.Calls }, External()],
        Warnings =
        [
            new(
                "busy", null, "The machine was busy during the run: 1.4 runnable threads on 2 cores.",
                "Intervals are wider than on a quiet machine.", "Close other programs and run again."),
        ],
        Partial = false,
        Missing = [],
    };

    /// <summary>The same figures as a JSON document of the shape of <c>report.json</c>, as far as the page looks at it.</summary>
    public const string Json = """{"schema":1,"experiments":[{"id":"delay","pictures":[1,2,3]},{"id":"io-bound"}]}""";

    /// <summary>A report in Markdown.</summary>
    public const string Markdown = "# Go async where you wait.\n\n| experiment | ratio |\n|---|---|\n| delay | 0.38 |\n";

    /// <summary>Experiment C: two actions that wait.</summary>
    public static ExperimentReport Delay()
    {
        SimulatedSlot sync = new((20, 4), 500, now => 6 + now / 900, [], false);
        SimulatedSlot async = new((20, 4), 500, _ => 64, [], false);
        return Template("delay", "A slow operation under load") with
        {
            Question = "Twenty users call an action that waits half a second. What does it matter whether it blocks?",
            Source = "J. Smith, Simple-Talk, 2014.",
            LoadSentence = "20 users, 4 calls each; every round starts new servers.",
            WaitMilliseconds = 500,
            PublishedWaitMilliseconds = 500,
            Forms =
            [
                Figures(Form.Sync, "Sync", (80, 1_322, 11.8), (0.71, 23.1, 11), 500),
                Figures(Form.Async, "Async", (80, 503.4, 38.6), (0.66, 19.8, 6), 500),
            ],
            Comparisons = [Mean(Form.Sync, Form.Async, 0.381, (0.342, 0.417), Verdict.Gain), .. Others(Form.Sync, Form.Async)],
            Verdict = Verdict.Gain,
            Winner = Form.Async,
            Sentence = "Async answered 2.63 times as fast as sync (95% interval 2.40 to 2.92).",
            Why = "A sync call holds its thread for the whole 500 ms, so most users queue for one (the grey) while the pool slowly grows "
                + "to 11. An async call hands its thread back while it waits, so 6 threads serve everyone.",
            Change = "- Thread.Sleep(500);\n+ await Task.Delay(500, cancellationToken);\n  return View();",
            Published =
            [
                new(Form.Sync, "mean", 800, 2_000, "Simple-Talk 2014, Azure standard instance"),
                new(Form.Async, "mean", 560, null, "Simple-Talk 2014, Azure standard instance"),
            ],
            Pictures = [Picture(Form.Sync, "Sync", 3, sync, (64, 64)), Picture(Form.Async, "Async", 3, async, (6, 3))],
        };
    }

    /// <summary>Experiment D: a page of four feeds, with the article's own protocol and a shorter wait than was published.</summary>
    public static ExperimentReport Dashboard()
    {
        SimulatedSlot sync = new((10, 5), 402, now => 4 + now / 700, Feeds, false);
        SimulatedSlot async = new((10, 5), 408, _ => 10, Feeds, false);
        SimulatedSlot parallel = new((10, 5), 103, _ => 10, Feeds, true);
        return Template("dashboard", "Four feeds, one page") with
        {
            Question = "A page asks four services for data, then renders. Ask one after the other, or all at once?",
            Source = "DotNetCurry Magazine, 2013.",
            UseCase = "aggregating",
            LoadSentence = "10 users for 2 s; each feed takes 100 ms.",
            WaitMilliseconds = 100,
            PublishedWaitMilliseconds = 500,
            Forms =
            [
                Figures(Form.Sync, "Sync", (402, 631, 15.6), (2.9, 91, 9), 400),
                Figures(Form.Async, "Async, one after the other", (480, 411, 24.1), (3.1, 88, 5), 400),
                Figures(Form.Parallel, "Async, all at once", (1_904, 106, 94.2), (3.2, 97, 6), 100),
            ],
            Comparisons =
            [
                Mean(Form.Sync, Form.Parallel, 0.168, (0.158, 0.181), Verdict.Gain),
                Mean(Form.Sync, Form.Async, 0.651, (0.588, 0.724), Verdict.Gain) with { Primary = false },
                .. Others(Form.Sync, Form.Parallel),
            ],
            Verdict = Verdict.Gain,
            Winner = Form.Parallel,
            Sentence = "All at once answered 5.95 times as fast as sync (95% interval 5.52 to 6.33).",
            Why = "Awaiting one feed after another frees threads but still adds the four waits up. Starting all four and awaiting them "
                + "together costs only the slowest one: 106 ms where the limit is 100 ms.",
            Change = "- var emails = await feeds.EmailsAsync(token);\n- var tasks = await feeds.TasksAsync(token);\n+ var emails = "
                + "feeds.EmailsAsync(token);\n+ var tasks = feeds.TasksAsync(token);\n+ await Task.WhenAll(emails, tasks);",
            Published =
            [
                .. Published("DotNetCurry 2013, IIS Express in a VM, VS 2013 load test", (Form.Sync, "mean", 3_230), (Form.Async, "mean", 2_920), (Form.Parallel, "mean", 1_170),
                    (Form.Sync, "served", 79), (Form.Async, "served", 108), (Form.Parallel, "served", 254)),
            ],
            Caveats =
            [
                "The article’s “async” delay was Task.Wait(500), which still blocks a thread; hence 1.17 s and not 0.5 s.",
                "WhenAll costs threads when the calls block inside; the bottleneck moves to the database.",
            ],
            Profile =
            [
                Figures(Form.Sync, "Sync", (61, 498, 10.2), (2.9, 91, 8), 400),
                Figures(Form.Async, "Async, one after the other", (66, 412, 11.1), (3.1, 88, 5), 400),
                Figures(Form.Parallel, "Async, all at once", (253, 107, 42.2), (3.2, 97, 6), 100),
            ],
            ProfileSentence = "The article’s protocol in small: 1 to 10 users, one more each 0.5 s.",
            Pictures =
            [
                Picture(Form.Sync, "Sync", 2, sync, (64, 64)),
                Picture(Form.Async, "Async, one after the other", 2, async, (5, 2)),
                Picture(Form.Parallel, "Async, all at once", 2, parallel, (6, 3)),
            ],
        };
    }

    /// <summary>Experiment E, first half: an API action that waits.</summary>
    public static ExperimentReport IoBound()
    {
        SimulatedSlot sync = new((50, 5), 200, now => now < 1_600 ? 5 : Math.Min(41, 5 + (now - 1_600) / 110), [], false);
        SimulatedSlot async = new((50, 5), 200, _ => 64, [], false);
        return Template("io-bound", "Waiting under load") with
        {
            Question = "Fifty users call an action that waits 200 ms for something else and computes nothing. How long do they wait for "
                + "a thread?",
            Source = "Async vs sync actions on ASP.NET Web API, 2016.",
            LoadSentence = "50 users, 5 calls each; every round starts new servers.",
            WaitMilliseconds = 200,
            PublishedWaitMilliseconds = 200,
            Forms =
            [
                Figures(Form.Sync, "Sync", (250, 1_690, 28.4), (0.82, 18.2, 41), 200),
                Figures(Form.Async, "Async", (250, 203.3, 241), (0.64, 15.9, 6), 200),
            ],
            Comparisons = [Mean(Form.Sync, Form.Async, 0.121, (0.112, 0.133), Verdict.Gain), .. Others(Form.Sync, Form.Async)],
            Verdict = Verdict.Gain,
            Winner = Form.Async,
            Sentence = "Async answered 8.26 times as fast as sync (95% interval 7.52 to 8.93).",
            Why = "On average 43 of 50 users stood in the queue for a thread. The pool grew from 5 to 41 threads and each of them did "
                + "nothing but wait. Async needed 6.",
            Change = "- Task.Delay(200).Wait();\n+ await Task.Delay(200);",
            Published =
            [
                .. Published("2016, Mono in Docker, JMeter 3.0", (Form.Sync, "mean", 2_467), (Form.Async, "mean", 232),
                    (Form.Sync, "threadsFirst", 5), (Form.Sync, "threadsLast", 57), (Form.Async, "threadsFirst", 6),
                    (Form.Async, "threadsLast", 13)),
            ],
            Shift =
            [
                Shift(10, 702, 200.4), Shift(25, 1_204, 201.2), Shift(50, 1_811, 202.9), Shift(75, 2_090, 204.8),
                Shift(90, 2_212, 206.1), Shift(95, 2_380, 209),
            ],
            Caveats = ["The pool of .NET 10 notices a blocked Task.Wait and grows faster than the pool of 2016 did."],
            Pictures = [Picture(Form.Sync, "Sync", 1, sync, (64, 64)), Picture(Form.Async, "Async", 1, async, (6, 4))],
        };
    }

    /// <summary>Experiment E, second half: an API action that computes.</summary>
    public static ExperimentReport CpuBound()
    {
        SimulatedSlot sync = new((50, 5), 4, _ => 2, [], false);
        SimulatedSlot async = new((50, 5), 4, _ => 2, [], false);
        return Template("cpu-bound", "Computing under load") with
        {
            Question = "The same load on an action that only computes. Does async help?",
            Source = "Async vs sync actions on ASP.NET Web API, 2016.",
            UseCase = "cpuBound",
            Traits = new WorkTraits { OnlyComputes = true },
            LoadSentence = "50 users, 5 calls each.",
            Forms =
            [
                Figures(Form.Sync, "Sync", (2_000, 88.1, 561), (3.41, 9.1, 4), 0),
                Figures(Form.Async, "Async", (2_000, 88.9, 556), (3.44, 10.4, 4), 0),
            ],
            Comparisons = [Mean(Form.Sync, Form.Async, 1.008, (0.985, 1.033), Verdict.NoDifference)],
            Verdict = Verdict.NoDifference,
            Sentence = "Async and sync take the same time: the ratio is 1.01 (95% interval 0.985 to 1.03), within the margin of 5%.",
            Why = "Both forms keep the cores busy from start to end: there is no wait in which a thread could do something else.",
            Change = "- var sum = Sum();\n+ var sum = await SumAsync();",
            Recommendation = "Stay sync: async buys nothing where nothing waits. The published figures (86 and 93 ms) say the same.",
            Published = [.. Published("2016, Mono in Docker, JMeter 3.0", (Form.Sync, "mean", 86), (Form.Async, "mean", 93))],
            Pictures = [Picture(Form.Sync, "Sync", 4, sync, (4, 2)), Picture(Form.Async, "Async", 4, async, (4, 2))],
        };
    }

    /// <summary>Experiment H: race and cancel; with counters, without published figures.</summary>
    public static ExperimentReport FirstWins()
    {
        SimulatedSlot one = new((4, 6), 275, _ => 4, ["lane 0"], true);
        SimulatedSlot race = new((4, 6), 95, _ => 4, [.. Enumerable.Range(0, 10).Select(i => $"lane {i}")], true);
        IReadOnlyDictionary<string, double> Work(double sent, double stopped, double milliseconds) =>
            new Dictionary<string, double> { ["requestsSent"] = sent, ["losersStopped"] = stopped, ["workMilliseconds"] = milliseconds };
        return Template("first-wins", "Ten requests, first answer wins") with
        {
            Question = "Send ten requests at once and take the first answer. What becomes of the other nine?",
            Source = "Async vs sync actions on ASP.NET Web API, 2016.",
            UseCase = "cancellable",
            LoadSentence = "4 users, 6 calls each.",
            Forms =
            [
                Figures(Form.Sync, "One request", (24, 276, 14.2), (0.9, 20, 4), 0) with { Counters = Work(1, 0, 274) },
                Figures(Form.Async, "Ten, all run on", (24, 97, 39.8), (4.1, 160, 6), 0) with { Counters = Work(10, 0, 2_746) },
                Figures(Form.Parallel, "Ten, losers cancelled", (24, 96, 40.6), (2.8, 171, 6), 0) with { Counters = Work(10, 8.9, 958) },
            ],
            Comparisons =
            [
                Mean(Form.Sync, Form.Parallel, 0.348, (0.301, 0.402), Verdict.Gain),
                Mean(Form.Sync, Form.Async, 0.351, (0.303, 0.41), Verdict.Gain) with { Primary = false },
                Mean(Form.Async, Form.Parallel, 0.992, (0.921, 1.071), Verdict.Undecided) with { Primary = false },
            ],
            Verdict = Verdict.Gain,
            Winner = Form.Parallel,
            Sentence = "Ten requests with the losers cancelled answered 2.87 times as fast as one (95% interval 2.49 to 3.32).",
            Why = "The fastest of ten takes 96 ms on average. Cancelled, 8.9 of the nine losers stopped after 3 ms and two thirds of the "
                + "work was saved.",
            Change = "  var first = await Task.WhenAny(race);\n+ source.Cancel();",
            Pictures =
            [
                Picture(Form.Sync, "One request", 2, one, (5, 3)),
                Picture(Form.Async, "Ten, all run on", 2, race, (6, 3)),
                Picture(Form.Parallel, "Ten, losers cancelled", 2, race, (6, 3)),
            ],
        };
    }

    /// <summary>Experiment J: undecided, with a monitor that fell silent, requests whose begin is unknown and doubts.</summary>
    public static ExperimentReport External()
    {
        SimulatedSlot sync = new((8, 4), 500, _ => 8, ["one", "two"], false);
        SimulatedSlot async = new((8, 4), 498, _ => 8, ["one", "two"], false);
        FormPicture told = Picture(Form.Sync, "Sync", 5, sync, (9, 8));
        FormPicture silent = Picture(Form.Async, "Async", 5, async, (6, 3));
        return Template("external", "A slow schedule service") with
        {
            Question = "A web service that answers in half a second, called by a few users.",
            Source = "J. Smith, Simple-Talk, 2014.",
            LoadSentence = "8 users, 4 calls each.",
            WaitMilliseconds = 500,
            Forms =
            [
                Figures(Form.Sync, "Sync", (32, 504, 15.8), (1.3, 31, 9), 500),
                Figures(Form.Async, "Async", (31, 502, 15.9), (1.2, 30, 6), 500) with
                {
                    Errors = 1,
                    CpuPerRequest = null,
                    BytesPerRequest = null,
                },
            ],
            Comparisons = [Mean(Form.Sync, Form.Async, 0.996, (0.921, 1.079), Verdict.Undecided) with { RoundsNeeded = 18 }],
            Verdict = Verdict.Undecided,
            Sentence = "Undecided after 8 rounds: the ratio is 0.996 (95% interval 0.921 to 1.08); about 18 rounds would tell.",
            Why = "The pool never ran short, so both forms cost one wait.",
            Change = "- var schedule = client.Send(request);\n+ var schedule = await client.SendAsync(request, token);",
            LoadAdequacy = new(
                2, 32, false, "At most 2 of 32 requests waited for a thread: this could not show a difference. Try --users 64."),
            Doubts =
            [
                new(
                    "errors", "external", "1 of 32 requests of Async failed (timed out).",
                    "A failed request is in no latency figure, so the form looks faster than it is.",
                    "Look at the service’s log and run again."),
            ],
            Pictures =
            [
                told with { Requests = [.. told.Requests.Select(r => r.User < 4 ? r : r with { ServedNanoseconds = -1 })] },
                silent with { Pool = [.. silent.Pool.Where(s => s.AtNanoseconds is < 400_000_000 or > 1_300_000_000)] },
            ],
        };
    }

    /// <summary>An experiment with everything that has to be there and nothing else.</summary>
    public static ExperimentReport Template(string id, string title) => new()
    {
        Id = id,
        Title = title,
        Question = "What is asked?",
        Source = "",
        UseCase = "ioBound",
        Load = new UsersTimesLoops(1, 1),
        LoadSentence = "1 user, 1 call.",
        WaitMilliseconds = 0,
        PublishedWaitMilliseconds = 0,
        MarginPercent = 5,
        Discarded = 120,
        Rounds = 8,
        Forms = [],
        Comparisons = [],
        Verdict = Verdict.Undecided,
        Winner = null,
        Sentence = "Nothing can be said.",
        Why = "Nothing was compared.",
        Change = "",
        Recommendation = "Go async where a request waits for something outside the process. Today’s figures confirm what was published.",
        Published = [],
        Caveats = [],
        Noise = new(5.8, 1.004, 0.972, 1.058, 8, Form.Sync, "Sync differed from itself by up to 5.8%."),
        LoadAdequacy = new(241, 250, true, "241 of 250 requests waited for a thread."),
        InFlightShare = 0.994,
        Doubts = [],
        Profile = [],
        ProfileSentence = "",
        Pictures = [],
        Shift = [],
    };

    /// <summary>Figures whose quantiles follow from the mean.</summary>
    public static FormReport Figures(
        Form form, string label, (long Count, double Mean, double Rate) answers,
        (double Cpu, double Kilobytes, int Threads) use, double limit) =>
        new()
        {
            Form = form,
            Label = label,
            Count = answers.Count,
            Errors = 0,
            Mean = answers.Mean,
            P50 = answers.Mean * 0.97,
            P95 = answers.Mean * 1.31,
            P99 = answers.Mean * 1.52,
            Max = answers.Mean * 1.8,
            RequestsPerSecond = answers.Rate,
            CpuPerRequest = use.Cpu,
            BytesPerRequest = use.Kilobytes * 1_024,
            Threads = use.Threads,
            QueueLength = use.Threads > 8 ? use.Threads * 3 : 0,
            LimitMilliseconds = limit,
            Counters = NoCounters,
        };

    /// <summary>A primary comparison by mean latency.</summary>
    public static Comparison Mean(
        Form baseline, Form candidate, double? ratio, (double Low, double High)? interval, Verdict verdict) =>
        new()
        {
            Metric = Metric.Mean,
            Baseline = baseline,
            Candidate = candidate,
            Primary = true,
            Ratio = ratio,
            Low = interval?.Low,
            High = interval?.High,
            Confidence = 0.95,
            Rounds = 8,
            Verdict = verdict,
            Reason = "The whole interval lies on one side of 1 and outside the noise.",
        };

    private static IEnumerable<Comparison> Others(Form baseline, Form candidate)
    {
        Comparison mean = Mean(baseline, candidate, 0.42, (0.36, 0.49), Verdict.Gain) with { Primary = false };
        yield return mean with { Metric = Metric.P50 };
        yield return mean with { Metric = Metric.RequestsPerSecond, Ratio = 2.4, Low = 2.1, High = 2.9 };
        yield return mean with
        {
            Metric = Metric.CpuPerRequest,
            Ratio = 0.97,
            Low = 0.9,
            High = 1.05,
            Verdict = Verdict.Undecided,
            Reason = "The interval reaches beyond the margin of 5% on both sides.",
        };
        yield return mean with { Metric = Metric.BytesPerRequest, Ratio = 1.09, Low = 1.07, High = 1.12, Verdict = Verdict.Loss };
        yield return mean with
        {
            Metric = Metric.Threads,
            Ratio = 0.21,
            Low = null,
            High = null,
            Verdict = Verdict.Undecided,
            Reason = "Too few rounds.",
        };
    }

    private static ShiftPoint Shift(double percentile, double baseline, double candidate) =>
        new(percentile, baseline, candidate, candidate - baseline, candidate / baseline);

    private static IEnumerable<PublishedFigure> Published(string where, params (Form Form, string Measure, double Value)[] figures) =>
        figures.Select(f => new PublishedFigure(f.Form, f.Measure, f.Value, null, where));

    private static FormPicture Picture(Form form, string label, int round, SimulatedSlot slot, (int Most, int Busiest) threads) =>
        new(form, label, round, slot.Requests.Max(r => r.EndNanoseconds), slot.Requests, slot.Pool(threads.Most, threads.Busiest));
}
