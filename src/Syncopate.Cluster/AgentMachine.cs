using System.Security.Cryptography;
using System.Text;

namespace Syncopate.Cluster;

/// <summary>This machine as an agent's card names it.</summary>
internal static class AgentMachine
{
    /// <summary>The same for processes that share this machine's loopback addresses, and reveals nothing else.</summary>
    public static string Id()
    {
        string machine = Read("/etc/machine-id") ?? Environment.MachineName;
        string network = new FileInfo("/proc/self/ns/net").LinkTarget ?? "";
        string boot = Read("/proc/sys/kernel/random/boot_id") ?? "";
        return Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(machine + network + boot)))[..16];
    }

    private static string? Read(string file)
    {
        try
        {
            return File.ReadAllText(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
