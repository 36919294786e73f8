using Syncopate.Planning.Formulas;
using Syncopate.Planning.Simulation;
using Syncopate.Units;

namespace Syncopate.Planning;

/// <summary>What a dependency that becomes slow for a while does to one machine of a plan, without and with the usual
/// protections; and how slow it may become.</summary>
internal static class SlowDependency
{
    /// <summary>No longer wait is simulated.</summary>
    internal const double LongestSeconds = 600;

    private const int Retries = 3;
    private const double BreakAtShare = 0.5;
    private const double BulkheadFactor = 4;
    private const double BulkheadShare = 0.8;
    private const double TimeoutFactor = 4;
    private const double TailFactor = 2;
    private const double ShortestTimeoutSeconds = 0.001;
    private const int Halvings = 20;
    private const int StormHalvings = 6;
    private const int MostSlots = 50;

    // A line that only takes long to drain must be distinguished from one that never does.
    private const double StormSeconds = 180;

    // So near to its capacity no dependency is calm, whatever its callers do.
    private const double StableShare = 0.9;

    /// <summary>Simulates each protection in each form.</summary>
    /// <param name="plan">A plan for arrivals, of one kind of request.</param>
    /// <param name="slow">What the wait becomes from the 10th to the 25th second of 60; more than it is.</param>
    /// <param name="threads">Threads that the synchronous form has, at least 1.</param>
    /// <exception cref="ArgumentException">The plan is for users or several kinds of requests, or the wait does not
    /// become longer.</exception>
    public static IReadOnlyList<ProtectedForm> Compare(Plan plan, TimeSpan slow, int threads)
    {
        DependencyScenario bare = Scenario(plan, slow.TotalSeconds);
        double timeout = TimeoutSeconds(plan);
        double usual = BulkheadFactor * bare.ArrivalsPerSecond * bare.WaitSeconds;
        // A bulkhead that is wider than the pool would never be full: it must leave threads for other work.
        int bulkhead = Math.Max(1, (int)Math.Min(Math.Ceiling(usual), BulkheadShare * threads));
        (string Name, DependencyScenario Scenario)[] protections =
        [
            ("nothing", bare),
            (FormattableString.Invariant($"timeout {Milliseconds.FromSeconds(timeout):0.#} ms"), bare with { TimeoutSeconds = timeout }),
            (FormattableString.Invariant($"timeout, {Retries} retries"), bare with { TimeoutSeconds = timeout, Retries = Retries }),
            (FormattableString.Invariant($"bulkhead {bulkhead}"), bare with { Bulkhead = bulkhead }),
            ("timeout, circuit breaker", bare with { TimeoutSeconds = timeout, BreakAtShare = BreakAtShare }),
        ];
        return
        [
            .. from protection in protections
               from form in new[] { (Style: WaitStyle.Blocking, Threads: (int?)threads), (Style: WaitStyle.Awaiting, Threads: null) }
               select new ProtectedForm(
                   protection.Name,
                   form.Style,
                   DependencySimulation.Run(protection.Scenario with { Threads = form.Threads }, plan.Question.Seed)),
        ];
    }

    /// <summary>How long a caller waits for an answer, in seconds: the timeout of the call, and four times what the
    /// request computes besides. It counts from the arrival of the request, so that waiting for a thread is part of it.</summary>
    /// <param name="plan">A plan of one kind of request.</param>
    internal static double PatienceSeconds(Plan plan) => TimeoutSeconds(plan) + TimeoutFactor * plan.Question.CpuSeconds;

    // What varies needs more than a multiple of its mean, or the timeout would strike when all is well.
    private static double TimeoutSeconds(Plan plan)
    {
        PlannedEndpoint request = plan.Question.Endpoints[0];
        double tail = TailFactor * (request.SlowestSeconds(WaitStyle.Blocking) - request.Demand.CpuSeconds);
        return Math.Max(ShortestTimeoutSeconds, Math.Max(TimeoutFactor * request.Waits * request.Wait.MeanSeconds, tail));
    }

    /// <summary>The longest wait of the dependency, in seconds, at which this machine with so many threads still
    /// answers 99 of 100 requests without queueing for longer than one takes; found by halving between the wait as it is and ten minutes.
    /// The arithmetic W / l - C is its upper bound.</summary>
    /// <param name="plan">A plan for arrivals, of one kind of request.</param>
    /// <param name="threads">Threads of the synchronous form, at least 1.</param>
    /// <exception cref="ArgumentException">The plan is for users or several kinds of requests.</exception>
    public static double LongestWaitSeconds(Plan plan, int threads)
    {
        DependencyScenario scenario = Scenario(plan, double.PositiveInfinity) with
        {
            Threads = threads,
            SlowFrom = 0,
            Seconds = 120,
            SlowUntil = 120,
        };
        (double holds, double breaks) = (0, LongestSeconds);
        for (int i = 0; i < Halvings; i++)
        {
            double wait = (holds + breaks) / 2;
            (holds, breaks) = Holds(scenario with { SlowWaitSeconds = wait }, plan.Question.Seed) ? (wait, breaks) : (holds, wait);
        }

        return holds;
    }

