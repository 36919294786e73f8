using System.Buffers.Binary;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Syncopate.Acceptance.WatchTruth;

/// <summary>Answers after as long as it is asked to, a byte or a page, on threads that are none of the pool's.</summary>
internal sealed class SlowPeer : IDisposable
{
    private const int Backlog = 512;
    private const byte Byte = 0; // Of no request line.

    private static readonly byte[] Answer = Encoding.ASCII.GetBytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK");

    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

    public SlowPeer()
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(Backlog);
        EndPoint = _listener.LocalEndPoint as IPEndPoint ?? throw new InvalidOperationException("It listens nowhere.");
        new Thread(Accept) { IsBackground = true }.Start();
    }

    public IPEndPoint EndPoint { get; }

    /// <summary>What asks for a byte.</summary>
    public static byte[] Asked(int milliseconds)
    {
        byte[] asked = new byte[5];
        BinaryPrimitives.WriteInt32LittleEndian(asked.AsSpan(1), milliseconds);
        return asked;
    }

    /// <summary>Where a page comes after so long.</summary>
    public Uri Page(int milliseconds) =>
        new(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{EndPoint.Port}/{milliseconds}"));

    private void Accept()
    {
        try
        {
            while (true)
            {
                Socket socket = _listener.Accept();
                socket.NoDelay = true;
                new Thread(() => Serve(socket)) { IsBackground = true }.Start();
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The program ends.
        }
    }

    private static void Serve(Socket socket)
    {
        byte[] asked = new byte[4096];
        try
        {
            using (socket)
            {
                // Whoever asks waits for the answer before asking again, and asks in one piece: one read, one request.
                for (int read = socket.Receive(asked); read > 0; read = socket.Receive(asked))
                {
                    if (asked[0] == Byte)
                    {
                        Thread.Sleep(BinaryPrimitives.ReadInt32LittleEndian(asked.AsSpan(1)));
                        socket.Send(asked.AsSpan(0, 1));
                    }
                    else
                    {
                        string line = Encoding.ASCII.GetString(asked, 0, read);
                        Thread.Sleep(int.Parse(line.Split(' ')[1].AsSpan(1), CultureInfo.InvariantCulture));
                        socket.Send(Answer);
                    }
                }
            }
        }
        catch (SocketException)
        {
            // Whoever asked is gone.
        }
    }

    public void Dispose() => _listener.Dispose();
}
