using System.Globalization;
using Syncopate.Running.Rounds;

namespace Syncopate.Experiments.Bundled;

/// <summary>E of experiments.md, first half: an action that waits 200 ms by <c>Task.Delay(200).Wait()</c> or by
/// awaiting, 50 users.</summary>
internal static class IoBound
{
    private const int PublishedWait = 200;

    /// <summary>A pool begins with a thread for each core: on a large machine more users are needed before any of them
    /// has to queue.</summary>
    public static int QuickUsers => Math.Max(20, 4 * Environment.ProcessorCount);

    private static readonly IReadOnlyList<PublishedFigure> Published =
    [
        new(Form.Sync, "mean", 2467, null, Sources.OwinMachine),
        new(Form.Async, "mean", 232, null, Sources.OwinMachine),
        new(Form.Sync, "threadsFirst", 5, null, Sources.OwinMachine),
        new(Form.Sync, "threadsLast", 57, null, Sources.OwinMachine),
        new(Form.Async, "threadsFirst", 6, null, Sources.OwinMachine),
        new(Form.Async, "threadsLast", 13, null, Sources.OwinMachine),
    ];

    public static BundledExperiment Entry { get; } = new("io-bound", "an action that waits 200 ms, under 50 users", Sources.Owin, Plan)
    {
        Published = Published,
        Explanation = SharedExplanations.Waiting,
    };

    private static ExperimentPlan Plan(RunMode mode, SampleServers servers)
    {
        (int wait, int users, int loops, double budget, double round) = mode switch
        {
            RunMode.Quick => (100, QuickUsers, 1, 11.0, 0.7),
            RunMode.Default => (PublishedWait, 50, 2, 54, 5),
            _ => (PublishedWait, 50, 5, 180, 12),
        };
        string query = string.Create(CultureInfo.InvariantCulture, $"?ms={wait}");
        Experiment experiment = new()
        {
            Id = "io-bound",
            Title = "Waiting under load",
            Question = $"An action waits {wait} ms for something else and computes nothing. What do many users at once notice?",
            Source = Sources.Owin,
            Workload = new Workload($"An action that waits {wait} ms", UseCase.IoBound,
            [
                new WorkloadForm(Form.Sync, "Sync", "/customers/sync-delay" + query, wait),
                new WorkloadForm(Form.Async, "Async", "/customers/async-delay" + query, wait),
            ]),
            Load = new UsersTimesLoops(users, loops),
            Replicate = Replicate.ProcessStart,
            NoiseForm = mode == RunMode.Quick ? null : Form.Async,
            WaitMilliseconds = wait,
            PublishedWaitMilliseconds = PublishedWait,
            Looks = 1,
            MarginPercent = 5,
            FloorMilliseconds = 0.1,
            Published = Published,
            Change = string.Create(
                CultureInfo.InvariantCulture, $"- Task.Delay({wait}).Wait();\n+ await Task.Delay({wait}, cancellationToken);"),
            Caveats =
            [
                "The article's sync action blocks on a task: Task.Delay(200).Wait(). "
                    + "Since .NET 6 the pool sees that a pool thread blocks on a task and adds threads at once, "
                    + "about one every 25 to 250 ms (cooperative blocking). "
                    + "The same wait with Thread.Sleep or a synchronous socket gets no such help.",
                "By Little's law the published 2,467 ms for 50 users means that about four requests were being served at a time (50 / "
                    + "2.467 s x 0.2 s), though the monitor counted 5 to 57 threads in use: "
                    + "the pool's size alone never explained that figure.",
                "The application is restarted before each run, as in the article; "
                    + "a few dozen calls that do not wait have then compiled its code.",
            ],
        };
        return SitePlans.Cold(experiment, servers, mode, (budget, round));
    }
}
