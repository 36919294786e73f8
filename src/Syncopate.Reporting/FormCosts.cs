namespace Syncopate.Reporting;

/// <summary>What calls of an experiment cost beside processor time and memory.</summary>
/// <param name="Columns">What is counted of each form.</param>
/// <param name="Note">What the headings mean; full sentences.</param>
internal sealed record FormCosts(IReadOnlyList<FormColumn> Columns, string Note);
