using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Syncopate.Site.Tests;

/// <summary>Stands in for FeedService and answers with the bytes it is given, right or wrong; remembers what it was asked.</summary>
internal sealed class FakeFeeds : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly ConcurrentQueue<string> _asked = new();
    private readonly ConcurrentQueue<string> _abandoned = new();
    private readonly Task _accepting;

    public FakeFeeds()
    {
        _listener.Start();
        _accepting = AcceptAsync(_stop.Token);
    }

    /// <summary>Where it listens.</summary>
    public Uri Address => new($"http://{_listener.LocalEndpoint}");

    /// <summary>Chooses the answer by the path, query included; sent as it is. Whoever sets it must not have a request under way.</summary>
    public Func<string, string> Answer { get; set; } = static _ => "";

    /// <summary>Whether the connection stays open after the answer instead of being closed.</summary>
    public bool StaysOpen { get; set; }

    /// <summary>The paths asked for, in the order of their arrival.</summary>
    public IReadOnlyList<string> Asked => [.. _asked];

    /// <summary>The paths whose client closed the connection while it was open for more of the answer.</summary>
    public IReadOnlyCollection<string> Abandoned => _abandoned;

    /// <summary>A complete answer with the given body.</summary>
    public static string Json(string body) => $"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {body.Length}\r\n\r\n{body}";

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _accepting;
        _listener.Dispose();
        _stop.Dispose();
    }

    private async Task AcceptAsync(CancellationToken cancellationToken)
    {
        List<Task> serving = new();
        try
        {
            while (true)
                serving.Add(ServeAsync(await _listener.AcceptTcpClientAsync(cancellationToken), cancellationToken));
        }
        catch (OperationCanceledException)
        {
            await Task.WhenAll(serving);
        }
    }

    private async Task ServeAsync(TcpClient client, CancellationToken cancellationToken)
    {
        using TcpClient connection = client;
        await using NetworkStream stream = client.GetStream();
        using StreamReader reader = new(stream, Encoding.ASCII);
        try
        {
            if (await reader.ReadLineAsync(cancellationToken) is not { } request)
                return;
            while (await reader.ReadLineAsync(cancellationToken) is { Length: > 0 })
            {
                // Its headers say nothing that matters here.
            }

            string path = request.Split(' ')[1];
            _asked.Enqueue(path);
            await stream.WriteAsync(Encoding.ASCII.GetBytes(Answer(path)), cancellationToken);
            if (StaysOpen)
                await AwaitEndAsync(path, reader, cancellationToken);
        }
        catch (Exception ended) when (ended is OperationCanceledException or IOException)
        {
            // The test is over, or a client went away that nobody asks about.
        }
    }

    private async Task AwaitEndAsync(string path, StreamReader reader, CancellationToken cancellationToken)
    {
        try
        {
            await reader.ReadToEndAsync(cancellationToken);
        }
        catch (IOException)
        {
            // Closed by a reset, which is as good an end as any.
        }

        _abandoned.Enqueue(path);
    }
}
