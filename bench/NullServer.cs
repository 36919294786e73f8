using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Syncopate.Bench;

/// <summary>A process of its own that gives every packet the same answer: as little of a server as there can be, so that the client is what is measured.</summary>
internal sealed class NullServer : IDisposable
{
    public const string Argument = "null-server";

    private readonly Process _process;

    private NullServer(Process process, Uri address) => (_process, Address) = (process, address);

    public Uri Address { get; }

    /// <summary>Starts the process; it ends with this one, or when disposed.</summary>
    public static async Task<NullServer> StartAsync()
    {
        ProcessStartInfo start = new(Environment.ProcessPath!, Argument) { RedirectStandardInput = true, RedirectStandardOutput = true }; // Never null: this is no hosted process.
        Process process = Process.Start(start)!; // Never null: no shell is involved.
        string? port = await process.StandardOutput.ReadLineAsync();
        return new NullServer(process, new Uri($"http://127.0.0.1:{port}"));
    }

    /// <summary>What the process does: prints its port, and answers until its standard input ends.</summary>
    public static async Task RunAsync()
    {
        using Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(512);
        Console.WriteLine(((IPEndPoint)listener.LocalEndPoint!).Port.ToString(CultureInfo.InvariantCulture)); // Never null: it is bound.
        Task accepting = AcceptAsync(listener);
        await Task.WhenAny(accepting, Console.In.ReadToEndAsync());
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }

    private static async Task AcceptAsync(Socket listener)
    {
        List<Task> connections = [];
        while (true)
            connections.Add(AnswerAsync(await listener.AcceptAsync()));
    }

    private static async Task AnswerAsync(Socket socket)
    {
        byte[] answer = Encoding.ASCII.GetBytes("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nServer: null\r\nContent-Length: 13\r\n\r\nHello, World!");
        byte[] buffer = new byte[4096];
        try
        {
            while (await socket.ReceiveAsync(buffer) > 0)
                await socket.SendAsync(answer);
        }
        catch (SocketException)
        {
            // The client has reset the connection.
        }

        socket.Dispose();
    }
}
