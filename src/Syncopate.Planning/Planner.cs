using Syncopate.Planning.Formulas;
using Syncopate.Planning.Simulation;
using Syncopate.Units;

namespace Syncopate.Planning;

/// <summary>Answers a <see cref="PlanQuestion"/>: bounds and steady state by formulas, the start and the course over
/// the load by simulation.</summary>
internal static class Planner
{
    private const double LongestSeconds = 30;
    private const double LevelSeconds = 10;

    // One request at a time on an idle machine, over the loopback.
    private const double WarmGapSeconds = 0.0002;

    private static readonly double[] LevelFactors = [0.1, 0.2, 0.35, 0.5, 0.7, 0.85, 1, 1.2, 1.5, 2, 3];

    /// <summary>Makes the plan.</summary>
    /// <param name="question">What is known.</param>
    /// <param name="progress">Gets the share that is done, 0 to 1; null for nobody.</param>
    /// <param name="cancellationToken">Ends the simulations.</param>
    /// <exception cref="ArgumentException">The question contradicts itself.</exception>
    public static Plan Make(PlanQuestion question, IProgress<double>? progress = null, CancellationToken cancellationToken = default) =>
        Make(question, PlannerEffort.Whole, progress, cancellationToken);

    internal static Plan Make(PlanQuestion question, PlannerEffort effort, IProgress<double>? progress, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(question);
        question.Check();
        long instances = question.Instances;
        double load = question.Load / instances;
        double seconds = Math.Min(LongestSeconds, effort.MostRequests / Math.Max(1, Offered(question, load)));
        List<PlannedForm> forms = new();
        double all = question.Styles.Count * (effort.Simulations + (effort.LevelSimulations * Loads(question, load).Count()));
        int done = 0;
        foreach (WaitStyle style in question.Styles)
        {
            FormSimulations simulations = new(question, style, () => progress?.Report(++done / all), cancellationToken) { Effort = effort };
            forms.Add(Form(question, load, seconds, style, simulations));
        }

        return new Plan(question, PoolConstants.Net10.Runtime, instances, load, seconds, effort.Simulations, forms);
    }

    /// <summary>One form at the asked load for so long, on servers of different luck, requests evenly spaced as a load
    /// generator sends them.</summary>
    /// <param name="question">What is known; of one machine.</param>
    /// <param name="style">How it waits.</param>
    /// <param name="length">How long requests are sent, above 0.</param>
    /// <param name="warmRequests">Requests without a wait, one after the other, before the load; null where nobody
    /// knows what the pool did before.</param>
    public static PlannedLevel Predict(PlanQuestion question, WaitStyle style, TimeSpan length, int? warmRequests)
    {
        ArgumentNullException.ThrowIfNull(question);
        question.Check();
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(length, TimeSpan.Zero);
        double seconds = length.TotalSeconds;
        FormSimulations simulations = new(question, style, static () => { }, CancellationToken.None) { ArriveAtRandom = false };
        return Summary(
            question,
            style,
            question.Load,
            simulations.Run(
                question.Load,
                seconds,
                PlannerEffort.Whole.Simulations,
                warmRequests is { } warm ? new PoolHistory(warm, WarmGapSeconds) : null),
            seconds);
    }

    private static double Offered(PlanQuestion question, double load) => question.Users is null
        ? load
        : load / (question.Think.TotalSeconds + Math.Max(0.001, question.UnloadedSeconds(WaitStyle.AwaitingTogether)));

    private static PlannedForm Form(PlanQuestion question, double load, double seconds, WaitStyle style, FormSimulations simulations)
    {
        bool holds = style is WaitStyle.Blocking or WaitStyle.BlockingOnTask;
        RequestDemand demand = question.Total(style);
        int? threads = holds ? question.MaximumThreads : null;
        Bound bound = question.Users is { } users
            ? CapacityBounds.OfUsers(demand, question.FreeCores, threads, users, question.Think.TotalSeconds)
            : CapacityBounds.OfServer(demand, question.FreeCores, threads);
        (double perSecond, double response) = Steady(question, demand, threads, load);
        PoolOutcome[] start = simulations.Run(load, seconds, simulations.Effort.Simulations);
        List<PlannedLevel> levels = [.. Loads(question, load).Select(l => Level(question, style, l, simulations))];
        double limit = 2_000 * question.SlowestSeconds(style);
        // Users at full cores wait for one another forever: who waits no longer than that has not fallen behind.
        double behind = question.Users is null ? 2 * limit : Math.Max(2 * limit, 2_000 * response);
        return new PlannedForm
        {
            Style = style,
            Bound = bound,
            Knee = question.Users is null
                ? bound.RequestsPerSecond
                : CapacityBounds.Knee(demand, question.FreeCores, threads, question.Think.TotalSeconds),
            SteadyPerSecond = perSecond,
            SteadyMilliseconds = Milliseconds.FromSeconds(response),
            ThreadsNeeded = holds
                ? OpenArrivals.ThreadsFor(
                    Math.Min(Offered(question, load), CapacityBounds.OfServer(demand, question.FreeCores, threads: null).RequestsPerSecond),
                    demand.TotalSeconds,
                    0.01)
                : 0,
            Start = Summary(question, style, load, start, seconds),
            Onset = levels.FirstOrDefault(l => l.P99Milliseconds.Median > limit)?.Load,
            Levels = levels,
            Ramp = Ramp(start),
            CollapsedShare = start.Count(o =>
                o.Unfinished > 0 || Nanoseconds.ToMilliseconds(o.Latencies.ValueAtQuantile(0.5)) > behind) / (double)start.Length,
        };
    }

