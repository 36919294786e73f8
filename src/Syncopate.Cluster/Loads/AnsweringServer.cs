using System.Net;
using System.Net.Sockets;

namespace Syncopate.Cluster.Loads;

/// <summary>A server in this process that gives every packet the same answer at once, so that the generator before it is what is measured.
/// Only this machine can reach it.</summary>
internal sealed class AnsweringServer : IDisposable
{
    private const int BufferBytes = 4096;
    private const int Waiting = 1024;

    private static readonly byte[] Answer =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\nHello, World!"u8.ToArray();

    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly CancellationTokenSource _end = new();

    public AnsweringServer()
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(Waiting);
        Ended = AcceptAsync();
    }

    /// <summary>Where it listens.</summary>
    public Uri Address => new($"http://{_listener.LocalEndPoint}");

    /// <summary>Completes when it answers nobody any more.</summary>
    public Task Ended { get; }

    public void Dispose()
    {
        _end.Cancel();
        _listener.Dispose();
    }

    private async Task AcceptAsync()
    {
        List<Task> answering = [];
        try
        {
            while (true)
                answering.Add(AnswerAsync(await _listener.AcceptAsync(_end.Token).ConfigureAwait(false)));
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            await Task.WhenAll(answering).ConfigureAwait(false);
        }
    }

    private async Task AnswerAsync(Socket socket)
    {
        using Socket own = socket;
        own.NoDelay = true;
        byte[] buffer = new byte[BufferBytes];
        try
        {
            while (await own.ReceiveAsync(buffer, _end.Token).ConfigureAwait(false) > 0)
                await own.SendAsync(Answer, _end.Token).ConfigureAwait(false);
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            // Whoever asked is gone, or we are.
        }
    }
}
