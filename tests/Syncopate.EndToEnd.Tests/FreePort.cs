using System.Net;
using System.Net.Sockets;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Ports for servers that must be told where to listen.</summary>
internal static class FreePort
{
    /// <summary>A port of this machine that the system has just given and taken back; it gives others for a while.</summary>
    public static int Find()
    {
        using Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return ((IPEndPoint)socket.LocalEndPoint!).Port; // Never null: it is bound.
    }
}
