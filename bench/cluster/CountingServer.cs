using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Syncopate.ClusterBench;

/// <summary>The target: answers each request, at once or after a wait, and counts by who asked. It is the only witness that is no part of
/// what is measured.</summary>
internal sealed class CountingServer : IDisposable
{
    private static readonly byte[] Answer = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok"u8.ToArray();
    private static readonly byte[] End = "\r\n\r\n"u8.ToArray();

    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly CancellationTokenSource _end = new();
    private readonly ConcurrentDictionary<IPAddress, Witness> _seen = new();
    private long _number;

    public CountingServer(IPAddress address)
    {
        _listener.Bind(new IPEndPoint(address, 0));
        _listener.Listen(512);
        _ = AcceptAsync();
    }

    public Uri Address => new($"http://{_listener.LocalEndPoint}");

    /// <summary>How long the answer to the n-th request takes; at once when not given.</summary>
    public Func<long, TimeSpan>? Wait { get; set; }

    /// <summary>How long the answer to a path takes, beside <see cref="Wait"/>; at once when not given.</summary>
    public Func<string, TimeSpan>? WaitOf { get; set; }

    /// <summary>Forgets what was asked so far.</summary>
    public void Begin()
    {
        _seen.Clear();
        Interlocked.Exchange(ref _number, 0);
    }

    /// <summary>Requests of an address since then.</summary>
    public long Asked(IPAddress address) => _seen.TryGetValue(address, out Witness? witness) ? Interlocked.Read(ref witness.Count) : 0;

    /// <summary>When the first of them came; null when none did.</summary>
    public long? First(IPAddress address) => _seen.TryGetValue(address, out Witness? witness) ? Interlocked.Read(ref witness.First) : null;

    public void Dispose()
    {
        _end.Cancel();
        _listener.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
                _ = AnswerAsync(await _listener.AcceptAsync(_end.Token));
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            // It was ended.
        }
    }

    private async Task AnswerAsync(Socket socket)
    {
        using Socket own = socket;
        own.NoDelay = true;
        byte[] buffer = new byte[8192];
        IPAddress who = ((IPEndPoint?)own.RemoteEndPoint)?.Address ?? IPAddress.None;
        try
        {
            for (int read; (read = await own.ReceiveAsync(buffer, _end.Token)) > 0;)
            {
                long now = TimeProvider.System.GetTimestamp();
                // A user of the load waits for its answer: what is received ends with the end of one request.
                if (!buffer.AsSpan(0, read).EndsWith(End))
                    continue;
                Interlocked.Increment(ref _seen.GetOrAdd(who, _ => new Witness { First = now }).Count);
                if (Wait is { } wait)
                    await Task.Delay(wait(Interlocked.Increment(ref _number)), _end.Token);
                if (WaitOf is { } waitOf)
                    await Task.Delay(waitOf(PathOf(buffer.AsSpan(0, read))), _end.Token);
                await own.SendAsync(Answer, _end.Token);
            }
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            // Whoever asked is gone, or we are.
        }
    }

    // "GET /path HTTP/1.1": the second word.
    private static string PathOf(ReadOnlySpan<byte> request)
    {
        ReadOnlySpan<byte> rest = request[(request.IndexOf((byte)' ') + 1)..];
        int end = rest.IndexOf((byte)' ');
        return Encoding.ASCII.GetString(end < 0 ? rest : rest[..end]);
    }

    private sealed class Witness
    {
        public long Count;
        public long First;
    }
}
