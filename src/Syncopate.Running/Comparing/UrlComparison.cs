using System.Runtime.CompilerServices;
using Syncopate.Load;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;

namespace Syncopate.Running.Comparing;

/// <summary>Compares two or three URLs under one load by the method of docs/method.md.</summary>
internal sealed record UrlComparison
{
    /// <summary>Id of the experiment that a comparison is in its journal.</summary>
    public const string Id = "compare";

    // Two cores need 8 s to double what an empty page answers, and 3 s of calm to be believed; beyond a quarter of the
    // time, warming costs more rounds than it saves noise.
    private static readonly TimeSpan SteadyFloor = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan LongestCeiling = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan ShortestSlot = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan LeastSlot = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan ShortestCeiling = TimeSpan.FromSeconds(3);
    private const int WarmShare = 4;
    private const double Overrun = 1.15;
    private const int FewestAnswersLong = 5;

    // Long enough for a pool to begin to grow; as many requests as compile what a page needs first, and leave the pool as it is.
    private static readonly TimeSpan ColdSlot = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan ColdStart = TimeSpan.FromSeconds(2);
    private const int ColdWarmRequests = 20;
    private const int ColdRoundsAhead = 2;
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

    /// <summary>True to measure, in every round, servers that have just been started: their pools are as small as they
    /// begin. All of them must be such as the tool starts.</summary>
    public bool IsCold { get; init; }

    /// <summary>What is said of it, where the targets are not addresses; null for addresses.</summary>
    public ComparedSubject? Subject { get; init; }

    /// <summary>Doubts that are there before anything is measured; none by default.</summary>
    public IReadOnlyList<Doubt> Doubts { get; init; } = [];

    /// <summary>Reads one answer of a target, to be compared; null for one by HTTP.</summary>
    internal Func<Form, HttpTarget, LoadRequest, CancellationToken, Task<CheckedAnswer>>? ReadAnswer { get; init; }

