namespace Syncopate.Planning.Simulation;

/// <summary>What if the dependency of a plan becomes slow for a while.</summary>
/// <param name="Wait">What the wait becomes.</param>
/// <param name="Slots">Calls that the dependency works on at once; null for any number.</param>
internal sealed record SlowSpell(TimeSpan Wait, int? Slots);
