namespace Syncopate.Running.Rounds;

/// <summary>What is driven in a slot.</summary>
/// <param name="Shape">The load.</param>
/// <param name="Discard">Head that is left out of the latencies while the load builds up; zero to count everything.</param>
internal sealed record SlotLoad(LoadShape Shape, TimeSpan Discard);