    /// <summary>Runs the comparison; its journal then holds it.</summary>
    /// <exception cref="TargetFailedException">A target is not there, fails, or does not answer as the others do.</exception>
    /// <exception cref="OperationCanceledException">The user stopped it; finished rounds are in the journal.</exception>
    public async Task RunAsync(RunContext run, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(run);
        using RunLimit limit = new(run.Clock);
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, limit.Over);
        TimeSpan started = run.Clock.Elapsed;
        AnswerGuard guard = new(this, run, cancellationToken);
        // Looking at where threads block comes after the rounds and has no part in the budget.
        void Limit() => limit.Set(run.Probe is null ? Rest(run.Clock.Elapsed - started) : null);
        ExperimentPlan plan = Plan(guard, Limit);
        ExperimentRunner runner = new(run, plan, Budget, TimeSpan.Zero);
        bool isDescribed = run.Earlier?.Of(ExperimentId) is not null;
        run.GoOn();
        try
        {
            if (IsCold)
                await run.PrepareAsync(isDescribed, () => CheckColdAsync(run, plan, end.Token)).ConfigureAwait(false);
            if (IsCold)
                limit.Set(Rest(run.Clock.Elapsed - started));
            else if (isDescribed)
                Limit(); // Its pilot was in an earlier sitting.
            await runner.RunAsync(end.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (limit.Over.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            if (runner.Rounds == 0)
                throw OutOfTime(run.Clock.Elapsed - started);
            run.Journal.Append(CutShort());
        }
    }

    /// <summary>What ends a comparison that had time for no round.</summary>
    internal TargetFailedException OutOfTime(TimeSpan passed) => new(FormattableString.Invariant(
        $"No round was finished within {passed.TotalSeconds:0.0} s: the answers, or the servers' starts, take too long for it. ")
        + "Nothing can be compared in this time. Give it more, such as "
        + FormattableString.Invariant($"--budget {4 * Budget.TotalSeconds:0}s, or ")
        + (Load is Arrivals ? "a lower --rate." : "fewer --users."))
    {
        IsOutOfTime = true,
    };

    /// <summary>Rounds of their own servers have none on which to look whether the answers are the same.</summary>
    private async Task CheckColdAsync(RunContext run, ExperimentPlan plan, CancellationToken cancellationToken)
    {
        run.Report(new RunProgress(ExperimentId, "starting servers", 0, Budget, Finished: false));
        ServerSet serverSet = new(run, plan.Server);
        await using ConfiguredAsyncDisposable end = serverSet.ConfigureAwait(false);
        await serverSet.StartAsync(Targets.Select(t => t.Form), cancellationToken).ConfigureAwait(false);
        await plan.Work.Guard.CheckAsync(serverSet, cancellationToken).ConfigureAwait(false);
    }

    private string ExperimentId => Subject?.Id ?? Id;

    /// <summary>When to give up what is under way: a little after the budget. Servers that took all of it to start have
    /// a part of it for a round all the same.</summary>
    private TimeSpan Rest(TimeSpan elapsed) => new[] { Budget * Overrun - elapsed, Budget / WarmShare }.Max();

    private Doubt CutShort() => new(
        "cut-short",
        ExperimentId,
        FormattableString.Invariant(
            $"The last round was given up {Budget.TotalSeconds * (Overrun - 1):0.0} s after the budget was over: ")
            + "it took longer than the one before it.",
        "Finished rounds are kept and judged; the one that was given up is in no figure.",
        FormattableString.Invariant($"Give it more time, such as --budget {2 * Budget.TotalSeconds:0}s."));

    private ExperimentPlan Plan(AnswerGuard guard, Action onRounds) => new()
    {
        Experiment = Experiment(),
        Server = form => Targets.First(t => t.Form == form).Server,
        Budget = Budget,
        EstimatedRound = IsCold ? ColdStart + (Targets.Count + 1) * ColdSlot : TimeSpan.FromSeconds(1),
        RoundsAhead = MayBeDoubled ? ColdRoundsAhead : 1,
        MaximumRounds = Looks.RoundsAt(Looks.Most),
        RoundsPerProcess = !Targets.All(t => t.Server is ServerCommand) ? int.MaxValue
            : IsPrecise ? PreciseRoundsPerProcess
            : UsualRoundsPerProcess,
        SteadyFloor = SteadyFloor,
        SteadyCeiling = TimeSpan.FromSeconds(
            Math.Clamp(Budget.TotalSeconds / WarmShare, ShortestCeiling.TotalSeconds, LongestCeiling.TotalSeconds)),
        Work = new HttpWork
        {
            ColdWarmRequests = ColdWarmRequests,
            MaximumWarmUsers = int.MaxValue,
            Request = (path, load) => RequestTo(path) with { Shape = load, BodyChecksum = guard.Checksum },
            Options = Options,
            Guard = guard,
            // A server that a pilot has loaded is not new any more.
            Load = IsCold ? new GivenLoad() : new PilotedLoad(slowest =>
            {
                onRounds();
                return SlotLoadOf(slowest);
            }),
        },
    };

    private Experiment Experiment() => new()
    {
        Id = ExperimentId,
        Title = Subject?.Title ?? string.Join(" against ", Targets.Select(t => t.Label)),
        Question = Subject?.Question ?? "Which of them answers faster under this load, and what does each cost its server?",
        Source = string.Join("; ", Targets.Select(t => $"{t.Form}: {t.Description}")) + ".",
        Workload = new Workload(
            Subject?.Title ?? "What the targets do",
            UseCase.Undescribed,
            [.. Targets.Select(t => new WorkloadForm(t.Form, t.Label, t.Path, 0))]),
        Load = IsCold && !IsLengthFixed ? Lasting(ColdSlot) : Load,
        Replicate = IsCold ? Replicate.ProcessStart : Replicate.Round,
        NoiseForm = IsCold && !MayBeDoubled ? null : Targets[0].Form,
        WaitMilliseconds = 0,
        PublishedWaitMilliseconds = 0,
        Looks = 1,
        MarginPercent = MarginPercent,
        FloorMilliseconds = Floor.TotalMilliseconds,
        Confidence = Confidence,
        Published = [],
        Change = "",
        Caveats = [.. Subject?.Caveats ?? Caveats()],
        Group = Subject?.Group,
        Piece = Subject?.Piece,
    };

    /// <summary>What is to be known of the servers, where the targets are addresses.</summary>
    internal IEnumerable<string> Caveats()
    {
        if (SharesProcess)
        {
            yield return "Some of the targets share one server process, its memory, its compiled code and its thread pool: "
                + "threads that one makes wait for the other's requests too, so that equal latencies do not say that each would answer so "
                + "alone. The threads that each used are counted in its own slots. For a process each: --twice, "
                + "or --launch-a and --launch-b; for the first moments after a start, when the pool is small: --cold with it.";
        }
        else if (Targets.Any(t => t.Server is RunningServer) && !Targets.All(t => t.Server is RunningServer))
        {
            Form[] running = [.. Targets.Where(t => t.Server is RunningServer).Select(t => t.Form)];
            yield return $"{string.Join(" and ", running)} {(running.Length == 1 ? "was" : "were")} running already, so that the servers "
                + "that the tool started were not replaced while it measured either: what each process happens to be stays in the result. "
                + "Where the tool starts all of them, it replaces them.";
        }
        else if (Targets.Any(t => t.Server is RunningServer))
        {
            yield return "The servers were running already, one process each: what such a process happens to be stays in the result. "
                + "Servers that the tool starts are replaced while it measures.";
        }

        if (Targets.Any(t => t.Server is ServerCopy))
        {
            yield return "The servers are copies of the one that runs: the same program, arguments, folder and variables on other ports. "
                + "What they share beside that, such as a database, they share here too.";
        }

        if (IsCold)
        {
            yield return FormattableString.Invariant(
                $"Every slot began on a new server that had answered {ColdWarmRequests} requests of one user: ")
                + "this is a crowd just after a start, not how the servers answer an hour later.";
        }
    }

    /// <summary>Whether a server may run twice at once, as cold rounds want it: not one that has a port of its own.</summary>
    private bool MayBeDoubled => Targets.All(t => t.Server is ServerCopy or ServerCommand { Address: null });

    /// <summary>By process where it can be seen: http and https, or two names of one machine, may be one server.</summary>
    private bool SharesProcess
    {
        get
        {
            IServerSource[] servers = [.. Targets.Select(t => t.Server).Distinct()];
            int?[] processes = [.. servers.OfType<RunningServer>()
                .Where(s => OwnAddress.Is(s.Target.EndPoint.Address))
                .Select(s => ListeningProcess.Find(s.Target.EndPoint))
                .Where(id => id is not null)];
            return servers.Length < Targets.Count || processes.Distinct().Count() < processes.Length;
        }
    }

    /// <summary>Slots as long as the slowest target demands, without the head in which the load builds up; a load that
    /// the user has fixed is taken as it is.</summary>
    private SlotLoad SlotLoadOf(PilotReading slowest)
    {
        TimeSpan cycle = slowest.P95 + RequestTo(Targets[0].Path).ThinkTime; // Of one user, from one request to the next.
        TimeSpan length = SlotRules.Length(cycle, slowest.RequestsPerSecond);
        // Eight shorter rounds say more than three long ones, as long as a slot holds a few of the slowest answers.
        if (length > slowest.LongestSlot)
            length = new[] { slowest.LongestSlot, FewestAnswersLong * cycle, ShortestSlot }.Max();
        // But no answer is worth so much of the time that the next rounds are lost: then a slot is a burst of one or two requests a user.
        if (length > slowest.SlotLimit)
            length = slowest.SlotLimit > LeastSlot ? slowest.SlotLimit : LeastSlot;
        LoadShape load = IsLengthFixed ? Load : Lasting(length);
        TimeSpan? time = load switch { UsersForTime l => l.Duration, Arrivals l => l.Duration, _ => null };
        return new SlotLoad(load, time is { } whole ? SlotRules.Discard(cycle, whole) : TimeSpan.Zero);
    }

    private LoadShape Lasting(TimeSpan length) => Load is Arrivals a
        ? new Arrivals(a.FromPerSecond, a.ToPerSecond, length) { MaximumInFlight = a.MaximumInFlight }
        : new UsersForTime(Load.MaximumUsers, length);
}
