namespace Syncopate.Capacity;

/// <summary>Simulates one form of a plan many times, on all cores: each simulation has its own seed and place in the result, so that the order in which they end decides nothing.</summary>
/// <param name="question">What is planned.</param>
/// <param name="style">How the form waits.</param>
/// <param name="done">Told of each simulation that is over, one at a time.</param>
/// <param name="cancellationToken">Ends the simulations.</param>
internal sealed class FormSimulations(PlanQuestion question, WaitStyle style, Action done, CancellationToken cancellationToken)
{
    private readonly Lock _telling = new();

    /// <summary>True, the default, for arrivals at random; false for even ones, as a load generator sends them.</summary>
    public bool ArriveAtRandom { get; init; } = true;

    /// <summary>How much is simulated; that of a plan by default.</summary>
    public PlannerEffort Effort { get; init; } = PlannerEffort.Whole;

    /// <summary>Every seed with every history, in that order.</summary>
    /// <param name="load">Users, or arrivals a second.</param>
    /// <param name="seconds">How long requests are sent.</param>
    /// <param name="histories">What the pool did before.</param>
    /// <param name="seeds">Simulations of each history.</param>
    /// <exception cref="OperationCanceledException">It was ended.</exception>
    public PoolOutcome[] Run(double load, double seconds, IReadOnlyList<PoolHistory> histories, int seeds)
    {
        var outcomes = new PoolOutcome[histories.Count * seeds];
        Parallel.For(0, outcomes.Length, new ParallelOptions { CancellationToken = cancellationToken }, i =>
        {
            PoolScenario scenario = Scenario(load, TimeSpan.FromSeconds(seconds), histories[i / seeds]);
            outcomes[i] = PoolSimulation.Run(scenario, PoolConstants.Net10, unchecked(question.Seed * 1_000_003 + (ulong)(i % seeds) + 1));
            lock (_telling)
                done();
        });
        return outcomes;
    }

    private PoolScenario Scenario(double load, TimeSpan duration, PoolHistory history) => new()
    {
        Endpoints = question.Endpoints,
        Style = style,
        Load = question.Users is null ? Arrivals.AtRate(load, duration) : new UsersForTime((int)load, duration),
        ArrivesAtRandom = ArriveAtRandom,
        ThinkSeconds = question.ThinkSeconds,
        Cores = question.Cores,
        BackgroundCores = question.BackgroundCores,
        MinimumThreads = question.MinimumThreads,
        MaximumThreads = question.MaximumThreads ?? short.MaxValue,
        WarmRequests = history.Requests,
        WarmGapSeconds = history.GapSeconds,
    };
}
