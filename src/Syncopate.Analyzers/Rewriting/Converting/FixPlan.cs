namespace Syncopate.Analyzers.Rewriting.Converting;

/// <summary>One change of code for many sightings.</summary>
/// <param name="Edits">What changes.</param>
/// <param name="Answers">What becomes of each sighting, in the order they were given.</param>
/// <param name="State">What was decided.</param>
internal sealed record FixPlan(EditSet Edits, IReadOnlyList<FixAnswer> Answers, ConversionState State);

/// <summary>What becomes of a sighting: it is fixed, or it stays.</summary>
/// <param name="Sighting">What was sighted.</param>
/// <param name="Title">What the change does; null where it stays.</param>
/// <param name="Refusal">Why it stays, a sentence; null where it is fixed.</param>
internal sealed record FixAnswer(Sighting Sighting, string? Title, string? Refusal);