    /// <summary>The loads with two stable states, in requests per second on this machine: calm, and a storm of retries
    /// that outlives the slow spell which began it, since each failed request loads the dependency several times and so fails again.
    /// Below, the dependency recovers; above, it never was well. Found by halving; null when no load that the dependency can bear has a
    /// storm. The arithmetic: from slots / (w (1 + retries)) to slots / w.</summary>
    /// <param name="plan">A plan for arrivals, of one kind of request.</param>
    /// <param name="slow">What the wait becomes for 15 s.</param>
    /// <param name="slots">Calls that the dependency works on at once for this machine, at least 1; the others wait in its line.</param>
    /// <exception cref="ArgumentException">The plan is for users or several kinds of requests, the wait does not become
    /// longer, or there are no slots.</exception>
    public static (double From, double To)? StormRegion(Plan plan, TimeSpan slow, int slots)
    {
        DependencyScenario bare = Scenario(plan, slow.TotalSeconds);
        ArgumentOutOfRangeException.ThrowIfLessThan(slots, 1);
        // A large dependency behaves like a small one under a part of the load; only the latter takes little time.
        double scale = Math.Max(1, (double)slots / MostSlots);
        double most = slots / scale / bare.WaitSeconds;
        DependencyScenario storm = bare with
        {
            Seconds = StormSeconds,
            TimeoutSeconds = TimeoutSeconds(plan),
            Retries = Retries,
            DependencySlots = (int)(slots / scale),
        };
        bool Outlives(double load) =>
            DependencySimulation.Run(storm with { ArrivalsPerSecond = load }, plan.Question.Seed).RecoverySeconds is null;
        (double calm, double stormy) = (most / (1 + Retries), StableShare * most);
        if (!Outlives(stormy))
            return null;
        for (int i = 0; i < StormHalvings; i++)
        {
            double load = (calm + stormy) / 2;
            (calm, stormy) = Outlives(load) ? (calm, load) : (load, stormy);
        }

        return (stormy * scale, most * scale);
    }

    private static bool Holds(DependencyScenario scenario, ulong seed)
    {
        double unloaded = scenario.CpuSeconds + scenario.SlowWaitSeconds;
        // Long enough that a queue which grows is seen to grow.
        double seconds = Math.Max(60, 20 * unloaded);
        DependencyOutcome outcome = DependencySimulation.Run(
            scenario with { Seconds = Math.Min(3_600, seconds), SlowUntil = seconds }, seed);
        double slowest = scenario.Spread is { MeanSeconds: > 0 } spread ? Math.Max(1, spread.P99Seconds / spread.MeanSeconds) : 1;
        return outcome.LongestQueue <= scenario.ArrivalsPerSecond * unloaded
            && (outcome.Latencies.TotalCount == 0
                || outcome.Latencies.ValueAtQuantile(0.99) <= 2e9 * (scenario.CpuSeconds + slowest * scenario.SlowWaitSeconds));
    }

    private static DependencyScenario Scenario(Plan plan, double slowSeconds)
    {
        ArgumentNullException.ThrowIfNull(plan);
        if (plan.Question is not { ArrivalsPerSecond: not null, Endpoints: [var request] })
        {
            throw new ArgumentException(
                "A slow dependency is planned for arrivals of one kind of request: give --rate, and --cpu and --wait.", nameof(plan));
        }

        double wait = request.Demand.WaitSeconds * request.Waits;
        if (!(slowSeconds > wait))
        {
            throw new ArgumentException(
                FormattableString.Invariant($"A dependency that takes {Milliseconds.FromSeconds(wait):0.#} ms does not become slow ")
                    + FormattableString.Invariant($"at {Milliseconds.FromSeconds(slowSeconds):0.#} ms: give a longer time."),
                nameof(slowSeconds));
        }

        return new DependencyScenario
        {
            ArrivalsPerSecond = plan.LoadPerInstance,
            CpuSeconds = request.Demand.CpuSeconds,
            Cores = plan.Question.Cores,
            WaitSeconds = wait,
            SlowWaitSeconds = slowSeconds,
            Spread = request.Wait.Shape == WaitShape.Equal ? null : request.Wait.SumOf(request.Waits, plan.Question.Seed),
            PatienceSeconds = PatienceSeconds(plan),
        };
    }
}
