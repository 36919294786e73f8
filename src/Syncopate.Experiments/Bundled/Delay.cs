using System.Globalization;
using Syncopate.Running.Rounds;

namespace Syncopate.Experiments.Bundled;

/// <summary>C of experiments.md: a page that waits half a second, blocking or awaiting, for 20 simultaneous users.</summary>
internal static class Delay
{
    private const double PublishedWait = 500;

    private static readonly IReadOnlyList<PublishedFigure> Published =
    [
        new(Form.Sync, "mean", 800, 2000, Sources.SmithMachine),
        new(Form.Async, "mean", 560, null, Sources.SmithMachine),
    ];

    public static BundledExperiment Entry { get; } = new("delay", "a page that waits, under 20 users", Sources.Smith, Plan)
    {
        Published = Published,
        Explanation = SharedExplanations.Waiting,
    };

    private static ExperimentPlan Plan(RunMode mode, SampleServers servers)
    {
        (int wait, int users) = mode == RunMode.Quick ? (60, IoBound.QuickUsers) : (500, 20);
        string query = string.Create(CultureInfo.InvariantCulture, $"?ms={wait}");
        Experiment experiment = new()
        {
            Id = "delay",
            Title = "A slow operation under load",
            Question = string.Create(
                CultureInfo.InvariantCulture, $"{users} users open a page that waits for something slow. Which requests queue?"),
            Source = Sources.Smith,
            Workload = new Workload("A page that waits", UseCase.IoBound,
            [
                new WorkloadForm(Form.Sync, "Sync", "/delays/sync" + query, wait),
                new WorkloadForm(Form.Async, "Async", "/delays/async" + query, wait),
            ]),
            Load = new UsersTimesLoops(users, 1),
            Replicate = Replicate.ProcessStart,
            NoiseForm = mode == RunMode.Quick ? null : Form.Async,
            WaitMilliseconds = wait,
            PublishedWaitMilliseconds = PublishedWait,
            Looks = 1,
            MarginPercent = 5,
            FloorMilliseconds = 0.1,
            Published = Published,
            Change = string.Create(
                CultureInfo.InvariantCulture, $"- Thread.Sleep({wait});\n+ await Task.Delay({wait}, cancellationToken);"),
            Caveats =
            [
                "The blocking form waits with Thread.Sleep, which the pool does not see as blocking. "
                    + "It adds a thread when no work item has finished for 500 ms, "
                    + "and calls that finish every 500 ms or sooner keep it from doing so: it stays at a few threads, and requests queue.",
                "A pool keeps its threads for 20 s, so how long requests queue depends on what ran before. "
                    + "That is why every round starts new servers.",
            ],
        };
        return SitePlans.Cold(experiment, servers, mode, (mode == RunMode.Quick ? 10 : 50, mode == RunMode.Quick ? 0.6 : 4.5));
    }
}
