using System.Diagnostics;

namespace Syncopate.Mutations;

/// <summary>A network for one process, with the loopback interface alone: a fault in code that connects can reach nobody else.</summary>
internal static class OwnNetwork
{
    // The root of the new namespace may set its interface up, and is nobody outside of it. $0 is the program.
    private static readonly string[] Words =
        ["--map-root-user", "--net", "sh", "-c", "ip link set lo up && exec \"$0\" \"$@\""];

    /// <summary>How a program is started within one.</summary>
    public static ProcessStartInfo Start(string program, params string[] arguments)
    {
        string[] all = [.. Words, program, .. arguments];
        return new ProcessStartInfo("unshare", all);
    }

    /// <summary>Whether this system gives one to whoever asks.</summary>
    public static async Task<bool> IsThereAsync()
    {
        try
        {
            using Process? process = Process.Start(Start("true"));
            if (process is null)
                return false;
            await process.WaitForExitAsync();
            return process.ExitCode == 0;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return false; // No program of this name.
        }
    }
}
