using Syncopate.Reporting.Gates;

namespace Syncopate.Cli.Results;

/// <summary>What <c>syncopate gate</c> was asked to do, checked.</summary>
/// <param name="Result">A run's folder, run.jsonl or report.json.</param>
/// <param name="Baseline">The same of an older run; null for none.</param>
/// <param name="Rules">The limits.</param>
/// <param name="JUnit">File for JUnit XML; null for none.</param>
/// <param name="Json">Print one document on stdout.</param>
internal sealed record GateSettings(string Result, string? Baseline, GateRules Rules, string? JUnit, bool Json);
