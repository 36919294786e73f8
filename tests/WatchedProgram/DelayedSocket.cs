using System.Net;
using System.Net.Sockets;

namespace WatchedProgram;

/// <summary>A connection whose other end answers when it is told to.</summary>
internal sealed class DelayedSocket
{
    private readonly Socket _far;

    public DelayedSocket()
    {
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        Near.Connect(listener.LocalEndpoint);
        _far = listener.AcceptSocket();
    }

    /// <summary>The end to read from.</summary>
    public Socket Near { get; } = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };

    /// <summary>Lets one byte come after a while.</summary>
    public void AnswerIn(int milliseconds) => Elsewhere.After(milliseconds, () => _far.Send([1]));
}
