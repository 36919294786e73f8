using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace Syncopate.Running.Servers;

/// <summary>Finds which process listens on a port of this machine, as Linux reports it in <c>/proc</c>.</summary>
internal static class ListeningProcess
{
    private const string Listening = "0A";

    private static readonly string[] TableFiles = ["/proc/net/tcp", "/proc/net/tcp6"];

    /// <summary>The process that listens on a TCP port, at whichever address; null when none does, when it belongs to another user,
    /// and where there is no <c>/proc</c>.</summary>
    /// <param name="port">1 to 65,535.</param>
    public static int? Find(int port) => Holder([.. Sockets(Tables(), port)]);

    /// <summary>The process that answers at an address: another one may listen on the same port of another address.</summary>
    /// <param name="at">The address, of this machine, and the port.</param>
    public static int? Find(IPEndPoint at) => Holder([.. Sockets(Tables(), at)]);

    /// <summary>The sockets of a table that listen on a port, as "socket:[inode]".</summary>
    internal static IEnumerable<string> Sockets(IEnumerable<string> table, int port)
    {
        string end = Hex(port);
        return Listeners(table).Where(l => l.Local.EndsWith(end, StringComparison.Ordinal)).Select(l => l.Socket);
    }

    /// <summary>The sockets of a table to which a connection to an address goes: a listener of that very address wins over one of
    /// all addresses, and one of all of IPv6 takes IPv4 where nobody else does.</summary>
    internal static IEnumerable<string> Sockets(IEnumerable<string> table, IPEndPoint at)
    {
        (string Local, string Socket)[] listeners = [.. Listeners(table)];
        return Takers(at.Address)
            .Select(address => Hex(address) + Hex(at.Port))
            .Select(local => listeners.Where(l => l.Local == local).Select(l => l.Socket))
            .FirstOrDefault(found => found.Any()) ?? [];
    }

    private static IEnumerable<IPAddress> Takers(IPAddress address)
    {
        IPAddress plain = address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;
        return plain.AddressFamily == AddressFamily.InterNetworkV6 ? [plain, IPAddress.IPv6Any]
            : [plain, plain.MapToIPv6(), IPAddress.Any, IPAddress.IPv6Any];
    }

    // "0: 0100007F:1F90 00000000:0000 0A ... uid timeout inode": the second field is the local address, the fourth the state, the
    // tenth the inode.
    private static IEnumerable<(string Local, string Socket)> Listeners(IEnumerable<string> table) =>
        from line in table
        let fields = line.Split(' ', StringSplitOptions.RemoveEmptyEntries)
        where fields.Length > 9 && fields[3] == Listening
        select (fields[1], $"socket:[{fields[9]}]");

    // The system prints each four bytes as one number of its own byte order.
    private static string Hex(IPAddress address) => string.Concat(address.GetAddressBytes().Chunk(sizeof(uint))
        .Select(word => BitConverter.ToUInt32(word).ToString("X8", CultureInfo.InvariantCulture)));

    private static string Hex(int port) => string.Create(CultureInfo.InvariantCulture, $":{port:X4}");

    private static IEnumerable<string> Tables() =>
        TableFiles.Where(File.Exists).SelectMany(File.ReadAllLines);

    private static int? Holder(HashSet<string> sockets) =>
        sockets.Count == 0 ? null : Processes().Cast<int?>().FirstOrDefault(id => Holds(id ?? 0, sockets));

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
