using System.Collections.Frozen;
using System.Globalization;
using Syncopate.Running.Comparing;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;
using Syncopate.Texts;

namespace Syncopate.Experiments.Bundled;

/// <summary>What can be raced: the bundled experiments whose work is asked for over HTTP by users at once, and
/// addresses of the user's own.</summary>
internal static class Races
{
    /// <summary>The one that begins by itself.</summary>
    public const string Demonstration = "delay";

    /// <summary>Users with which a race of addresses begins, when nothing else is asked for.</summary>
    public const int UsualUsers = 20;

    /// <summary>Users of a race at the most: each is drawn.</summary>
    public const int MostUsers = Load.RequestRing.MostUsers;

    // Long enough to be seen, short enough to see many.
    private const int DemonstratedWait = 300;

    // The picture goes on for some rounds after the verdict; a round has two or three slots of seconds.
    private const int FewestRounds = 12;

    private const string NewServers = "A race is a demonstration. Every round starts new servers: a pool keeps its threads, and how "
        + "long requests queue depends on what ran before.";
    private const string SameServers = "A race is a demonstration: its servers stay the same throughout, and what their pools have "
        + "grown to in one round they have in the next. A run or a comparison replaces them.";

    private static readonly FrozenSet<string> Raced = FrozenSet.ToFrozenSet(["delay", "io-bound", "dashboard", "cpu-bound"]);

    /// <summary>The bundled ones.</summary>
    public static IReadOnlyList<BundledExperiment> All { get; } = [.. BundledExperiments.All.Where(e => Raced.Contains(e.Id))];

    /// <summary>A bundled race.</summary>
    /// <param name="experiment">One of <see cref="All"/>.</param>
    /// <param name="servers">How to start the samples; the feeds run already where the experiment uses them.</param>
    /// <param name="users">How many users arrive at once.</param>
    public static ExperimentPlan Plan(BundledExperiment experiment, SampleServers servers, int users)
    {
        ArgumentNullException.ThrowIfNull(experiment);
        ExperimentPlan plan = experiment.Plans(RunMode.Quick, servers)[0];
        Experiment asked = plan.Experiment;
        return Steady(plan, users) with
        {
            Experiment = Steady(plan, users).Experiment with
            {
                Workload = experiment.Id == Demonstration ? Demonstrated(asked.Workload) : asked.Workload,
                WaitMilliseconds = experiment.Id == Demonstration ? DemonstratedWait : asked.WaitMilliseconds,
                Question = string.Create(CultureInfo.InvariantCulture,
                    $"Users arrive all at once; each asks for {FirstLetter.Lower(asked.Workload.Title)}. Which requests queue?"),
            },
        };
    }

    /// <summary>A race of addresses.</summary>
    /// <param name="targets">Two or three.</param>
    /// <param name="users">How many users arrive at once.</param>
    public static ExperimentPlan Plan(IReadOnlyList<ComparedTarget> targets, int users)
    {
        ArgumentNullException.ThrowIfNull(targets);
        return Steady(new ExperimentPlan
        {
            Experiment = new Experiment
            {
                Id = "race",
                Title = string.Join(" against ", targets.Select(t => t.Label)),
                Question = "Which requests queue?",
                Source = string.Join("; ", targets.Select(t => $"{t.Form}: {t.Description}")) + ".",
                Workload = new Workload("What the targets do", UseCase.Undescribed,
                    [.. targets.Select(t => new WorkloadForm(t.Form, t.Label, t.Path, 0))]),
                Load = new UsersTimesLoops(users, 1),
                Replicate = Replicate.Round,
                NoiseForm = null,
                WaitMilliseconds = 0,
                PublishedWaitMilliseconds = 0,
                Looks = 1,
                MarginPercent = 5,
                FloorMilliseconds = 0.1,
                Published = [],
                Change = "",
                Caveats = [],
            },
            Server = form => targets.First(t => t.Form == form).Server,
            Budget = TimeSpan.Zero,
            EstimatedRound = TimeSpan.Zero,
            MaximumRounds = 1,
            RoundsPerProcess = 1,
            SteadyFloor = TimeSpan.Zero,
            SteadyCeiling = TimeSpan.Zero,
        }, users);
    }

    /// <summary>Starts what an experiment needs beside its sites.</summary>
    public static async Task PrepareAsync(BundledExperiment experiment, SampleServers servers, RunContext run,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(experiment);
        ArgumentNullException.ThrowIfNull(servers);
        ArgumentNullException.ThrowIfNull(run);
        if (experiment.UsesFeeds)
        {
            servers.Feeds = (await run.StartDependencyAsync(servers.FeedService(FirstWins.ScalePercent(RunMode.Quick)),
                cancellationToken)).Address;
        }
    }

    private static ExperimentPlan Steady(ExperimentPlan plan, int users) => plan with
    {
        Experiment = plan.Experiment with
        {
            Load = new UsersTimesLoops(users, 1),
            DiscardMilliseconds = 0,
            Profile = null,
            NoiseForm = null,
            Published = [],
            Caveats = [plan.Experiment.Replicate == Replicate.ProcessStart ? NewServers : SameServers],
        },
        EstimatedRound = TimeSpan.FromSeconds(2),
        RoundsPerProcess = int.MaxValue,
        MaximumRounds = Looks.RoundsAt(Looks.Most),
        MinimumRounds = FewestRounds,
        Work = plan.Http with { TracesEveryRound = true, MaximumTraces = MostUsers },
    };

    private static Workload Demonstrated(Workload workload)
    {
        string query = string.Create(CultureInfo.InvariantCulture, $"?ms={DemonstratedWait}");
        return workload with
        {
            Forms = [.. workload.Forms.Select(f => f with { Path = f.Path.Split('?')[0] + query, LimitMilliseconds = DemonstratedWait })],
        };
    }
}
