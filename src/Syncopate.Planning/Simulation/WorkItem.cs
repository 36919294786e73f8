namespace Syncopate.Planning.Simulation;

/// <summary>An item of the pool's queue.</summary>
/// <param name="Kind">What is to be done.</param>
/// <param name="Id">The request, the transport queue or the timer queue.</param>
internal readonly record struct WorkItem(WorkKind Kind, int Id);
