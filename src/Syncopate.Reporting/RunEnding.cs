using System.Diagnostics;

namespace Syncopate.Reporting;

/// <summary>How a run, a load or a watch ended: what reports call it, and what they say of one that is not whole.</summary>
internal static class RunEnding
{
    private const string Finished = "finished";
    private const string Cancelled = "cancelled";
    private const string TargetFailed = "targetFailed";
    private const string Faulted = "faulted";
    private const string Killed = "killed";

    /// <summary>What <see cref="ReportRun.Outcome"/> calls it.</summary>
    /// <param name="outcome">Null where the journal has no end.</param>
    public static string Name(RunOutcome? outcome) => outcome switch
    {
        null => Killed,
        RunOutcome.Finished => Finished,
        RunOutcome.Cancelled => Cancelled,
        RunOutcome.TargetFailed => TargetFailed,
        RunOutcome.Faulted => Faulted,
        _ => throw new ArgumentOutOfRangeException(nameof(outcome), outcome, "Not an outcome."),
    };

    /// <summary>How one ended that is not whole.</summary>
    /// <param name="outcome">As <see cref="ReportRun.Outcome"/> reports it.</param>
    /// <param name="run">What it is: "run" or "watch".</param>
    /// <param name="piece">What is kept one by one, such as "finished round".</param>
    public static string Sentence(string outcome, string run, string piece) => outcome switch
    {
        Cancelled => $"The {run} was stopped before its end; every {piece} is kept.",
        TargetFailed => $"The {run} could not go on to its end; every {piece} is kept.",
        Faulted => $"The tool failed during the {run}; what was measured before is kept.",
        Killed => $"The {run} was killed; every {piece} is kept.",
        _ => "Something that was asked for was not measured.",
    };

    /// <summary>Why a run ended before everything was measured, in its own words where it has any.</summary>
    /// <param name="end">How it ended.</param>
    /// <param name="run">What it is: "run" or "load".</param>
    public static string Cause(RunEnd end, string run = "run")
    {
        ArgumentNullException.ThrowIfNull(end);
        string what = end.Outcome switch
        {
            RunOutcome.Finished => $"The {run} ended",
            RunOutcome.Cancelled => $"The {run} was stopped by the user",
            RunOutcome.TargetFailed => $"The {run} could not go on",
            RunOutcome.Faulted => "The tool failed",
            _ => throw new UnreachableException($"A run ended as {end.Outcome}."),
        };
        return end.Message.Length == 0 ? $"{what}." : $"{what}: {end.Message}";
    }
}
