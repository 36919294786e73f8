using Syncopate.Running;

namespace Syncopate.Cli.Lines;

/// <summary>What the process answers; documented in <c>--help</c> and in the manual.</summary>
internal static class ExitCode
{
    public const int Done = RunExit.Done;
    public const int InternalFault = 1;
    public const int WrongUsage = RunExit.WrongUsage;
    public const int GateFailed = 3;
    public const int TargetUnusable = RunExit.TargetUnusable;
    public const int Interrupted = RunExit.Interrupted;
    public const int Terminated = RunExit.Terminated;

    /// <summary>Each of them in words, rising.</summary>
    public static IReadOnlyList<(int Code, string Meaning)> Meanings =>
    [
        (Done, "done"),
        (InternalFault, "internal fault"),
        (WrongUsage, "wrong usage"),
        (GateFailed, "a limit was crossed"),
        (TargetUnusable, "target, process or disk not usable"),
        (Interrupted, "interrupted"),
        (Terminated, "terminated"),
    ];
}
