using Syncopate.Planning.Formulas;
using Syncopate.Planning.Simulation;

namespace Syncopate.Planning;

/// <summary>Simulates one form of a plan many times, on all cores: each simulation has its own seed and place in the
/// result, so that the order in which they end decides nothing.</summary>
/// <param name="question">What is planned.</param>
/// <param name="style">How the form waits.</param>
/// <param name="done">Receives each simulation that is over, one at a time.</param>
/// <param name="cancellationToken">Ends the simulations.</param>
internal sealed class FormSimulations(PlanQuestion question, WaitStyle style, Action done, CancellationToken cancellationToken)
{
    private readonly Lock _telling = new();

    /// <summary>True, the default, for arrivals at random; false for even ones, as a load generator sends them.</summary>
    public bool ArriveAtRandom { get; init; } = true;

    /// <summary>How much is simulated; that of a plan by default.</summary>
    public PlannerEffort Effort { get; init; } = PlannerEffort.Whole;

    /// <summary>Each seed with the server and the history that it draws, in that order: seeds are the same at every
    /// load and in every form.</summary>
    /// <param name="load">Users, or arrivals per second.</param>
    /// <param name="seconds">How long requests are sent.</param>
    /// <param name="simulations">How many.</param>
    /// <param name="history">What the pool did before; null to draw that, too.</param>
    /// <exception cref="OperationCanceledException">It was ended.</exception>
    public PoolOutcome[] Run(double load, double seconds, int simulations, PoolHistory? history = null)
    {
        PoolOutcome[] outcomes = new PoolOutcome[simulations];
        Parallel.For(0, outcomes.Length, new ParallelOptions { CancellationToken = cancellationToken }, i =>
        {
            ulong seed = unchecked(question.Seed * 1_000_003 + (ulong)i + 1);
            ServerLuck luck = ServerLuck.Draw(seed);
            PoolScenario scenario = Scenario(load, TimeSpan.FromSeconds(seconds), history ?? luck.History);
            outcomes[i] = PoolSimulation.Run(scenario, luck.Of(PoolConstants.Net10 with { TimerSeconds = question.TimerSeconds }), seed);
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
        Think = question.Think,
        Cores = question.Cores,
        BackgroundCores = question.BackgroundCores,
        MinimumThreads = question.MinimumThreads,
        MaximumThreads = question.MaximumThreads ?? short.MaxValue,
        WarmRequests = history.Requests,
        WarmGapSeconds = history.GapSeconds,
    };
}
