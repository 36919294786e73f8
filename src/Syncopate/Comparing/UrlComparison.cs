using Syncopate.Load;
using Syncopate.Measuring;
using Syncopate.Statistics;

namespace Syncopate.Comparing;

/// <summary>Compares two or three URLs under one load by the method of docs/method.md.</summary>
public sealed record UrlComparison
{
    /// <summary>Id of the experiment that a comparison is in its journal.</summary>
    public const string Id = "compare";

    // Two cores need 8 s to double what an empty page answers, and 3 s of calm to be believed; beyond a quarter of the time, warming costs more rounds than it saves noise.
    private static readonly TimeSpan SteadyFloor = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan LongestCeiling = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan ShortestSlot = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan ShortestCeiling = TimeSpan.FromSeconds(3);
    private const int WarmShare = 4;
    private const int FewestAnswersLong = 5;
    private const int UsualRoundsPerProcess = 10;
    private const int PreciseRoundsPerProcess = 5;

    /// <summary>Two or three targets, the baseline first.</summary>
    public required IReadOnlyList<ComparedTarget> Targets { get; init; }

    /// <summary>Makes the request of a path; its load is replaced by that of the slot.</summary>
    public required Func<string, LoadRequest> RequestTo { get; init; }

    /// <summary>The load. Users, or a constant rate, for a time whose length counts only if <see cref="IsLengthFixed"/>.</summary>
    public required LoadShape Load { get; init; }

    /// <summary>True when a slot is exactly <see cref="Load"/>; false to let a pilot find how long a slot must be.</summary>
    public bool IsLengthFixed { get; init; }

    /// <summary>Bounds of an answer, threads and version of HTTP.</summary>
    public LoadOptions Options { get; init; } = new();

    /// <summary>Time for everything: starting, warming, rounds.</summary>
    public required TimeSpan Budget { get; init; }

    /// <summary>Relative difference below which the targets count as equal, in percent; above 0.</summary>
    public double MarginPercent { get; init; } = 5;

    /// <summary>Absolute difference below which a ratio is irrelevant; 0.1 ms unless set.</summary>
    public TimeSpan Floor { get; init; } = TimeSpan.FromMicroseconds(100);

    /// <summary>Share of runs in which all intervals of a metric hold together: 0.95 or 0.99.</summary>
    public double Confidence { get; init; } = Looks.Confidence;

    /// <summary>True to measure targets whose answers differ.</summary>
    public bool AllowsDifferentAnswers { get; init; }

    /// <summary>True to replace the servers every five rounds instead of every ten.</summary>
    public bool IsPrecise { get; init; }

    /// <summary>Runs the comparison; its journal then holds it.</summary>
    /// <exception cref="TargetFailedException">A target is not there, fails, or does not answer as the others do.</exception>
    /// <exception cref="OperationCanceledException">The user stopped it; finished rounds are in the journal.</exception>
    public async Task RunAsync(RunContext run, CancellationToken cancellationToken = default) =>
        await new ExperimentRunner(run, Plan(run), Budget, TimeSpan.Zero).RunAsync(cancellationToken).ConfigureAwait(false);

    private ExperimentPlan Plan(RunContext run) => new()
    {
        Experiment = Experiment(),
        Server = form => Targets.First(t => t.Form == form).Server,
        Budget = Budget,
        EstimatedRound = TimeSpan.FromSeconds(1),
        MaximumRounds = Looks.RoundsAt(Looks.Most),
        RoundsPerProcess = !Targets.All(t => t.Server is ServerCommand) ? int.MaxValue : IsPrecise ? PreciseRoundsPerProcess : UsualRoundsPerProcess,
        SteadyFloor = SteadyFloor,
        SteadyCeiling = TimeSpan.FromSeconds(Math.Clamp(Budget.TotalSeconds / WarmShare, ShortestCeiling.TotalSeconds, LongestCeiling.TotalSeconds)),
        MaximumWarmUsers = int.MaxValue,
        Request = (path, load) => RequestTo(path) with { Shape = load },
        Options = Options,
        Check = new AnswerCheck(run, this).RunAsync,
        Pilot = SlotLoadOf,
    };

    private Experiment Experiment() => new()
    {
        Id = Id,
        Title = string.Join(" against ", Targets.Select(t => t.Label)),
        Question = "Which of them answers faster under this load, and what does each cost its server?",
        Source = string.Join("; ", Targets.Select(t => $"{t.Form}: {t.Description}")) + ".",
        Workload = new Workload("What the targets do", UseCase.Undescribed, [.. Targets.Select(t => new WorkloadForm(t.Form, t.Label, t.Path, 0))]),
        Load = Load,
        Replicate = Replicate.Round,
        NoiseForm = Targets[0].Form,
        WaitMilliseconds = 0,
        PublishedWaitMilliseconds = 0,
        Looks = 1,
        MarginPercent = MarginPercent,
        FloorMilliseconds = Floor.TotalMilliseconds,
        Confidence = Confidence,
        Published = [],
        Change = "",
        Caveats = [.. Caveats()],
    };

    private IEnumerable<string> Caveats()
    {
        if (Targets.Select(t => t.Server).Distinct().Count() < Targets.Count)
            yield return "Some of the targets share one server process: threads that one makes wait for the other's requests too, and its thread pool, memory and compiled code are common. For a process each, let the tool start them.";
        else if (Targets.Any(t => t.Server is RunningServer))
            yield return "The servers were running already, one process each: what such a process happens to be stays in the result. Servers that the tool starts are replaced while it measures.";
    }

    /// <summary>Slots as long as the slowest target demands, without the head in which the load builds up; a load that the user has fixed is taken as it is.</summary>
    private SlotLoad SlotLoadOf(PilotReading slowest)
    {
        TimeSpan length = SlotRules.Length(slowest.P95, slowest.RequestsPerSecond);
        // Eight shorter rounds say more than three long ones, as long as a slot holds a few of the slowest answers.
        if (length > slowest.LongestSlot)
            length = new[] { slowest.LongestSlot, FewestAnswersLong * slowest.P95, ShortestSlot }.Max();
        LoadShape load = (IsLengthFixed, Load) switch
        {
            (true, _) => Load,
            (_, Arrivals a) => new Arrivals(a.FromPerSecond, a.ToPerSecond, length) { MaximumInFlight = a.MaximumInFlight },
            _ => new UsersForTime(Load.MaximumUsers, length),
        };
        TimeSpan? time = load switch { UsersForTime l => l.Duration, Arrivals l => l.Duration, _ => null };
        return new SlotLoad(load, time is { } whole ? SlotRules.Discard(slowest.P95, whole) : TimeSpan.Zero);
    }
}
