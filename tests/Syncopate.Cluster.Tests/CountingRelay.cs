using System.Net;
using System.Net.Sockets;
using Npgsql;
using Syncopate.Cluster.Links.Postgres;

namespace Syncopate.Cluster.Tests;

/// <summary>Hands on what sessions and their database say to each other, and counts how often it is asked.</summary>
internal sealed class CountingRelay : IAsyncDisposable
{
    private const string Host = "127.0.0.1";

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly int _port;
    private readonly Task _accepting;
    private int _questions;
    private volatile bool _isCut; // Nothing is handed on any more; whoever tests says so.
    private int _lastAsked; // 1 when the last bytes came from a session, 0 when they were an answer.

    /// <param name="target">The database, on this machine.</param>
    public CountingRelay(NpgsqlConnectionStringBuilder target)
    {
        _port = target.Port;
        _listener.Start();
        int port = ((IPEndPoint)_listener.LocalEndpoint).Port;
        NpgsqlConnectionStringBuilder here = new(target.ConnectionString) { Host = Host, Port = port };
        Address = JoinAddress.Parse(here.ConnectionString);
        _accepting = AcceptAsync();
    }

    /// <summary>Where it listens.</summary>
    public JoinAddress Address { get; }

    /// <summary>How often something was asked after an answer: the round trips of one session that asks.</summary>
    public int Questions => Volatile.Read(ref _questions);

    /// <summary>Loses all that comes from now on. Both sides have their connections, as by a cable that is cut.</summary>
    public void Cut() => _isCut = true;

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        _listener.Dispose();
        await _accepting;
        _end.Dispose();
    }

    private async Task AcceptAsync()
    {
        List<Task> handing = [];
        try
        {
            while (true)
                handing.Add(HandAsync(await _listener.AcceptTcpClientAsync(_end.Token)));
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            await Task.WhenAll(handing);
        }
    }

    private async Task HandAsync(TcpClient session)
    {
        using TcpClient own = session;
        using Socket database = new(SocketType.Stream, ProtocolType.Tcp);
        await database.ConnectAsync(Host, _port);
        await Task.WhenAny(
            CopyAsync(own.Client, database, isAsking: true), CopyAsync(database, own.Client, isAsking: false));
    }

    private async Task CopyAsync(Socket from, Socket to, bool isAsking)
    {
        byte[] buffer = new byte[65_536];
        try
        {
            while (await from.ReceiveAsync(buffer, _end.Token) is > 0 and var count)
            {
                if (Interlocked.Exchange(ref _lastAsked, isAsking ? 1 : 0) == 0 && isAsking)
                    Interlocked.Increment(ref _questions);
                if (_isCut)
                    continue;
                for (int sent = 0; sent < count;)
                    sent += await to.SendAsync(buffer.AsMemory(sent, count - sent), _end.Token);
            }
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            // Either side is gone.
        }
    }
}
