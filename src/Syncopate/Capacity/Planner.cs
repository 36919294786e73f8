namespace Syncopate.Capacity;

/// <summary>Answers a <see cref="PlanQuestion"/>: bounds and steady state by formulas, the start and the course over the load by simulation.</summary>
public static class Planner
{
    private const double LongestSeconds = 30;
    private const double LevelSeconds = 10;
    private const double TargetUse = 0.7;

    // One request at a time on an idle machine, over the loopback.
    private const double WarmGapSeconds = 0.0002;

    // A pool at rest, and three with a short to a long memory.
    private static readonly PoolHistory[] Histories = [new(0, 0.001), new(60, 0.001), new(300, 0.003), new(600, 0.01)];
    private static readonly double[] LevelFactors = [0.1, 0.2, 0.35, 0.5, 0.7, 0.85, 1, 1.2, 1.5, 2, 3];

    /// <summary>Makes the plan.</summary>
    /// <param name="question">What is known.</param>
    /// <param name="progress">Told the share that is done, 0 to 1; null for nobody.</param>
    /// <param name="cancellationToken">Ends the simulations.</param>
    /// <exception cref="ArgumentException">The question contradicts itself.</exception>
    public static Plan Make(PlanQuestion question, IProgress<double>? progress = null, CancellationToken cancellationToken = default) =>
        Make(question, PlannerEffort.Whole, progress, cancellationToken);

    internal static Plan Make(PlanQuestion question, PlannerEffort effort, IProgress<double>? progress, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(question);
        question.Check();
        long instances = Instances(question);
        double load = question.Load / instances;
        double seconds = Math.Min(LongestSeconds, effort.MostRequests / Math.Max(1, Offered(question, load)));
        var forms = new List<PlannedForm>();
        double all = question.Styles.Count * Histories.Length * (effort.Seeds + (effort.LevelSeeds * Loads(question, load).Count()));
        int done = 0;
        foreach (WaitStyle style in question.Styles)
            forms.Add(Form(question, load, seconds, style, new FormSimulations(question, style, () => progress?.Report(++done / all), cancellationToken) { Effort = effort }));

        return new Plan(question, PoolConstants.Net10.Runtime, instances, load, seconds, effort.Seeds * Histories.Length, forms);
    }

    /// <summary>One form at the asked load for so long, on a pool with one known history, requests evenly spaced as a load generator sends them.</summary>
    /// <param name="question">What is known; of one machine.</param>
    /// <param name="style">How it waits.</param>
    /// <param name="seconds">How long requests are sent, above 0.</param>
    /// <param name="warmRequests">Requests without a wait, one after the other, before the load.</param>
    public static PlannedLevel Predict(PlanQuestion question, WaitStyle style, double seconds, int warmRequests)
    {
        ArgumentNullException.ThrowIfNull(question);
        question.Check();
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(seconds);
        var simulations = new FormSimulations(question, style, static () => { }, CancellationToken.None) { ArriveAtRandom = false };
        return Summary(question.Load, simulations.Run(question.Load, seconds, [new PoolHistory(warmRequests, WarmGapSeconds)], 2 * PlannerEffort.Whole.Seeds), seconds);
    }

    /// <summary>Machines that keep the cores at their target use; users stay on one.</summary>
    private static long Instances(PlanQuestion question) => question.ArrivalsPerSecond is { } rate
        ? Math.Max(1, (long)Math.Ceiling(rate * (question.CpuSeconds + PoolConstants.Net10.RequestCpuSeconds) / (TargetUse * question.FreeCores) - 1e-9))
        : 1;

    private static double Offered(PlanQuestion question, double load) => question.Users is null
        ? load
        : load / (question.ThinkSeconds + Math.Max(0.001, question.UnloadedSeconds(WaitStyle.AwaitingTogether)));

