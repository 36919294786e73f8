using Syncopate.Running.Rounds;

namespace Syncopate.Experiments.Bundled;

/// <summary>E of experiments.md, second half: an action that computes and never waits, 50 users.</summary>
internal static class CpuBound
{
    private static readonly IReadOnlyList<PublishedFigure> Published =
    [
        new(Form.Sync, "mean", 86, null, Sources.OwinMachine),
        new(Form.Async, "mean", 93, null, Sources.OwinMachine),
    ];

    public static BundledExperiment Entry { get; } = new("cpu-bound", "an action that only computes, under 50 users", Sources.Owin, Plan)
    {
        Published = Published,
        NeedsIdleMachine = true,
        Explanation = SharedExplanations.Computing,
    };

    private static ExperimentPlan Plan(RunMode mode, SampleServers servers)
    {
        (int users, int loops, double budget) = mode switch
        {
            RunMode.Quick => (10, 4, 7),
            RunMode.Default => (50, 5, 36),
            _ => (50, 5, 90),
        };
        Experiment experiment = new()
        {
            Id = "cpu-bound",
            Title = "Computing under load",
            Question = "An action computes a few milliseconds and waits for nothing. Does async help?",
            Source = Sources.Owin,
            Workload = new Workload("An action that computes", UseCase.CpuBound,
            [
                new WorkloadForm(Form.Sync, "Sync", "/customers/sync-cpu", 0),
                new WorkloadForm(Form.Async, "Async", "/customers/async-cpu", 0),
            ]),
            Load = new UsersTimesLoops(users, loops),
            Replicate = Replicate.Round,
            NoiseForm = Form.Sync,
            WaitMilliseconds = 0,
            PublishedWaitMilliseconds = 0,
            Looks = 1,
            PrimaryMetric = Metric.CpuPerRequest,
            MarginPercent = 5,
            FloorMilliseconds = 0.1,
            Published = Published,
            Change = "- var customers = Rated();\n+ var customers = await Task.Run(Rated);",
            Caveats =
            [
                "Computing has no asynchronous form: the async action can only hand the work to another thread of the same pool, "
                    + "and the sample names it as the specimen of that. The processor stays the limit.",
                "The work is a fixed number of iterations, the same pure function in both forms. "
                    + "How long it takes depends on the processor; only the ratio can be compared with the article.",
            ],
        };
        return SitePlans.Warm(experiment, servers, mode, (budget, mode == RunMode.Quick ? 0.3 : 1.1)) with
        {
            SteadyFloor = TimeSpan.FromSeconds(3),
            SteadyCeiling = TimeSpan.FromSeconds(mode == RunMode.Quick ? 3 : 8),
        };
    }
}
