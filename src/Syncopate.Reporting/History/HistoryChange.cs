namespace Syncopate.Reporting.History;

/// <summary>A change of a figure that noise does not explain.</summary>
/// <param name="Run">Index of the first run after it, among the points of its series.</param>
/// <param name="Before">Median from the change before to this one.</param>
/// <param name="After">Median from this change to the next one.</param>
/// <param name="Probability">Probability of a change this strong where there is none.</param>
/// <param name="Sentence">Such as "18% slower since 12 Nov 2026 (run-17)".</param>
public sealed record HistoryChange(int Run, double Before, double After, double Probability, string Sentence);
