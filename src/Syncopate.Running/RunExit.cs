using System.Diagnostics;

namespace Syncopate.Running;

/// <summary>The exit codes of a process that measures, whether it is the tool or a program with forms of its own.</summary>
internal static class RunExit
{
    public const int Done = 0;
    public const int WrongUsage = 2;
    public const int TargetUnusable = 4;
    public const int Interrupted = 130;
    public const int Terminated = 143;

    /// <summary>The exit code of a run that ended so.</summary>
    /// <param name="outcome">How it ended.</param>
    /// <param name="interrupted">The code where the user stopped it: by which signal.</param>
    public static int Of(RunOutcome outcome, int interrupted) => outcome switch
    {
        RunOutcome.Finished => Done,
        RunOutcome.Cancelled => interrupted,
        RunOutcome.TargetFailed or RunOutcome.Faulted => TargetUnusable,
        _ => throw new UnreachableException($"A run ended as {outcome}."),
    };
}
