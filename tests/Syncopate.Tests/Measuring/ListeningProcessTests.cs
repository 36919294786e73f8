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
