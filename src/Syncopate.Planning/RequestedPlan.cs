using Syncopate.Planning.Simulation;

namespace Syncopate.Planning;

/// <summary>One plan, as it is asked for, with what is asked beyond its forms.</summary>
/// <param name="Question">What is to be planned.</param>
/// <param name="Prices">What a fleet is reckoned with.</param>
internal sealed record RequestedPlan(PlanQuestion Question, PlanPrices Prices)
{
    /// <summary>Throughput that was measured at several loads; empty for none.</summary>
    public IReadOnlyList<PlanFileLevel> Levels { get; init; } = [];

    /// <summary>What the wait may become for a while; null for no such question.</summary>
    public SlowSpell? Slow { get; init; }

    /// <summary>Makes the plan, and answers what is asked of it.</summary>
    /// <param name="progress">Receives the share that is done; null for nobody.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="ArgumentException">Something that is asked has no answer; the message says what.</exception>
    public (Plan Plan, PlanAnswers Answers) Make(IProgress<double>? progress, CancellationToken cancellationToken) =>
        Make(PlannerEffort.Whole, progress, cancellationToken);

    /// <summary>The same with another number of simulations.</summary>
    internal (Plan Plan, PlanAnswers Answers) Make(
        PlannerEffort effort, IProgress<double>? progress, CancellationToken cancellationToken)
    {
        Plan plan = Planner.Make(Question, effort, progress, cancellationToken);
        PlanAnswers answers = new(
            FleetAnswer.Of(plan, Prices), SlowAnswer.Of(plan, Slow), LevelsAnswer.Of(Levels, Question));
        return (plan, answers);
    }
}