    private static (double PerSecond, double Seconds) Steady(PlanQuestion question, RequestDemand demand, int? threads, double load)
    {
        if (question.Users is { } users)
        {
            ClosedNetwork network = ClosedNetwork.Solve(
                demand, question.FreeCores, threads, users, question.Think.TotalSeconds);
            return (network.RequestsPerSecond, network.ResponseSeconds);
        }

        double most = CapacityBounds.OfServer(demand, question.FreeCores, threads).RequestsPerSecond;
        // At the bound itself a quotient may round to one side and a product to the other.
        if (load >= most
            || !OpenArrivals.IsStable(load, demand.CpuSeconds, question.FreeCores)
            || !OpenArrivals.IsStable(load, demand.TotalSeconds, threads ?? double.PositiveInfinity))
        {
            return (most, double.PositiveInfinity);
        }

        // Arrivals at random have ca² = 1.
        double forThread = threads is { } w
            ? new OpenArrivals(load, demand.TotalSeconds, w, (1 + question.HoldVariation) / 2).MeanWaitSeconds
            : 0;
        double forCore = demand.CpuSeconds > 0
            ? OpenArrivals.CoreWaitSeconds(load, demand.CpuSeconds, question.FreeCores, (1 + question.CpuVariation) / 2)
            : 0;
        return (load, demand.TotalSeconds + forThread + forCore);
    }

    private static IEnumerable<double> Loads(PlanQuestion question, double load) => question.Users is null
        ? LevelFactors.Select(f => Math.Min(f * load, PlanQuestion.MostPerInstance)).Distinct()
        : LevelFactors.Select(f => Math.Clamp(Math.Round(f * load), 1, 10_000)).Distinct();

    private static PlannedLevel Level(PlanQuestion question, WaitStyle style, double load, FormSimulations simulations)
    {
        double seconds = Math.Min(LevelSeconds, simulations.Effort.MostRequests / 10 / Math.Max(1, Offered(question, load)));
        return Summary(question, style, load, simulations.Run(load, seconds, simulations.Effort.LevelSimulations), seconds);
    }

    /// <summary>Where so few requests arrive that a simulation may see none, each that does meets nobody. One that saw some and answered
    /// none has their ages.</summary>
    private static PlannedLevel Summary(PlanQuestion question, WaitStyle style, double load, PoolOutcome[] outcomes, double seconds)
    {
        PoolOutcome[] asked = [.. outcomes.Where(o => o.Latencies.TotalCount > 0)];
        Band Latency(double share, double unloaded) =>
            asked.Length > 0
                ? Band.Of(asked.Select(o => Nanoseconds.ToMilliseconds(o.Latencies.ValueAtQuantile(share))))
                : new Band(unloaded, unloaded, unloaded);
        return new PlannedLevel(
            load,
            Band.Of(outcomes.Select(o => o.Count / Math.Max(seconds, o.MakespanSeconds))),
            Latency(0.5, Milliseconds.FromSeconds(question.UnloadedSeconds(style))),
            Latency(0.99, Milliseconds.FromSeconds(question.SlowestSeconds(style))),
            Band.Of(outcomes.Select(o => (double)(o.Count > 0 ? o.Threads : o.Pool[^1].Threads))))
        {
            CarriesP99 = asked.Length == 0 || SlotRules.CarriesQuantile(0.99, asked.Sum(o => o.Latencies.TotalCount)),
        };
    }

    private static IReadOnlyList<PlannedInstant> Ramp(PoolOutcome[] outcomes)
    {
        int shortest = outcomes.Min(o => o.Pool.Count);
        return [.. Enumerable.Range(0, shortest).Where(i => i % 5 == 0).Select(i => new PlannedInstant(
            outcomes[0].Pool[i].Seconds,
            Band.Of(outcomes.Select(o => (double)o.Pool[i].Threads)),
            Band.Of(outcomes.Select(o => (double)o.Pool[i].QueueLength))))];
    }
}
