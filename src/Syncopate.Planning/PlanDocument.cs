namespace Syncopate.Planning;

/// <summary>The document of a plan.</summary>
/// <param name="Schema">Version of the format.</param>
/// <param name="Plan">The plan.</param>
/// <param name="Fleet">Machines, memory and money of a rate; null for users.</param>
/// <param name="Slow">A dependency that becomes slow; null when that was not asked.</param>
/// <param name="Levels">Measured levels; null without.</param>
internal sealed record PlanDocument(int Schema, Plan Plan, FleetAnswer? Fleet, SlowAnswer? Slow, LevelsAnswer? Levels);
