using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Shop;

/// <summary>Stands in for a machine elsewhere: answers every request after 50 ms, on threads of its own, so that the
/// site's thread pool has no part in it.</summary>
internal static class DistantSupplier
{
    private static readonly byte[] Answer = Encoding.ASCII.GetBytes("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n44.00");

    public static Uri Open()
    {
        TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start(backlog: 1000);
        Start(() =>
        {
            while (true)
            {
                Socket caller = listener.AcceptSocket();
                Start(() => Serve(caller));
            }
        });
        return new Uri($"http://{listener.LocalEndpoint}");
    }

    // A request is shorter than the buffer, and comes whole.
    private static void Serve(Socket caller)
    {
        byte[] request = new byte[4096];
        caller.NoDelay = true;
        while (caller.Receive(request) > 0)
        {
            Thread.Sleep(50);
            caller.Send(Answer);
        }
    }

    private static void Start(ThreadStart work) => new Thread(work, maxStackSize: 256 * 1024) { IsBackground = true }.Start();
}
