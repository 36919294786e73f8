using System.Globalization;

namespace Syncopate.Running.Servers;

/// <summary>Finds which process listens on a port of this machine, as Linux reports it in <c>/proc</c>.</summary>
internal static class ListeningProcess
{
    private const string Listening = "0A";

    /// <summary>The process that listens on a TCP port; null when none does, when it belongs to another user, and where
    /// there is no <c>/proc</c>.</summary>
    /// <param name="port">1 to 65,535.</param>
    public static int? Find(int port)
    {
        HashSet<string> sockets = [.. Sockets("/proc/net/tcp", port), .. Sockets("/proc/net/tcp6", port)];
        return sockets.Count == 0 ? null : Processes().Cast<int?>().FirstOrDefault(id => Holds(id ?? 0, sockets));
    }

    /// <summary>The sockets of a table that listen on a port, as "socket:[inode]".</summary>
    internal static IEnumerable<string> Sockets(IEnumerable<string> table, int port)
    {
        string end = string.Create(CultureInfo.InvariantCulture, $":{port:X4}");
        // "0: 0100007F:1F90 00000000:0000 0A ... uid timeout inode": the third field is the state, the tenth the inode.
        return from line in table.Skip(1)
               let fields = line.Split(' ', StringSplitOptions.RemoveEmptyEntries)
               where fields.Length > 9 && fields[3] == Listening && fields[1].EndsWith(end, StringComparison.Ordinal)
               select $"socket:[{fields[9]}]";
    }

    private static IEnumerable<string> Sockets(string path, int port) => File.Exists(path) ? Sockets(File.ReadAllLines(path), port) : [];

    private static IEnumerable<int> Processes() =>
        from folder in Directory.EnumerateDirectories("/proc")
        let id = int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : 0
        where id > 0
        select id;

    private static bool Holds(int processId, HashSet<string> sockets)
    {
        try
        {
            return new DirectoryInfo(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/fd"))
                .EnumerateFileSystemInfos().Any(file => file.LinkTarget is { } target && sockets.Contains(target));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It has just ended, or belongs to another user.
            return false;
        }
    }
}
