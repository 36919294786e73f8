using System.Globalization;
using System.Text.Json;
using Syncopate.Load;
using Syncopate.Reporting;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Sentences;
using Syncopate.Running.Rounds;

namespace Syncopate.Experiments.Bundled;

/// <summary>I of experiments.md: a long action that a page waits for, or that it starts in the background.</summary>
internal static class LongRunning
{
    private const string Id = "long-running";
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(20);

    public static BundledExperiment Entry { get; } = new(
        Id, "a long action in the background, against a page that blocks until it is done", Sources.Smith, Plans)
    {
        Published = [],
        PartOf = RunMode.Full,
        Explanation = new Explanation
        {
            Advice = measured => measured.Primary.Verdict == Verdict.Gain
                ? "Start long work in the background and answer at once; show its progress, and let it be cancelled."
                : null,
            Published = new PublishedAdvice("async for long work that shows its progress (Simple-Talk, 2014)", Verdict.Gain),
            Headline = HeadlineClass.Waiting,
            Slogan = new Slogan(4, "Answer first, and work on in the background."),
            Reasons = Reasons,
        },
    };

    private static IReadOnlyList<ExperimentPlan> Plans(RunMode mode, SampleServers servers) =>
        [Plan(1, mode, servers), Plan(20, mode, servers)];

    private static ExperimentPlan Plan(int users, RunMode mode, SampleServers servers)
    {
        int work = mode switch { RunMode.Quick => 100, RunMode.Default => 500, _ => 1000 };
        string query = string.Create(CultureInfo.InvariantCulture, $"?milliseconds={work}");
        string row = string.Create(CultureInfo.InvariantCulture, $"{users} user{(users == 1 ? "" : "s")}");
        return new ExperimentPlan
        {
            Experiment = new Experiment
            {
                Id = string.Create(CultureInfo.InvariantCulture, $"{Id}-{users}"),
                Title = $"A long action, {row}",
                Group = new ExperimentGroup(
                    Id,
                    "A long action",
                    "A visitor starts work that takes a while. How soon is there an answer, and how soon is the work done?",
                    row,
                    "The sample site"),
                Question = $"{row} start work of {work} ms. How soon does each have an answer?",
                Source = Sources.Smith,
                Workload = new Workload("A long action", UseCase.LongRunning,
                [
                    new WorkloadForm(Form.Sync, "Blocks until the work is done", "/actions/measure/blocking" + query, work),
                    new WorkloadForm(Form.Async, "In the background", "/actions/measure/background" + query, 0),
                ]),
                Load = new UsersTimesLoops(users, 4),
                Replicate = Replicate.Round,
                NoiseForm = null,
                WaitMilliseconds = work,
                PublishedWaitMilliseconds = 0,
                Looks = 1,
                MarginPercent = 5,
                FloorMilliseconds = 0.1,
                Published = [],
                Change = "- return Ok(action.Run(input));\n+ var run = runner.Start<CountWords, Input, string>(owner, "
                    + "input);\n+ return Accepted(run.Id);",
                Caveats =
                [
                    "The article showed the pages and gave no figures. The background form answers as soon as the work is started; "
                        + "its progress then reaches the page by server-sent events.",
                    "The servers are warm: their pools have grown while they were warmed. "
                        + "How a cold pool affects blocking callers is measured by the experiment delay.",
                ],
            },
            Server = servers.Site,
            Budget = TimeSpan.FromSeconds(mode switch { RunMode.Quick => 12, RunMode.Default => 50, _ => 90 }),
            EstimatedRound = TimeSpan.FromSeconds(work * 0.006),
            MaximumRounds = mode == RunMode.Full ? 12 : 8,
            RoundsPerProcess = mode == RunMode.Quick ? int.MaxValue : 10,
            SteadyFloor = TimeSpan.FromSeconds(mode == RunMode.Quick ? 2 : 3),
            SteadyCeiling = TimeSpan.FromSeconds(mode == RunMode.Quick ? 3 : 8),
            Work = new HttpWork
            {
                // Without work: what is warmed is the way to it, and no action may still run when the first slot begins.
                WarmPath = form => form.Path.Split('?')[0] + "?milliseconds=0",
                Request = (path, load) => new LoadRequest(path, load)
                {
                    Method = "POST",
                    Headers = [new(SiteCalls.KeyHeader, servers.RunKey)],
                },
                Tally = new WorkTally(servers),
            },
        };
    }

    /// <summary>Each comparison in a sentence, and when the work in the background was done.</summary>
    private static IReadOnlyList<GroupReason> Reasons(IReadOnlyList<ExperimentReport> members) =>
    [
        .. ReportGroups.Sentences(members),
        .. members.Where(e => e.Forms.All(f => f.Counters.ContainsKey("workDoneMilliseconds"))).Select(Done),
    ];

    private static GroupReason Done(ExperimentReport experiment) => new($"{experiment.Title}: answer and end",
        string.Join(" ", experiment.Forms.Select(Done))
        + (experiment.Forms.All(f => f.Counters.GetValueOrDefault("workDone") >= f.Counters.GetValueOrDefault("workStarted"))
            ? " All that was started was done."
            : " Not all that was started was done when this was read."));

    // The server sees a request when it begins with it; how long it had waited for that, for a thread above all, is
    // what its sender waited beyond what the server knows of.
    private static string Done(FormReport form)
    {
        double worked = form.Counters["workDoneMilliseconds"];
        string answered = $"“{form.Label}” answered after {FigureText.Milliseconds(form.Mean)}, and the work was done ";
        if (!form.Counters.TryGetValue("answerHeldMilliseconds", out double held))
            return answered + $"{FigureText.Milliseconds(worked)} after the server began with the request.";
        double waited = Math.Max(0, form.Mean - held);
        return answered
            + $"about {FigureText.Milliseconds(waited + worked)} after it was asked for: {FigureText.Milliseconds(waited)} on "
            + "the way to and from the server’s code, where requests wait for a thread, and "
            + $"{FigureText.Milliseconds(worked)} from there to its end.";
    }

    /// <summary>When the work of a slot was done.</summary>
    private sealed class WorkTally(SampleServers servers) : ISlotTally
    {
        public async Task ResetAsync(SlotPlace place, CancellationToken cancellationToken) =>
            (await servers.Calls.PostAsync(place.Server, "/actions/measure/reset", cancellationToken)).Dispose();

        /// <summary>Waits until the work is done, then reads when that was.</summary>
        public async Task<IReadOnlyDictionary<string, double>> ReadAsync(SlotPlace place, CancellationToken cancellationToken)
        {
            using CancellationTokenSource timeout = new(Timeout, TimeProvider.System);
            while (true)
            {
                JsonElement tally = await servers.Calls.GetAsync(place.Server, "/actions/measure/statistics", cancellationToken);
                double Figure(string name) => tally.GetProperty(name).GetDouble();
                if (Figure("done") >= Figure("started") || timeout.IsCancellationRequested)
                {
                    return new Dictionary<string, double>(StringComparer.Ordinal)
                    {
                        ["workStarted"] = Figure("started"),
                        ["workDone"] = Figure("done"),
                        ["workDoneMilliseconds"] = Figure("meanDoneMilliseconds"),
                        ["answerHeldMilliseconds"] = Figure("meanHeldMilliseconds"),
                    };
                }

                await Task.Delay(PollInterval, TimeProvider.System, cancellationToken);
            }
        }
    }
}
