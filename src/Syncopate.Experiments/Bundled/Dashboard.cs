using System.Globalization;
using Syncopate.Running.Rounds;

namespace Syncopate.Experiments.Bundled;

/// <summary>D of experiments.md: a page of four feeds, each half a second slow, fetched in three ways.</summary>
internal static class Dashboard
{
    private const double PublishedWait = 500;

    private static readonly IReadOnlyList<PublishedFigure> Published =
    [
        new(Form.Sync, "mean", 3230, null, Sources.DotNetCurryMachine),
        new(Form.Async, "mean", 2920, null, Sources.DotNetCurryMachine),
        new(Form.Parallel, "mean", 1170, null, Sources.DotNetCurryMachine),
        new(Form.Sync, "served", 79, null, Sources.DotNetCurryMachine),
        new(Form.Async, "served", 108, null, Sources.DotNetCurryMachine),
        new(Form.Parallel, "served", 254, null, Sources.DotNetCurryMachine),
    ];

    public static BundledExperiment Entry { get; } = new(
        "dashboard", "a page of four slow feeds, in three forms", Sources.DotNetCurry, Plan)
    {
        Published = Published,
        UsesFeeds = true,
        Explanation = SharedExplanations.Aggregating,
    };

    private static ExperimentPlan Plan(RunMode mode, SampleServers servers)
    {
        int wait = mode == RunMode.Quick ? 80 : 500;
        string query = string.Create(CultureInfo.InvariantCulture, $"?delay={wait}");
        Experiment experiment = new()
        {
            Id = "dashboard",
            Title = "Four feeds, one page",
            Question = "A page asks four services that each take their time. What does it gain when it asks them together?",
            Source = Sources.DotNetCurry,
            Workload = new Workload("A page of four feeds", UseCase.Aggregating,
            [
                new WorkloadForm(Form.Sync, "Sync, one after the other", "/dashboard/sync" + query, 4 * wait),
                new WorkloadForm(Form.Async, "Async, one after the other", "/dashboard/async" + query, 4 * wait),
                new WorkloadForm(Form.Parallel, "Async, all at once", "/dashboard/parallel" + query, wait),
            ]),
            Load = new UsersTimesLoops(mode == RunMode.Quick ? 3 : 10, 1),
            Profile = mode switch
            {
                RunMode.Quick => null,
                RunMode.Default => new SteppedUsers(1, 1, 10, TimeSpan.FromSeconds(1)),
                _ => new SteppedUsers(1, 1, 10, TimeSpan.FromSeconds(6)),
            },
            Replicate = Replicate.Round,
            NoiseForm = Form.Parallel,
            WaitMilliseconds = wait,
            PublishedWaitMilliseconds = PublishedWait,
            Looks = 1,
            MarginPercent = 5,
            FloorMilliseconds = 0.1,
            Published = Published,
            Change = "- var emails = await GetAsync(\"emails\");\n- var tasks = await GetAsync(\"tasks\");\n+ var emails = "
                + "GetAsync(\"emails\");\n+ var tasks = GetAsync(\"tasks\");\n+ await Task.WhenAll(emails, tasks, bookmarks, notes);",
            Caveats =
            [
                "The article's \"async\" delay was Task.Wait(500), which still blocks a thread in the feed service; "
                    + "hence its 1.17 s where 0.5 s was possible. Here the feeds await their delay in all three forms, "
                    + "so that only the page differs.",
                "Task.WhenAll costs a thread for each call when the calls block inside; "
                    + "it frees them only when they are asynchronous to the bottom.",
                "Four calls at once are four times the load on the feeds: "
                    + "in a real system the bottleneck moves to the database behind them.",
            ],
        };
        (double Budget, double Round) seconds = mode switch { RunMode.Quick => (7, 1.0), RunMode.Default => (84, 5.2), _ => (360, 5.2) };
        ExperimentPlan warm = SitePlans.Warm(experiment, servers, mode, seconds);
        return warm with
        {
            SteadyCeiling = TimeSpan.FromSeconds(mode == RunMode.Quick ? 2 : 8),
            Work = warm.Http with { ProfileWarmUp = mode == RunMode.Full ? new UsersForTime(10, TimeSpan.FromSeconds(20)) : null },
        };
    }
}
