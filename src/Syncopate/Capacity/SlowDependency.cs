namespace Syncopate.Capacity;

/// <summary>What a dependency that becomes slow for a while does to one machine of a plan, without and with the usual protections; and how slow it may become.</summary>
public static class SlowDependency
{
    private const int Retries = 3;
    private const double BreakAtShare = 0.5;
    private const double BulkheadFactor = 4;
    private const double TimeoutFactor = 4;
    private const double LongestSeconds = 600;
    private const int Halvings = 20;

    /// <summary>Simulates each protection in each form.</summary>
    /// <param name="plan">A plan for arrivals, of one kind of request.</param>
    /// <param name="slowSeconds">What the wait becomes from the 10th to the 25th second of 60; more than it is.</param>
    /// <param name="threads">Threads that the synchronous form has, at least 1.</param>
    /// <exception cref="ArgumentException">The plan is for users or several kinds of requests, or the wait does not become longer.</exception>
    public static IReadOnlyList<ProtectedForm> Compare(Plan plan, double slowSeconds, int threads)
    {
        DependencyScenario bare = Scenario(plan, slowSeconds);
        double timeout = TimeoutFactor * bare.WaitSeconds;
        int bulkhead = Math.Max(1, (int)Math.Ceiling(BulkheadFactor * bare.ArrivalsPerSecond * bare.WaitSeconds));
        (string Name, DependencyScenario Scenario)[] protections =
        [
            ("nothing", bare),
            (FormattableString.Invariant($"time-out {1_000 * timeout:0.#} ms"), bare with { TimeoutSeconds = timeout }),
            (FormattableString.Invariant($"time-out, {Retries} retries"), bare with { TimeoutSeconds = timeout, Retries = Retries }),
            (FormattableString.Invariant($"bulkhead {bulkhead}"), bare with { Bulkhead = bulkhead }),
            ("time-out, circuit breaker", bare with { TimeoutSeconds = timeout, BreakAtShare = BreakAtShare }),
        ];
        return
        [
            .. from protection in protections
               from form in new[] { (Style: WaitStyle.Blocking, Threads: (int?)threads), (Style: WaitStyle.Awaiting, Threads: null) }
               select new ProtectedForm(protection.Name, form.Style, DependencySimulation.Run(protection.Scenario with { Threads = form.Threads }, plan.Question.Seed)),
        ];
    }

    /// <summary>The longest wait of the dependency, in seconds, at which this machine with so many threads still answers 99 of 100 requests without queueing for longer than
    /// one takes; found by halving between the wait as it is and ten minutes. The arithmetic W / l - C is its upper bound.</summary>
    /// <param name="plan">A plan for arrivals, of one kind of request.</param>
    /// <param name="threads">Threads of the synchronous form, at least 1.</param>
    /// <exception cref="ArgumentException">The plan is for users or several kinds of requests.</exception>
    public static double LongestWaitSeconds(Plan plan, int threads)
    {
        DependencyScenario scenario = Scenario(plan, double.PositiveInfinity) with { Threads = threads, SlowFrom = 0, Seconds = 120, SlowUntil = 120 };
        (double holds, double breaks) = (0, LongestSeconds);
        for (int i = 0; i < Halvings; i++)
        {
            double wait = (holds + breaks) / 2;
            (holds, breaks) = Holds(scenario with { SlowWaitSeconds = wait }, plan.Question.Seed) ? (wait, breaks) : (holds, wait);
        }

        return holds;
    }

    private static bool Holds(DependencyScenario scenario, ulong seed)
    {
        double unloaded = scenario.CpuSeconds + scenario.SlowWaitSeconds;
        // Long enough that a queue which grows is seen to grow.
        double seconds = Math.Max(60, 20 * unloaded);
        DependencyOutcome outcome = DependencySimulation.Run(scenario with { Seconds = Math.Min(3_600, seconds), SlowUntil = seconds }, seed);
        return outcome.LongestQueue <= scenario.ArrivalsPerSecond * unloaded
            && (outcome.Latencies.TotalCount == 0 || outcome.Latencies.ValueAtQuantile(0.99) <= 2e9 * unloaded);
    }

    private static DependencyScenario Scenario(Plan plan, double slowSeconds)
    {
        ArgumentNullException.ThrowIfNull(plan);
        if (plan.Question is not { ArrivalsPerSecond: not null, Endpoints: [var request] })
            throw new ArgumentException("A slow dependency is planned for arrivals of one kind of request: give --rate, and --cpu and --wait.", nameof(plan));
        double wait = request.Demand.WaitSeconds * request.Waits;
        if (!(slowSeconds > wait))
            throw new ArgumentException(FormattableString.Invariant($"A dependency that takes {1_000 * wait:0.#} ms does not become slow at {1_000 * slowSeconds:0.#} ms: give a longer time."), nameof(slowSeconds));
        return new DependencyScenario
        {
            ArrivalsPerSecond = plan.LoadPerInstance,
            CpuSeconds = request.Demand.CpuSeconds,
            Cores = plan.Question.Cores,
            WaitSeconds = wait,
            SlowWaitSeconds = slowSeconds,
        };
    }
}
