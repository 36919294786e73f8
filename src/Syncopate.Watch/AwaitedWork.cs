namespace Syncopate.Watch;

/// <summary>What the calls of one async method waited for.</summary>
/// <param name="Name">The awaited method or operation, such as "Task.Delay"; "unnamed work" when the runtime does not tell.</param>
/// <param name="File">Source file of the <c>await</c>; null when it is not known.</param>
/// <param name="Line">Line of the <c>await</c>.</param>
/// <param name="Waits">How often a call was suspended by it.</param>
/// <param name="SuspendedMilliseconds">Mean time of one such suspension.</param>
public sealed record AwaitedWork(string Name, string? File, int? Line, long Waits, double SuspendedMilliseconds);
