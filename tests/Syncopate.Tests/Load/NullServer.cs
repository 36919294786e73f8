using System.Net;
using System.Net.Sockets;
using System.Text;
using Syncopate.Load;

namespace Syncopate.Tests.Load;

/// <summary>Gives every packet the same answer, on a thread of its own for each connection, and allocates nothing meanwhile:
/// in one process with the engine, what is allocated is the engine's.</summary>
internal sealed class NullServer : IDisposable
{
    private readonly byte[] _answer = Encoding.ASCII.GetBytes(ScriptedServer.Good);
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

    public NullServer()
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(512);
        Target = new HttpTarget(new Uri($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndPoint!).Port}")); // Never null: it is bound.
        new Thread(Accept) { IsBackground = true }.Start();
    }

    public HttpTarget Target { get; }

    public void Dispose() => _listener.Dispose();

    private void Accept()
    {
        try
        {
            while (true)
                new Thread(Answer) { IsBackground = true }.Start(_listener.Accept());
        }
        catch (SocketException)
        {
            // The listener is closed.
        }
    }

    private void Answer(object? connection)
    {
        using Socket socket = (Socket)connection!; // Never null: the thread is started with it.
        byte[] buffer = new byte[1024];
        try
        {
            while (socket.Receive(buffer) > 0)
                socket.Send(_answer);
        }
        catch (SocketException)
        {
            // The client has reset the connection.
        }
    }
}
