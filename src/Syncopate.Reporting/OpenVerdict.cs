namespace Syncopate.Reporting;

/// <summary>What is known where a verdict is open, what is missing for one, and what goes on from there.</summary>
/// <param name="PointsTo">The form that the rounds point to so far; null where they point to none.</param>
/// <param name="Known">The rounds won and the estimate, one sentence; empty when there is no valid round.</param>
/// <param name="Missing">What a verdict lacks, one sentence.</param>
/// <param name="Command">The command that gets it what it lacks; empty when the journal does not tell what was run, or no budget would do.</param>
public sealed record OpenVerdict(Form? PointsTo, string Known, string Missing, string Command);
