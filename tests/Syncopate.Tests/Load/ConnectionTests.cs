using System.Net;
using System.Net.Sockets;
using System.Runtime.Versioning;
using Syncopate.Load;
using Syncopate.Load.Http1;
using Syncopate.Load.Loops;
using Xunit;

namespace Syncopate.Tests.Load;

[SupportedOSPlatform("linux")]
[Trait("Judges", "behaviour")]
public sealed class ConnectionTests
{
    private const int Large = 2_000_000; // Far more than a socket takes that nobody reads.

    [Fact]
    public void A_connection_that_is_open_at_once_is_idle_and_known_by_another_token_each_time()
    {
        using Poller poller = new();
        using LocalServer server = new();
        Connection connection = new(3, poller, server.Address, new LoadOptions()) { IsUsed = true };

        Assert.Null(connection.Open(now: 7));
        (ConnectionState, long, bool) opened = (connection.State, connection.OpenedAt, connection.IsUsed);
        long first = connection.Token;
        connection.Close();
        Assert.Null(connection.Open(now: 8));
        long second = connection.Token;
        connection.Close();

        Assert.Equal((ConnectionState.Idle, 7, false), opened);
        Assert.Equal((3, 3), ((int)first, (int)second));
        Assert.NotEqual(first, second);
    }

    [Fact]
    public void A_connection_that_is_refused_at_once_is_closed_and_says_so()
    {
        using Poller poller = new();
        using LocalServer server = new();
        Connection connection = new(0, poller, server.Address, new LoadOptions());
        server.Stop();

        Assert.Equal((Findings.ConnectionRefused, ConnectionState.Closed), (connection.Open(now: 0), connection.State));
    }

    [Fact]
    public void A_kind_of_address_that_the_system_does_not_know_is_named_by_its_number()
    {
        using Poller poller = new();
        SocketAddress address = new(AddressFamily.InterNetwork, 16);
        (address.Buffer.Span[0], address.Buffer.Span[1]) = (0xFE, 0x7F); // No family has this number.
        Connection connection = new(0, poller, address, new LoadOptions());

        Assert.Equal(("socket error 97", ConnectionState.Closed), (connection.Open(now: 0), connection.State)); // EAFNOSUPPORT.
    }

    /// <summary>A request for which there is no room is no failure, and none of it may be lost or sent twice.</summary>
    [Fact]
    public void What_the_system_does_not_take_is_kept_until_there_is_room()
    {
        using Poller poller = new();
        using LocalServer server = new();
        byte[] request = [.. Enumerable.Range(0, Large).Select(place => (byte)(place % 251))];
        Connection connection = new(0, poller, server.Address, new LoadOptions());
        Assert.Null(connection.Open(now: 0));
        using Socket accepted = server.Accept();
        connection.Unsent = request.Length;

        Assert.Null(connection.Send(request));
        int left = connection.Unsent;
        Assert.InRange(left, 1, Large - 1);
        Assert.Null(connection.Send(request));
        Assert.Equal(left, connection.Unsent);

        List<byte> received = [];
        while (connection.Unsent > 0)
        {
            received.AddRange(LocalLoop.Take(accepted, request.Length - connection.Unsent - received.Count));
            Assert.Null(connection.Send(request));
        }

        received.AddRange(LocalLoop.Take(accepted, request.Length - received.Count));
        connection.Close();
        Assert.True(request.AsSpan().SequenceEqual(received.ToArray()), "The bytes received are others than those sent.");
    }

    [Fact]
    public void What_is_sent_to_a_server_that_has_gone_is_a_reset()
    {
        using Poller poller = new();
        using LocalServer server = new();
        Connection connection = new(0, poller, server.Address, new LoadOptions());
        Assert.Null(connection.Open(now: 0));
        server.Accept().Dispose();
        connection.Unsent = 1;

        Assert.Equal((Findings.ConnectionReset, 1), (connection.Send([0]), connection.Unsent));
        connection.Close();
    }

    [Fact]
    public void A_connection_is_fresh_while_the_server_has_neither_closed_it_nor_sent_anything()
    {
        using Poller poller = new();
        using LocalServer server = new();
        Connection silent = new(0, poller, server.Address, new LoadOptions());
        Connection spoken = new(1, poller, server.Address, new LoadOptions());
        Connection gone = new(2, poller, server.Address, new LoadOptions());
        foreach (Connection connection in new[] { silent, spoken, gone })
            Assert.Null(connection.Open(now: 0));
        using Socket first = server.Accept();
        using Socket second = server.Accept();
        second.Send([0]);
        server.Accept().Dispose();

        Assert.Equal((true, false, false), (silent.IsFresh(), spoken.IsFresh(), gone.IsFresh()));
        silent.Close();
        spoken.Close();
        gone.Close();
    }

    [Fact]
    public void A_connection_that_is_closed_may_be_given_up_and_opened_again()
    {
        using Poller poller = new();
        using LocalServer server = new();
        Connection connection = new(0, poller, server.Address, new LoadOptions());

        connection.Abort();
        Assert.Equal(ConnectionState.Closed, connection.State);
        Assert.Null(connection.Open(now: 0));
        connection.Abort();
        connection.Abort();

        Assert.Equal(ConnectionState.Closed, connection.State);
    }

    /// <summary>An event of a connection that was closed may still be waiting: it is none of the next one's.</summary>
    [Fact]
    public void An_event_of_a_connection_that_is_no_more_is_nobodys()
    {
        using Poller poller = new();
        using ConnectionSet connections = new(new IPEndPoint(IPAddress.Loopback, 1), poller, new LoadOptions());
        connections.Use(count: 2, first: 0, stride: 1);
        Connection connection = connections.Active[1];

        Assert.Same(connection, connections.Of(connection.Token));
        Assert.Null(connections.Of(connection.Token + (1L << 32)));
    }
}
