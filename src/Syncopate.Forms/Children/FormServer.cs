using System.Net;
using System.Net.Sockets;
using Syncopate.Calling;
using Syncopate.Load;

namespace Syncopate.Children;

/// <summary>Calls a form when the program that measures asks for it, over a connection on this machine. On threads of
/// its own: the pool belongs to the calls.</summary>
internal sealed class FormServer : IDisposable
{
    private readonly FormWork _work;
    private readonly LoadDriver _driver;
    private readonly string _token;

    // Guarded by the driver.
    private readonly MemoryStream _answer = new(1 << 16);
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

    /// <param name="work">The form.</param>
    /// <param name="token">Who connects must know it.</param>
    public FormServer(FormWork work, string token)
    {
        _work = work;
        _driver = new LoadDriver(work);
        _token = token;
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        new Thread(Accept) { IsBackground = true, Name = "Syncopate form" }.Start();
    }

    /// <summary>Where it listens.</summary>
    public Uri Address => new(FormattableString.Invariant($"http://127.0.0.1:{Port}"));

    private int Port => ((IPEndPoint)_listener.LocalEndPoint!).Port; // Never null: bound in the constructor.

    /// <summary>Takes no further connection.</summary>
    public void Dispose()
    {
        _listener.Dispose();
        _answer.Dispose();
    }

    private void Accept()
    {
        try
        {
            while (true)
            {
                Socket socket = _listener.Accept();
                new Thread(() => Converse(socket)) { IsBackground = true, Name = "Syncopate form" }.Start();
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // It is closed.
        }
    }

    private void Converse(Socket socket)
    {
        using NetworkStream stream = new(socket, ownsSocket: true);
        socket.NoDelay = true;
        try
        {
            using (BinaryReader hello = FormWire.Receive(stream))
            {
                if (hello.ReadString() != _token)
                    return; // A stranger; it gets no answer.
            }

            while (true)
            {
                using BinaryReader message = FormWire.Receive(stream);
                Serve(message, socket, stream);
            }
        }
        catch (IOException)
        {
            // The other side is gone.
        }
    }

    private void Serve(BinaryReader message, Socket socket, NetworkStream stream)
    {
        byte question = message.ReadByte();
        if (question == FormWire.Ask)
        {
            CallReport report = new FirstCalls(_work).Make(new TimeSpan(message.ReadInt64()));
            stream.Write(FormWire.Bytes(report.Write));
            return;
        }

        (LoadRequest request, TimeSpan timeout) = FormWire.ReadRequest(message);
        lock (_driver) // One load at a time, whoever asks.
        {
            LoadResult result = _driver.Run(request, timeout, () => IsStopped(socket));
            FormWire.Fill(_answer, to =>
            {
                FormWire.Write(to, result);
                FormWire.Write(to, _driver.Thrown);
            });
            stream.Write(_answer.GetBuffer(), 0, (int)_answer.Length);
        }
    }

    /// <summary>A byte, or the end of the connection, calls a load off.</summary>
    private static bool IsStopped(Socket socket)
    {
        byte[] stop = new byte[1];
        return socket.Poll(0, SelectMode.SelectRead) && (socket.Receive(stop) == 0 || stop[0] == FormWire.Stop);
    }
}
