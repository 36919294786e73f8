using System.Net;
using System.Net.Sockets;

namespace WatchedProgram;

/// <summary>A server on a thread of its own that answers each request after a while.</summary>
internal static class DelayedHttp
{
    /// <summary>Starts it; it answers one connection.</summary>
    public static Uri Start(int milliseconds)
    {
        TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        new Thread(() => Serve(listener, milliseconds)) { IsBackground = true }.Start();
        return new Uri($"http://{listener.LocalEndpoint}/");
    }

    private static void Serve(TcpListener listener, int milliseconds)
    {
        while (true)
        {
            using Socket connection = listener.AcceptSocket();
            byte[] request = new byte[4096];
            // A request without a body comes in one piece over the loopback.
            while (connection.Receive(request) > 0)
            {
                Thread.Sleep(milliseconds);
                connection.Send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"u8);
            }
        }
    }
}
