using System.Net;
using System.Net.Sockets;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Ports for servers that must be told where to listen.</summary>
internal static class FreePort
{
    // Below those that Linux gives to whoever connects (32,768 and up): a port that it gave and took back may be a
    // client's when the server comes.
    private const int First = 20_000;
    private const int End = 32_000;

    /// <summary>A port of this machine that nobody has at this moment.</summary>
    public static int Find()
    {
        while (true)
        {
            int port = Random.Shared.Next(First, End);
            using Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            try
            {
                socket.Bind(new IPEndPoint(IPAddress.Loopback, port));
                return port;
            }
            catch (SocketException e) when (e.SocketErrorCode == SocketError.AddressAlreadyInUse)
            {
                // Somebody else's.
            }
        }
    }

    /// <summary>Two such ports.</summary>
    public static (int A, int B) FindTwo()
    {
        int a = Find();
        int b = Find();
        while (b == a)
            b = Find();
        return (a, b);
    }
}
