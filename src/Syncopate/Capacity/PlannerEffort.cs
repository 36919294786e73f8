namespace Syncopate.Capacity;

/// <summary>How much a plan simulates: what follows from formulas needs next to none of it.</summary>
/// <param name="Seeds">Simulations of the asked load with each history of the pool.</param>
/// <param name="LevelSeeds">The same for each level of the course over the load.</param>
/// <param name="MostRequests">Most requests of one simulation; a tenth of it at a level.</param>
internal sealed record PlannerEffort(int Seeds, int LevelSeeds, long MostRequests)
{
    /// <summary>What users get.</summary>
    public static PlannerEffort Whole { get; } = new(12, 3, 60_000);
}
