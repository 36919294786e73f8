using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Syncopate.Load.Http1;

namespace Syncopate.Bench;

/// <summary>A process of its own that gives every packet the same answer, on one thread by the engine's own poller: as
/// little of a server as there can be, so that the client is what is measured.</summary>
internal static class NullServer
{
    public const string Argument = "null-server";

    /// <summary>What the process does: prints its port, and answers until its standard input ends.</summary>
    public static async Task RunAsync()
    {
        using Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(4096);
        Console.WriteLine(((IPEndPoint)listener.LocalEndPoint!).Port.ToString(CultureInfo.InvariantCulture)); // Never null: it is bound.
        using Poller poller = new();
        new Thread(() => Answer(poller)) { IsBackground = true }.Start();
        Task accepting = AcceptAsync(listener, poller);
        await Task.WhenAny(accepting, Console.In.ReadToEndAsync());
    }

    private static async Task AcceptAsync(Socket listener, Poller poller)
    {
        List<Socket> accepted = []; // Else they would be collected, and closed.
        while (true)
        {
            Socket socket = await listener.AcceptAsync();
            socket.Blocking = false;
            socket.NoDelay = true;
            accepted.Add(socket);
            int descriptor = (int)socket.SafeHandle.DangerousGetHandle();
            poller.Register(descriptor, descriptor);
        }
    }

    private static unsafe void Answer(Poller poller)
    {
        byte[] answer = Encoding.ASCII.GetBytes("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nServer: null\r\nConnection: keep-alive\r\nContent-Length: 13\r\n\r\nHello, World!");
        byte[] buffer = new byte[4096];
        fixed (byte* bytes = answer, received = buffer)
        {
            while (true)
            {
                int ready = poller.Wait(-1);
                for (int place = 0; place < ready; place++)
                {
                    int descriptor = (int)poller.TokenAt(place);
                    if (Libc.Receive(descriptor, received, buffer.Length, Libc.DontWait) > 0)
                        _ = Libc.Send(descriptor, bytes, answer.Length, Libc.DontWait | Libc.NoSignal);
                    else if ((poller.FlagsAt(place) & Poller.Ending) != 0)
                        _ = Libc.Close(descriptor);
                }
            }
        }
    }
}
