namespace Syncopate.Reporting;

/// <summary>Questions that a run left out on purpose.</summary>
/// <param name="Experiments">Their ids, in the order of the journal; at least one.</param>
/// <param name="Sentence">The same in one sentence, with what asks them.</param>
public sealed record NotAsked(IReadOnlyList<string> Experiments, string Sentence);
