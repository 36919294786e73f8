using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;

namespace Syncopate.Running.Servers;

/// <summary>Ports of this machine for servers that the tool starts.</summary>
internal static class FreePort
{
    // Below those that systems give to whoever connects (Linux from 32,768, others from 49,152): a port that the system
    // gave and took back may be a client's when the server comes.
    private const int First = 20_000;
    private const int End = 32_000;

    /// <summary>A port that nobody has at this moment. Nothing holds it until the server does: who asks must be ready
    /// to take another one.</summary>
    public static int Find()
    {
        while (true)
        {
            // No part of what is measured, and so not of its seed.
            int port = RandomNumberGenerator.GetInt32(First, End);
            using Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            try
            {
                socket.Bind(new IPEndPoint(IPAddress.Loopback, port));
                return port;
            }
            catch (SocketException e) when (e.SocketErrorCode is SocketError.AddressAlreadyInUse or SocketError.AccessDenied)
            {
                // Somebody else's, or one that the system keeps for itself.
            }
        }
    }
}
