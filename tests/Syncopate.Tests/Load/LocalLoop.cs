using System.Net.Sockets;
using System.Text;
using Syncopate.Load;
using Syncopate.Load.Http1;
using Syncopate.Load.Loops;
using Syncopate.Load.Tallying;
using Syncopate.Units;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>One loop's exchanges with a server at a local address, by hand: nothing happens but what a test does.</summary>
internal sealed class LocalLoop : IDisposable
{
    private static readonly HttpTarget Target = new(new Uri("http://127.0.0.1:1"));

    private readonly Poller _poller = new();
    private readonly List<Connection> _connections = [];

    /// <param name="request">The load.</param>
    /// <param name="timeout">When a request is given up; null for an hour.</param>
    public LocalLoop(LoadRequest request, TimeSpan? timeout = null)
    {
        Run = new LoadRun(Target, request, loops: 1, Time);
        Exchanges = new LoopExchanges(Time, ClockTicks.Of(timeout ?? TimeSpan.FromHours(1), Time.TimestampFrequency));
        Request = RequestBytes.Of(Target, request);
        Exchanges.Use(Run, Run.Tallies[0], Request);
        Run.Release();
        Exchanges.ReadClock();
    }

    public ManualTime Time { get; } = new();

    public LocalServer Server { get; } = new();

    public LoadRun Run { get; }

    public LoopExchanges Exchanges { get; }

    /// <summary>As it goes over the wire.</summary>
    public byte[] Request { get; }

    public LoadSheet Sheet => Run.Tallies[0].Sheet;

    /// <summary>How many requests have failed like this.</summary>
    public long Failed(string finding) => Sheet.ErrorsByKind.GetValueOrDefault(finding);

    /// <summary>A connection to the server, not yet open.</summary>
    public Connection Connect()
    {
        Connection connection = new(_connections.Count, _poller, Server.Address, new LoadOptions());
        connection.Unmark();
        _connections.Add(connection);
        return connection;
    }

    /// <summary>Time passes; says what it is then.</summary>
    public long Pass(TimeSpan time)
    {
        Time.Advance(time);
        return Exchanges.ReadClock();
    }

    /// <summary>A request is sent now.</summary>
    public void Begin(Connection connection) => Exchanges.Begin(connection, Exchanges.Now, Exchanges.Now);

    /// <summary>The server takes all of a request, and its answer has come.</summary>
    public void Answer(Socket accepted, Connection connection, string answer)
    {
        Take(accepted, Request.Length);
        accepted.Send(Encoding.ASCII.GetBytes(answer));
        Exchanges.OnEvent(connection, Poller.Readable);
    }

    /// <summary>The next so many bytes that the server received.</summary>
    public static byte[] Take(Socket accepted, int count)
    {
        byte[] bytes = new byte[count];
        for (int taken = 0; taken < count;)
        {
            int received = accepted.Receive(bytes.AsSpan(taken));
            Assert.True(received > 0, $"The connection ended after {taken} of {count} bytes.");
            taken += received;
        }

        return bytes;
    }

    public void Dispose()
    {
        foreach (Connection connection in _connections)
            connection.Close();
        _poller.Dispose();
        Server.Dispose();
        Run.Dispose();
        Time.Dispose();
    }
}
