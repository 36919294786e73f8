using Syncopate.Crud.Actions;

namespace SampleSite.Actions;

/// <summary>What the page of the actions shows.</summary>
/// <param name="Runs">The visitor's own, the last one first.</param>
/// <param name="Blocked">What the blocking form has just done; null when it was not asked.</param>
public sealed record ActionsPage(IReadOnlyList<ActionRun> Runs, BlockedAnswer? Blocked);
