using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace WatchedProgram;

/// <summary>A server that takes every request and never answers one; asked by a line, it says its port. On threads of
/// its own: its pool has nothing to do.</summary>
internal static class SilentHttp
{
    public static int Run()
    {
        TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        new Thread(() => Accept(listener)) { IsBackground = true }.Start();
        Console.WriteLine("ready");
        while (Console.ReadLine() is not null)
            Console.WriteLine(((IPEndPoint)listener.LocalEndpoint).Port.ToString(CultureInfo.InvariantCulture));
        return 0;
    }

    private static void Accept(TcpListener listener)
    {
        List<Socket> kept = [];
        while (true)
            kept.Add(listener.AcceptSocket());
    }
}
