using System.Globalization;

namespace Syncopate.Watch.Processes;

/// <summary>Whether a process is connected to itself, as one whose page asks another page of its own: what it waits for there needs
/// threads of the same pool.</summary>
internal static class OwnConnections
{
    private const string Listening = "0A";
    private const string Established = "01";

    // Of an address of IPv6 that stands for one of IPv4.
    private const string Mapped = "0000000000000000FFFF0000";

    // O_NONBLOCK: who waits for connections without blocking a thread of its own serves them by the pool.
    private const int NonBlocking = 2048;
    private const int Octal = 8;

    /// <summary>True when it has a connection to a port on which it listens itself, asynchronously; false also where the system does not
    /// say (other than Linux).</summary>
    public static bool LeadToItself(int processId)
    {
        if (!OperatingSystem.IsLinux())
            return false;
        string[] tables = [ProcessFacts.Text(processId, "net/tcp"), ProcessFacts.Text(processId, "net/tcp6")];
        return tables.Any(table => table.Length > 0) && LeadToItself(tables, Sockets(processId));
    }

    /// <summary>The same by the system's tables.</summary>
    /// <param name="tables">As <c>/proc/net/tcp</c> has them.</param>
    /// <param name="own">The sockets of the process by their number, and whether one is non-blocking.</param>
    internal static bool LeadToItself(IEnumerable<string> tables, IReadOnlyDictionary<string, bool> own)
    {
        (string Local, string Remote, string State, string Socket)[] all = [.. tables.SelectMany(Rows)];
        HashSet<string> served = [.. all
            .Where(row => row.State == Listening && own.GetValueOrDefault(row.Socket))
            .Select(row => Port(row.Local))];
        HashSet<(string, string)> ends =
            [.. all.Where(row => row.State == Established).Select(row => (row.Local, row.Remote))];
        return Array.Exists(all, row => row.State == Established
            && own.ContainsKey(row.Socket)
            && served.Contains(Port(row.Remote))
            && ends.Contains((row.Remote, row.Local)));
    }

    // "0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000 1000 0 12345 ...", below a line of names.
    private static IEnumerable<(string Local, string Remote, string State, string Socket)> Rows(string table) =>
        from line in table.Split('\n').Skip(1)
        let words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries)
        where words.Length > 9
        select (Address(words[1]), Address(words[2]), words[3], words[9]);

    private static string Address(string text) =>
        text.StartsWith(Mapped, StringComparison.Ordinal) ? text[Mapped.Length..] : text;

    private static string Port(string address) => address[(address.IndexOf(':', StringComparison.Ordinal) + 1)..];

    private static Dictionary<string, bool> Sockets(int processId)
    {
        Dictionary<string, bool> sockets = new(StringComparer.Ordinal);
        try
        {
            foreach (string file in Directory.EnumerateFileSystemEntries(
                string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/fd")))
            {
                string number = Path.GetFileName(file);
                // "socket:[12345]".
                if (ProcessFacts.Link(processId, $"fd/{number}") is { } link && link.StartsWith("socket:[", StringComparison.Ordinal))
                    sockets[link["socket:[".Length..^1]] = IsNonBlocking(ProcessFacts.Text(processId, $"fdinfo/{number}"));
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            sockets.Clear(); // It has ended, or may not be looked into.
        }

        return sockets;
    }

    // "flags:\t02004002", in octal digits.
    private static bool IsNonBlocking(string info)
    {
        string? line = Array.Find(info.Split('\n'), one => one.StartsWith("flags:", StringComparison.Ordinal));
        int flags = (line ?? "").Where(char.IsAsciiDigit).Aggregate(0, (sum, digit) => unchecked(sum * Octal + (digit - '0')));
        return (flags & NonBlocking) != 0;
    }
}
