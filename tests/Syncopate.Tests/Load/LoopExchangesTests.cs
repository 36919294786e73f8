using System.Net.Sockets;
using System.Runtime.Versioning;
using System.Text;
using Syncopate.Load;
using Syncopate.Load.Http1;
using Syncopate.Load.Loops;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>What a loop makes of each event of a connection, one event at a time.</summary>
[SupportedOSPlatform("linux")]
[Trait("Judges", "behaviour")]
public sealed class LoopExchangesTests
{
    private static readonly LoadRequest Get = new("/", new UsersTimesLoops(1, 10));

    private static readonly LoadRequest Post = Get with { Method = "POST" };

    [Fact]
    public void A_request_is_sent_as_soon_as_its_connection_is_open()
    {
        using LocalLoop loop = new(Get);
        Ends ends = Begin(loop, out Connection connection, out Socket accepted);

        Assert.Equal(loop.Request, LocalLoop.Take(accepted, loop.Request.Length));
        Assert.Equal(ConnectionState.InFlight, connection.State);
        Assert.Equal((1, 1), (loop.Sheet.Started, loop.Sheet.ConnectTimes.TotalCount));
        Assert.Equal(loop.Request.Length, loop.Sheet.SentBytes);
        Assert.Empty(ends.Answered);
        accepted.Dispose();
    }

    [Fact]
    public void A_connection_that_is_refused_at_once_ends_the_request()
    {
        using LocalLoop loop = new(Get);
        Ends ends = new();
        loop.Exchanges.Model = ends;
        loop.Server.Stop();
        Connection connection = loop.Connect();

        loop.Begin(connection);

        Assert.Equal([false], ends.Answered);
        Assert.Equal(Once(Findings.ConnectionRefused), Assert.Single(loop.Sheet.ErrorsByKind));
        Assert.Equal((1, 0), (loop.Sheet.Started, loop.Run.Progress.InFlight));
        Assert.Equal(ConnectionState.Closed, connection.State);
    }

    [Fact]
    public void An_event_with_nothing_to_read_changes_nothing()
    {
        using LocalLoop loop = new(Get);
        Ends ends = Begin(loop, out Connection connection, out Socket accepted);

        loop.Exchanges.OnEvent(connection, Poller.Readable);
        Assert.Equal(ConnectionState.InFlight, connection.State);
        loop.Answer(accepted, connection, ScriptedServer.Good);
        loop.Exchanges.OnEvent(connection, Poller.Readable);

        Assert.Equal(ConnectionState.Idle, connection.State);
        Assert.Equal([true], ends.Answered);
        Assert.Empty(loop.Sheet.ErrorsByKind);
        accepted.Dispose();
    }

    [Fact]
    public void Bytes_that_nobody_asked_for_are_counted_and_close_the_connection()
    {
        using LocalLoop loop = new(Get);
        Begin(loop, out Connection connection, out Socket accepted);
        loop.Answer(accepted, connection, ScriptedServer.Good);

        accepted.Send("more"u8);
        loop.Exchanges.OnEvent(connection, Poller.Readable);

        Assert.Equal(ConnectionState.Closed, connection.State);
        Assert.Equal(Once(Findings.SurplusBytes), Assert.Single(loop.Sheet.ErrorsByKind));
        Assert.Equal((1, 1), (loop.Sheet.UnsolicitedFailures, loop.Sheet.Latencies.TotalCount));
        loop.Exchanges.OnEvent(connection, Poller.Readable); // Of a closed one nothing is read.
        Assert.Equal(1, loop.Sheet.UnsolicitedFailures);
        accepted.Dispose();
    }

    /// <summary>By a plain end, or by a reset because the server had not read what was sent.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_server_that_closes_a_connection_without_a_request_makes_no_error(bool isReset)
    {
        using LocalLoop loop = new(Get);
        Begin(loop, out Connection connection, out Socket accepted);
        loop.Answer(accepted, connection, ScriptedServer.Good);
        if (isReset)
        {
            connection.Unsent = 1;
            connection.Send("x"u8);
        }

        accepted.Dispose();
        loop.Exchanges.OnEvent(connection, Poller.Readable | Poller.Ending);

        Assert.Equal(ConnectionState.Closed, connection.State);
        Assert.Empty(loop.Sheet.ErrorsByKind);
        Assert.Equal(0, loop.Sheet.UnsolicitedFailures);
    }

    [Fact]
    public void A_large_request_is_sent_on_as_often_as_there_is_room()
    {
        byte[] body = [.. Enumerable.Range(0, 2_000_000).Select(place => (byte)(place % 251))];
        using LocalLoop loop = new(Post with { Body = body });
        Ends ends = Begin(loop, out Connection connection, out Socket accepted);
        int left = connection.Unsent;
        Assert.InRange(left, 1, loop.Request.Length - 1);

        loop.Exchanges.OnEvent(connection, Poller.Writable);
        Assert.Equal((left, ConnectionState.InFlight), (connection.Unsent, connection.State));
        List<byte> received = [];
        while (connection.Unsent > 0)
        {
            received.AddRange(LocalLoop.Take(accepted, loop.Request.Length - connection.Unsent - received.Count));
            loop.Exchanges.OnEvent(connection, Poller.Writable);
        }

        received.AddRange(LocalLoop.Take(accepted, loop.Request.Length - received.Count));
        accepted.Send(Encoding.ASCII.GetBytes(ScriptedServer.Good));
        loop.Exchanges.OnEvent(connection, Poller.Readable | Poller.Writable);

        Assert.True(loop.Request.AsSpan().SequenceEqual(received.ToArray()), "The bytes received are others than those sent.");
        Assert.Equal(loop.Request.Length, loop.Sheet.SentBytes);
        Assert.Equal([true], ends.Answered);
        accepted.Dispose();
    }