    private static PlannedForm Form(PlanQuestion question, double load, double seconds, WaitStyle style, FormSimulations simulations)
    {
        bool holds = style is WaitStyle.Blocking or WaitStyle.BlockingOnTask;
        RequestDemand demand = question.Total(style);
        int? threads = holds ? question.MaximumThreads : null;
        Bound bound = question.Users is { } users
            ? CapacityBounds.OfUsers(demand, question.FreeCores, threads, users, question.ThinkSeconds)
            : CapacityBounds.OfServer(demand, question.FreeCores, threads);
        (double perSecond, double response) = Steady(question, demand, threads, load);
        PoolOutcome[] start = simulations.Run(load, seconds, Histories, simulations.Effort.Seeds);
        List<PlannedLevel> levels = [.. Loads(question, load).Select(l => Level(question, l, simulations))];
        double limit = 2_000 * question.LongestSeconds(style);
        return new PlannedForm
        {
            Style = style,
            Bound = bound,
            Knee = question.Users is null ? bound.RequestsPerSecond : CapacityBounds.Knee(demand, question.FreeCores, threads, question.ThinkSeconds),
            SteadyPerSecond = perSecond,
            SteadyMilliseconds = response * 1_000,
            ThreadsNeeded = holds ? OpenArrivals.ThreadsFor(Math.Min(Offered(question, load), CapacityBounds.OfServer(demand, question.FreeCores, threads: null).RequestsPerSecond), demand.TotalSeconds, 0.01) : 0,
            Start = Summary(load, start, seconds),
            Onset = levels.FirstOrDefault(l => l.P99Milliseconds.Median > limit)?.Load,
            Levels = levels,
            Ramp = Ramp(start),
            CollapsedShare = start.Count(o => o.Unfinished > 0 || o.Latencies.ValueAtQuantile(0.5) / 1e6 > 2 * limit) / (double)start.Length,
        };
    }

    private static (double PerSecond, double Seconds) Steady(PlanQuestion question, RequestDemand demand, int? threads, double load)
    {
        int cores = Math.Max(1, (int)Math.Floor(question.FreeCores));
        if (question.Users is { } users)
        {
            ClosedNetwork network = ClosedNetwork.Solve(demand, cores, threads, users, question.ThinkSeconds);
            return (network.RequestsPerSecond, network.ResponseSeconds);
        }

        double most = CapacityBounds.OfServer(demand, question.FreeCores, threads).RequestsPerSecond;
        if (load >= most)
            return (most, double.PositiveInfinity);
        double forThread = threads is { } w ? new OpenArrivals(load, demand.TotalSeconds, w, 0.5).MeanWaitSeconds : 0;
        double forCore = demand.CpuSeconds > 0 ? new OpenArrivals(load, demand.CpuSeconds, cores, 0.5).MeanWaitSeconds : 0;
        return (load, demand.TotalSeconds + forThread + forCore);
    }

    private static IEnumerable<double> Loads(PlanQuestion question, double load) => question.Users is null
        ? LevelFactors.Select(f => f * load)
        : LevelFactors.Select(f => Math.Clamp(Math.Round(f * load), 1, 10_000)).Distinct();

    private static PlannedLevel Level(PlanQuestion question, double load, FormSimulations simulations)
    {
        double seconds = Math.Min(LevelSeconds, simulations.Effort.MostRequests / 10 / Math.Max(1, Offered(question, load)));
        return Summary(load, simulations.Run(load, seconds, Histories, simulations.Effort.LevelSeeds), seconds);
    }

    private static PlannedLevel Summary(double load, PoolOutcome[] outcomes, double seconds) => new(
        load,
        Band.Of(outcomes.Select(o => o.Count / Math.Max(seconds, o.MakespanSeconds))),
        Band.Of(outcomes.Select(o => o.Latencies.ValueAtQuantile(0.5) / 1e6)),
        Band.Of(outcomes.Select(o => o.Latencies.ValueAtQuantile(0.99) / 1e6)),
        Band.Of(outcomes.Select(o => (double)o.Threads)));

    private static IReadOnlyList<PlannedInstant> Ramp(PoolOutcome[] outcomes)
    {
        int shortest = outcomes.Min(o => o.Pool.Count);
        return [.. Enumerable.Range(0, shortest).Where(i => i % 5 == 0).Select(i => new PlannedInstant(
            outcomes[0].Pool[i].Seconds,
            Band.Of(outcomes.Select(o => (double)o.Pool[i].Threads)),
            Band.Of(outcomes.Select(o => (double)o.Pool[i].QueueLength))))];
    }
}
