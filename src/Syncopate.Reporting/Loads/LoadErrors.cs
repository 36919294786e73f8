namespace Syncopate.Reporting.Loads;

/// <summary>Failed requests of one kind.</summary>
/// <param name="Kind">Such as "status 503" or "timed out".</param>
/// <param name="Count">How many; at least 1.</param>
public sealed record LoadErrors(string Kind, long Count);
