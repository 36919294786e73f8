namespace Syncopate.Watch.Stacks;

/// <summary>What an event is: one object for all events of its kind in a stream.</summary>
internal sealed record NettraceEventType(string Provider, int Id);
