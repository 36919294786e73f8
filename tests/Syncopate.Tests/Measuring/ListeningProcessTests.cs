using System.Net;
using System.Net.Sockets;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.Tests.Measuring;

[Trait("Judges", "behaviour")]
public sealed class ListeningProcessTests
{
    // As proc(5) has it: a listener on 127.0.0.1:8080, one on another port, and a connection of the first.
    private static readonly string[] Table =
    [
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
        "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0 100 0 0 10 0",
        "   1: 0100007F:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4712 1 0 100 0 0 10 0",
        "   2: 0100007F:1F90 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 4713 1 0 20 4 30 10 -1",
    ];

    [Fact]
    public void A_socket_that_listens_is_told_from_connections_and_other_ports() =>
        Assert.Equal(["socket:[4711]"], ListeningProcess.Sockets(Table, 8080));

    /// <summary>One of loopback, one of all of IPv4 and one of all of IPv6, on one port; connections go to the nearest.</summary>
    [Theory]
    [InlineData("127.0.0.1", 8080, "1")]
    [InlineData("::ffff:127.0.0.1", 8080, "1")]
    [InlineData("192.0.2.7", 8080, "2")]
    [InlineData("::1", 8080, "3")]
    [InlineData("192.0.2.7", 8081, "4")]
    [InlineData("127.0.0.1", 8082, "5")]
    [InlineData("::1", 8083, "")]
    public void Of_listeners_on_one_port_that_of_the_address_is_meant(string address, int port, string inode)
    {
        Assert.SkipUnless(BitConverter.IsLittleEndian, "The table is that of a little-endian machine.");
        string[] table =
        [
            Listener("00000000:1F90", 2), Listener("0100007F:1F90", 1), Listener($"{new string('0', 32)}:1F90", 3),
            Listener($"{new string('0', 32)}:1F91", 4), Listener("0000000000000000FFFF00000100007F:1F92", 5),
            Listener("0100007F:1F93", 6),
        ];

        string[] expected = inode.Length == 0 ? [] : [$"socket:[{inode}]"];
        Assert.Equal(expected, ListeningProcess.Sockets(table, new IPEndPoint(IPAddress.Parse(address), port)));
    }

    private static string Listener(string local, int inode) =>
        $"   0: {local} 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 {inode} 1 0 100 0 0 10 0";

    [Fact]
    public void A_listener_of_this_process_is_found_only_when_it_listens()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux tells.");
        using Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0)); // Taken, so that no other test listens there.
        int port = ((IPEndPoint)socket.LocalEndPoint!).Port; // It is bound.

        int? before = ListeningProcess.Find(port);
        socket.Listen();

        Assert.NotEqual(Environment.ProcessId, before);
        Assert.Equal(Environment.ProcessId, ListeningProcess.Find(port));
    }
}
