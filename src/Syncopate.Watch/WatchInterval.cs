namespace Syncopate.Watch;

/// <summary>What the load measured in one interval.</summary>
/// <param name="Load">Its times count from the beginning of the load.</param>
public sealed record WatchInterval(IntervalRecord Load) : WatchRecord;
