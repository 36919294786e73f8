namespace Syncopate.Reporting.Loads;

/// <summary>Answers within two bounds of latency.</summary>
/// <param name="From">Lower bound in ms; excluded, but in the first band.</param>
/// <param name="To">Upper bound in ms, included.</param>
/// <param name="Count">How many; may be 0.</param>
public sealed record LoadBand(double From, double To, long Count);
