namespace Syncopate;

/// <summary>One outside call within a request.</summary>
/// <param name="Name">What was called, such as "emails".</param>
/// <param name="StartedNanoseconds">Since the start of the slot.</param>
/// <param name="DurationNanoseconds">How long it took; at least 0.</param>
public sealed record RequestPart(string Name, long StartedNanoseconds, long DurationNanoseconds);
