using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using Syncopate.Load;

namespace Syncopate.Tests.Load;

/// <summary>A server on raw sockets that does to each connection what a test says. It knows no HTTP beyond the empty
/// line that ends a request.</summary>
internal sealed class ScriptedServer : IAsyncDisposable
{
    /// <summary>An answer with a body of five bytes.</summary>
    public const string Good = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly ConcurrentBag<ScriptedConnection> _connections = [];
    private readonly List<Task> _scripts = []; // Belongs to the accepting loop until that has ended.
    private readonly Func<ScriptedConnection, Task> _script;
    private readonly Task _accepting;

    /// <param name="script">Runs once for each connection, which is closed when it returns.</param>
    public ScriptedServer(Func<ScriptedConnection, Task> script)
    {
        _script = script;
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(512);
        Target = new HttpTarget(new Uri($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndPoint!).Port}"));
        _accepting = AcceptAsync();
    }

    public HttpTarget Target { get; }

    public int Accepted => _connections.Count;

    /// <summary>A server that gives every request the same answer.</summary>
    public static ScriptedServer Answering(string answer) => new(async connection =>
    {
        while (await connection.ReadRequestAsync() is not null)
            await connection.SendAsync(answer);
    });

    /// <summary>As a killed process leaves it: nobody listens, and every connection is reset.</summary>
    public void Die()
    {
        _listener.Dispose();
        foreach (ScriptedConnection connection in _connections)
            connection.Reset();
    }

    public async ValueTask DisposeAsync()
    {
        Die();
        await _accepting;
        Die(); // Also to what was accepted in between.
        await Task.WhenAll(_scripts);
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                Socket socket = await _listener.AcceptAsync();
                socket.NoDelay = true; // An answer in two pieces must not wait for the client to confirm the first.
                ScriptedConnection connection = new(socket, _connections.Count);
                _connections.Add(connection);
                _scripts.Add(RunAsync(connection));
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The listener is closed.
        }
    }

    private async Task RunAsync(ScriptedConnection connection)
    {
        try
        {
            await _script(connection);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The client or the test has closed it first.
        }

        connection.Close();
    }
}