    [Fact]
    public void An_answer_before_the_end_of_the_request_ends_both_and_the_connection()
    {
        using LocalLoop loop = new(Post with { Body = new byte[2_000_000] });
        Ends ends = Begin(loop, out Connection connection, out Socket accepted);

        accepted.Send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n"u8);
        loop.Exchanges.OnEvent(connection, Poller.Readable | Poller.Writable);

        Assert.Equal([true], ends.Answered);
        Assert.Equal(ConnectionState.Closed, connection.State);
        Assert.Equal(Once("status 413"), Assert.Single(loop.Sheet.ErrorsByKind));
        accepted.Dispose();
    }

    [Fact]
    public void A_request_that_may_not_be_repeated_fails_with_its_connection()
    {
        using LocalLoop loop = new(Post);
        Ends ends = Begin(loop, out Connection connection, out Socket accepted);
        loop.Answer(accepted, connection, ScriptedServer.Good);
        accepted.Dispose();

        loop.Begin(connection);

        Assert.Equal([true, false], ends.Answered);
        Assert.Equal(Once(Findings.ConnectionReset), Assert.Single(loop.Sheet.ErrorsByKind));
        Assert.Equal(0, loop.Sheet.Reopened);
    }

    [Fact]
    public void A_request_that_may_be_repeated_is_sent_on_a_new_connection_once()
    {
        using LocalLoop loop = new(Get);
        Ends ends = Begin(loop, out Connection connection, out Socket accepted);
        loop.Answer(accepted, connection, ScriptedServer.Good);
        accepted.Dispose();

        loop.Begin(connection);
        using Socket again = loop.Server.Accept();
        Assert.Equal([true], ends.Answered);
        loop.Answer(again, connection, ScriptedServer.Good);

        Assert.Equal([true, true], ends.Answered);
        Assert.Equal((2, 1, 2), (loop.Sheet.Started, loop.Sheet.Reopened, loop.Sheet.Latencies.TotalCount));
        Assert.Empty(loop.Sheet.ErrorsByKind);
    }

    [Fact]
    public void A_request_that_cannot_be_repeated_since_the_server_has_gone_fails_for_that()
    {
        using LocalLoop loop = new(Get);
        Ends ends = Begin(loop, out Connection connection, out Socket accepted);
        loop.Answer(accepted, connection, ScriptedServer.Good);
        accepted.Dispose();
        loop.Server.Stop();

        loop.Begin(connection);

        Assert.Equal([true, false], ends.Answered);
        Assert.Equal(Once(Findings.ConnectionRefused), Assert.Single(loop.Sheet.ErrorsByKind));
        Assert.Equal(1, loop.Sheet.Reopened);
    }

    /// <summary>Before the load begins there is no request that could fail: the load does.</summary>
    [Fact]
    public void A_connection_that_takes_too_long_to_open_before_the_load_ends_it()
    {
        using LocalLoop loop = new(Get, timeout: TimeSpan.FromSeconds(1));
        Connection connection = loop.Connect();
        connection.State = ConnectionState.Connecting;
        connection.OpenedAt = loop.Exchanges.Now;

        loop.Pass(TimeSpan.FromSeconds(0.9));
        loop.Exchanges.GiveUpWhenLate(connection);
        Assert.False(loop.Run.Stopping);
        loop.Pass(TimeSpan.FromSeconds(0.1));
        loop.Exchanges.GiveUpWhenLate(connection);

        Assert.True(loop.Run.Stopping);
        Assert.Equal(ConnectionState.Closed, connection.State);
        Assert.Equal(Findings.TimedOut, loop.Run.ToResult([]).Failure?.Finding);
        Assert.Empty(loop.Sheet.ErrorsByKind);
    }

    [Fact]
    public void A_request_that_is_drawn_is_drawn_to_its_end_good_or_not()
    {
        RequestRing ring = new();
        ring.Want(2);
        using LocalLoop loop = new(Get with { Ring = ring });
        Begin(loop, out Connection connection, out Socket accepted);
        long first = loop.Exchanges.Now;
        loop.Answer(accepted, connection, ScriptedServer.Good);
        long second = loop.Pass(TimeSpan.FromSeconds(1));
        loop.Begin(connection);
        loop.Answer(accepted, connection, "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
        loop.Begin(connection); // One more than are wanted.
        loop.Answer(accepted, connection, ScriptedServer.Good);

        Assert.Equal(
            [
                new(0, first, null, null, false), new(0, first, null, first, true),
                new(0, second, null, null, false), new(0, second, null, second, false),
            ],
            ring.Read());
        accepted.Dispose();
    }

    private static KeyValuePair<string, long> Once(string finding) => new(finding, 1);

    private static Ends Begin(LocalLoop loop, out Connection connection, out Socket accepted)
    {
        Ends ends = new();
        loop.Exchanges.Model = ends;
        connection = loop.Connect();
        loop.Begin(connection);
        accepted = loop.Server.Accept();
        return ends;
    }

    /// <summary>Sends nothing by itself, and keeps which requests were answered.</summary>
    private sealed class Ends : ILoadModel
    {
        public List<bool> Answered { get; } = [];

        public long NextDue => long.MaxValue;

        public bool IsDone => false;

        public void Start(long now)
        {
        }

        public void Advance(long now)
        {
        }

        public void End(Connection connection, bool answered, long now) => Answered.Add(answered);

        public void Finish()
        {
        }
    }
}
