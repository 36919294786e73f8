namespace Syncopate.Reporting;

/// <summary>Whether the load was large enough to tell the forms apart.</summary>
/// <param name="Waited">Requests of the slot with traces that waited for a thread before the server began; the most of any form.</param>
/// <param name="Of">Requests in that slot; 0 when no slot has traces.</param>
/// <param name="Enough">False when the pool never ran short, so that no difference could have shown.</param>
/// <param name="Sentence">The same in words, with what to try when it was not enough.</param>
public sealed record LoadAdequacy(long Waited, long Of, bool Enough, string Sentence);
