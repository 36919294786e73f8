using System.Runtime.InteropServices;

namespace Syncopate.Running.Machines;

/// <summary>Starts a command of the user's so that it, and whatever it starts, can be ended as one, and ends with the
/// tool even when that is killed by kill -9.</summary>
internal static class ProcessGroup
{
    // The shell becomes the command. Before that it leaves a watch, which waits for the end of the tool at the other
    // end of a pipe and then ends the group, itself last.
    // A signal at the parent's death (setpriv --pdeathsig) would follow the thread that started the command, and pool threads retire.
    private const string Script = """
        exec 3<&0 </dev/null
        ( trap '' TERM INT HUP; { read -r _ <&3; kill -TERM -- -$$; sleep 2; kill -KILL -- -$$; } >/dev/null 2>&1 & )
        exec 3<&-
        exec "$@"
        """;

    private const int KillSignal = 9;
    private const int TerminateSignal = 15;

    /// <summary>Whether this system has process groups and the tools for them; elsewhere the command is started as it is.</summary>
    public static bool IsSupported { get; } = OperatingSystem.IsLinux() && File.Exists("/usr/bin/setsid") && File.Exists("/bin/sh");

    /// <summary>The words before a command that take it away from the terminal of the tool, if there are any: Ctrl+C goes to every process
    /// of a terminal, and one that the tool still needs when it stops in order must not hear of it. It has to end with the tool by
    /// itself.</summary>
    public static IReadOnlyList<string> Apart { get; } = IsSupported ? ["/usr/bin/setsid"] : [];

    /// <summary>The words that start a command as a group of its own, on a pipe to the tool as its input.</summary>
    public static IReadOnlyList<string> Words(string fileName, IEnumerable<string> arguments) =>
        ["/usr/bin/setsid", "/bin/sh", "-c", Script, "sh", fileName, .. arguments];

    /// <summary>Asks all its processes to end.</summary>
    public static void Terminate(int leader) => _ = SendSignal(-leader, TerminateSignal);

    /// <summary>Ends all its processes at once.</summary>
    public static void Kill(int leader) => _ = SendSignal(-leader, KillSignal);

    [DllImport("libc", EntryPoint = "kill")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int SendSignal(int processId, int signal);
}
