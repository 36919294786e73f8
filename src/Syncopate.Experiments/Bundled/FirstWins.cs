using System.Globalization;
using System.Net.Http.Json;
using System.Text.Json;
using Syncopate.Reporting;
using Syncopate.Reporting.Measured;
using Syncopate.Running.Rounds;
using Syncopate.Texts;

namespace Syncopate.Experiments.Bundled;

/// <summary>H of experiments.md: ask ten servers, take the first answer, and stop the other nine.</summary>
internal static class FirstWins
{
    private static readonly TimeSpan LosersTimeout = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(20);

    public static BundledExperiment Entry { get; } = new(
        "first-wins", "ten requests, the first answer wins, nine are cancelled", Sources.Owin, Plan)
    {
        Published = [],
        UsesFeeds = true,
        Explanation = new Explanation
        {
            Why = (measured, _) => Why(measured),
            Advice = measured => measured.Primary.Verdict == Verdict.Gain
                ? "Ask several, take the first answer, and cancel the rest, so that they stop using the servers."
                : null,
            Published = new PublishedAdvice(
                "async where work can be cancelled, to free what it uses (Async vs sync actions, 2016)", Verdict.Gain),
            Headline = HeadlineClass.Waiting,
            Slogan = new Slogan(3, "Take the first answer."),
            Picture = ReportPicture.Calls,
            NeedsNoCrowd = _ => "One user is enough for this experiment.",
        },
    };

    /// <summary>The race's work in percent of its full length.</summary>
    public static int ScalePercent(RunMode mode) => mode == RunMode.Quick ? 40 : 100;

    private static ExperimentPlan Plan(RunMode mode, SampleServers servers)
    {
        Experiment experiment = new()
        {
            Id = "first-wins",
            Title = "First answer wins",
            Question =
                "Ten servers can answer, each in its own time. What does racing them gain, and what does cancelling the losers save?",
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
                "The article gave the code but no figures. The work of each server depends only on the ticket and the lane of the race, "
                    + "so all forms get the same draws.",
            ],
        };
        (double Budget, double Round) seconds = mode switch { RunMode.Quick => (3, 1.1), RunMode.Default => (28, 2.8), _ => (60, 2.8) };
        ExperimentPlan warm = SitePlans.Warm(experiment, servers, mode, seconds);
        return warm with
        {
            // Every form of a round races the same tickets.
            Work = warm.Http with
            {
                PathInRound = (form, round) => string.Create(CultureInfo.InvariantCulture, $"{form.Path}?course={round}"),
                Tally = new LosersTally(servers),
            },
        };
    }

    /// <summary>What became of the losing requests.</summary>
    private static IEnumerable<string> Why(MeasuredExperiment measured)
    {
        List<MeasuredForm> races = measured.Forms.Where(f => PerAnswer(f, "requestsStarted") > 1.5).ToList();
        if (races.Count == 0)
            yield return "What became of the losing requests was not measured.";
        foreach (MeasuredForm race in races)
        {
            double stopped = PerAnswer(race, "requestsStopped");
            string after = FigureText.Milliseconds(race.Counters.GetValueOrDefault("stoppedAfterMilliseconds"));
            yield return $"{FirstLetter.Upper(measured.Name(race.Form.Form))} asks "
                + $"{FigureText.Significant(PerAnswer(race, "requestsStarted"))} servers for an answer and takes the first; "
                + (stopped > 0
                    ? $"{FigureText.Significant(stopped)} of the requests are stopped, {after} after they began on average"
                    : "the others run to their end")
                + $", and one answer costs the servers {FigureText.Milliseconds(Work(race))} of work.";
        }

        yield return Saved(races);
    }

    /// <summary>What the race that stops its losers spares the servers, beside the one that lets them run.</summary>
    private static string Saved(List<MeasuredForm> races)
    {
        MeasuredForm? stopping = races.Where(r => PerAnswer(r, "requestsStopped") > 0).MaxBy(r => PerAnswer(r, "requestsStopped"));
        MeasuredForm? running = races.Find(r => PerAnswer(r, "requestsStopped") == 0);
        if (stopping is null || running is null || Work(running) is not (> 0 and var whole))
            return "";
        double saved = 1 - Work(stopping) / whole;
        return saved > 0
            ? $"Cancelling the losers saves {FigureText.Percent(100 * saved)} of that work."
            : "Cancelling the losers saved nothing of that work here.";
    }

    private static double Work(MeasuredForm form) => PerAnswer(form, "workMilliseconds");

    /// <summary>Counters are totals of a slot; a slot holds many answers.</summary>
    private static double PerAnswer(MeasuredForm form, string counter) =>
        form.Answers == 0 ? 0 : form.Counters.GetValueOrDefault(counter) * form.Slots.Count / form.Answers;

    /// <summary>What became of the losing requests of a slot.</summary>
    private sealed class LosersTally(SampleServers servers) : ISlotTally
    {
        public async Task ResetAsync(SlotPlace place, CancellationToken cancellationToken)
        {
            using HttpClient client = new();
            using HttpResponseMessage answer = await client.PostAsync(Race("reset"), null, cancellationToken);
            answer.EnsureSuccessStatusCode();
        }

        /// <summary>Waits until every request of the slot has finished or stopped, then reads what they cost.</summary>
        public async Task<IReadOnlyDictionary<string, double>> ReadAsync(SlotPlace place, CancellationToken cancellationToken)
        {
            using HttpClient client = new();
            using CancellationTokenSource timeout = new(LosersTimeout, TimeProvider.System);
            while (true)
            {
                JsonElement race = await client.GetFromJsonAsync<JsonElement>(Race("statistics"), cancellationToken);
                double Figure(string name) => race.GetProperty(name).GetDouble();
                if (Figure("started") <= Figure("finished") + Figure("stopped") || timeout.IsCancellationRequested)
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

        private Uri Race(string what) => new(servers.Feeds!, "/race/" + what); // Set before any site starts.
    }
}
