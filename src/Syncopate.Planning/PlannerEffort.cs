namespace Syncopate.Planning;

/// <summary>How much a plan simulates: what follows from formulas needs next to none of it.</summary>
/// <param name="Simulations">Simulations of the asked load, each on a server and a history of its own.</param>
/// <param name="LevelSimulations">The same for each level of the course over the load.</param>
/// <param name="MostRequests">Most requests of one simulation; a tenth of it at a level.</param>
internal sealed record PlannerEffort(int Simulations, int LevelSimulations, long MostRequests)
{
    /// <summary>What users get.</summary>
    public static PlannerEffort Whole { get; } = new(60, 12, 60_000);
}
