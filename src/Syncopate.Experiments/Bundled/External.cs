using System.Globalization;
using Syncopate.Running.Rounds;

namespace Syncopate.Experiments.Bundled;

/// <summary>J of experiments.md: a slow web service, called sync, async, and several calls in parallel.</summary>
internal static class External
{
    public static BundledExperiment Entry { get; } = new("external", "a slow web service, called three times", Sources.Smith, Plan)
    {
        Published = [],
        UsesFeeds = true,
        Explanation = SharedExplanations.Aggregating,
    };

    private static ExperimentPlan Plan(RunMode mode, SampleServers servers)
    {
        int wait = mode == RunMode.Quick ? 60 : 500;
        string query = string.Create(CultureInfo.InvariantCulture, $"?ms={wait}");
        Experiment experiment = new()
        {
            Id = "external",
            Title = "A slow service elsewhere",
            Question = "A page needs three answers from a slow service. Sync, async, or all at once?",
            Source = Sources.Smith,
            Workload = new Workload("Three calls of a slow service", UseCase.Aggregating,
            [
                new WorkloadForm(Form.Sync, "Sync, one after the other", "/external/sync" + query, 3 * wait),
                new WorkloadForm(Form.Async, "Async, one after the other", "/external/async" + query, 3 * wait),
                new WorkloadForm(Form.Parallel, "Async, all at once", "/external/parallel" + query, wait),
            ]),
            Load = new UsersTimesLoops(5, 1),
            Replicate = Replicate.Round,
            NoiseForm = mode == RunMode.Quick ? null : Form.Parallel,
            WaitMilliseconds = wait,
            PublishedWaitMilliseconds = 500,
            Looks = 1,
            MarginPercent = 5,
            FloorMilliseconds = 0.1,
            Published = [],
            Change = "- foreach (string channel in channels)\n-     programmes.Add(await GetAsync(channel));\n+ var programmes = await "
                + "Task.WhenAll(channels.Select(GetAsync));",
            Caveats =
            [
                "The article called a broadcaster's schedule service that answered in about 500 ms; it gave no table. "
                    + "Here the service is a local process with a delay of that length.",
            ],
        };
        (double Budget, double Round) seconds = mode switch { RunMode.Quick => (3.5, 0.6), RunMode.Default => (41, 4.2), _ => (90, 4.2) };
        return SitePlans.Warm(experiment, servers, mode, seconds);
    }
}
