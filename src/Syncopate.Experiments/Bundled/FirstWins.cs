using System.Globalization;
using System.Net.Http.Json;
using System.Text.Json;
using Syncopate.Running.Rounds;

namespace Syncopate.Experiments.Bundled;

/// <summary>H of experiments.md: ask ten servers, take the first answer, and stop the other nine.</summary>
internal static class FirstWins
{
    private static readonly TimeSpan LosersPatience = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(20);

    public static BundledExperiment Entry { get; } = new("first-wins", "ten requests, the first answer wins, nine are cancelled", Sources.Owin, Plan) { Published = [], UsesFeeds = true };

    /// <summary>The race's work in percent of its full length.</summary>
    public static int ScalePercent(RunMode mode) => mode == RunMode.Quick ? 40 : 100;

    private static ExperimentPlan Plan(RunMode mode, SampleServers servers) => new()
    {
        Experiment = new Experiment
        {
            Id = "first-wins",
            Title = "First answer wins",
            Question = "Ten servers can answer, each in its own time. What does racing them gain, and what does cancelling the losers save?",
            Source = Sources.Owin,
            Workload = new Workload("One answer from ten servers", UseCase.Cancellable,
            [
                new WorkloadForm(Form.Sync, "Sync, ask one server", "/first-wins/one", 0),
                new WorkloadForm(Form.Async, "Async race, losers run on", "/first-wins/race", 0),
                new WorkloadForm(Form.Parallel, "Async race, losers cancelled", "/first-wins/cancel", 0),
            ]),
            // The draws of the tickets differ more than anything else does: a slot of ten evens them out.
            Load = mode == RunMode.Quick ? new UsersTimesLoops(2, 5) : new UsersTimesLoops(1, 5),
            Replicate = Replicate.Round,
            NoiseForm = null,
            WaitMilliseconds = 0,
            PublishedWaitMilliseconds = 0,
            Looks = 1,
            MarginPercent = 5,
            FloorMilliseconds = 0.1,
            Published = [],
            Change = "  Task<Answer> first = await Task.WhenAny(requests);\n+ await losers.CancelAsync();",
            Caveats =
            [
                "The article gave the code but no figures. The work of each server depends only on the ticket and the lane of the race, so all forms get the same draws.",
            ],
        },
        Server = servers.Site,
        Budget = TimeSpan.FromSeconds(mode switch { RunMode.Quick => 3, RunMode.Default => 28, _ => 60 }),
        EstimatedRound = TimeSpan.FromSeconds(mode == RunMode.Quick ? 1.1 : 2.8),
        EstimatedStart = SampleServers.EstimatedWarmStart(mode),
        MaximumRounds = Looks.RoundsAt(Looks.Most),
        StopsWhenAnswered = mode == RunMode.Quick,
        RoundsPerProcess = mode == RunMode.Quick ? int.MaxValue : 10,
        SteadyFloor = TimeSpan.FromSeconds(mode == RunMode.Quick ? 2 : 3),
        SteadyCeiling = TimeSpan.FromSeconds(mode == RunMode.Quick ? 2 : 5),
        // Every form of a round races the same tickets.
        PathInRound = (form, round) => string.Create(CultureInfo.InvariantCulture, $"{form.Path}?course={round}"),
        Before = (_, token) => ResetAsync(servers, token),
        After = (_, token) => CountLosersAsync(servers, token),
    };

    private static async Task ResetAsync(SampleServers servers, CancellationToken cancellationToken)
    {
        using HttpClient client = new();
        using HttpResponseMessage answer = await client.PostAsync(Race(servers, "reset"), null, cancellationToken);
        answer.EnsureSuccessStatusCode();
    }

    /// <summary>Waits until every request of the slot has finished or stopped, then reads what they cost.</summary>
    private static async Task<IReadOnlyDictionary<string, double>> CountLosersAsync(SampleServers servers, CancellationToken cancellationToken)
    {
        using HttpClient client = new();
        using CancellationTokenSource patience = new(LosersPatience, TimeProvider.System);
        while (true)
        {
            JsonElement race = await client.GetFromJsonAsync<JsonElement>(Race(servers, "statistics"), cancellationToken);
            double Figure(string name) => race.GetProperty(name).GetDouble();
            if (Figure("started") <= Figure("finished") + Figure("stopped") || patience.IsCancellationRequested)
            {
                return new Dictionary<string, double>(StringComparer.Ordinal)
                {
                    ["requestsStarted"] = Figure("started"),
                    ["requestsFinished"] = Figure("finished"),
                    ["requestsStopped"] = Figure("stopped"),
                    ["workMilliseconds"] = Figure("workMilliseconds"),
                    ["stoppedAfterMilliseconds"] = Figure("stoppedAfterMilliseconds"),
                };
            }

            await Task.Delay(PollInterval, TimeProvider.System, cancellationToken);
        }
    }

    private static Uri Race(SampleServers servers, string what) => new(servers.Feeds!, "/race/" + what); // Set before any site starts.
}
