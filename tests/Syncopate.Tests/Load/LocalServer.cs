using System.Net;
using System.Net.Sockets;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>A server at a local address of Linux (unix(7)). There all is done when a call returns: a connection is open, or refused, at
/// once, and bytes are there as soon as they are sent.</summary>
internal sealed class LocalServer : IDisposable
{
    // Its name is in no folder, and is gone with its last socket.
    private readonly UnixDomainSocketEndPoint _endPoint = new($"\0{Guid.NewGuid():N}");
    private readonly Socket _listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);

    public LocalServer()
    {
        _listener.Bind(_endPoint);
        _listener.Listen();
    }

    public SocketAddress Address => _endPoint.Serialize();

    /// <summary>The next connection.</summary>
    public Socket Accept()
    {
        Assert.True(_listener.Poll(TimeSpan.Zero, SelectMode.SelectRead), "Nobody has connected.");
        Socket accepted = _listener.Accept();
        accepted.ReceiveTimeout = Hanging.Milliseconds;
        return accepted;
    }

    /// <summary>From now on each connection is refused at once.</summary>
    public void Stop() => _listener.Dispose();

    public void Dispose() => _listener.Dispose();
}
