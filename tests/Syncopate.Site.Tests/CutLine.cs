using System.Net;
using System.Net.Sockets;

namespace Syncopate.Site.Tests;

/// <summary>The line between a program and a server, which can be cut and mended: whoever is connected loses the
/// connection, whoever comes is refused.</summary>
internal sealed class CutLine : IAsyncDisposable
{
    private readonly int _target;
    private readonly Lock _gate = new(); // Guards the two below.
    private readonly List<Socket> _open = [];
    private bool _isCut;
    private TcpListener _listener;
    private Task _accepting;

    public CutLine(int target)
    {
        _target = target;
        _listener = new TcpListener(IPAddress.Loopback, 0);
        _listener.Start();
        Port = ((IPEndPoint)_listener.LocalEndpoint).Port;
        _accepting = AcceptAsync(_listener);
    }

    /// <summary>Where it is reached; the same after it was mended.</summary>
    public int Port { get; }

    public async Task CutAsync()
    {
        _listener.Stop();
        await _accepting;
        lock (_gate)
        {
            _isCut = true;
            // At once and without a goodbye, as when a cable is pulled.
            _open.ForEach(static socket => socket.Close(0));
            _open.Clear();
        }
    }

    public void Mend()
    {
        lock (_gate)
            _isCut = false;
        _listener = new TcpListener(IPAddress.Loopback, Port);
        _listener.Start();
        _accepting = AcceptAsync(_listener);
    }

    public async ValueTask DisposeAsync()
    {
        await CutAsync();
        _listener.Dispose();
    }

    private async Task AcceptAsync(TcpListener listener)
    {
        try
        {
            while (true)
                _ = CarryAsync(await listener.AcceptSocketAsync());
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // Cut.
        }
    }

    private async Task CarryAsync(Socket near)
    {
        Socket far = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        lock (_gate)
        {
            if (_isCut)
            {
                near.Close(0);
                far.Close(0);
                return;
            }

            _open.AddRange([near, far]);
        }

        try
        {
            await far.ConnectAsync(IPAddress.Loopback, _target);
            await using NetworkStream one = new NetworkStream(near);
            await using NetworkStream other = new NetworkStream(far);
            await Task.WhenAny(one.CopyToAsync(other), other.CopyToAsync(one)).Unwrap();
        }
        catch (Exception e) when (e is SocketException or IOException or ObjectDisposedException)
        {
            // One of the two ends is gone; the other goes too.
        }
        finally
        {
            near.Close(0);
            far.Close(0);
        }
    }
}
