using System.Globalization;
using System.Net.Sockets;
using System.Text;
using SampleSite.Hosting;

namespace SampleSite.Delays;

/// <summary>Asks the slow service by a socket of its own, and reads its answer, in both forms. Any thread may call.</summary>
public sealed class SlowSocket(SiteSettings settings)
{
    private const int Room = 4096;

    /// <summary>Bytes of the answer.</summary>
    public int Receive(int milliseconds)
    {
        using Socket socket = new(SocketType.Stream, ProtocolType.Tcp) { ReceiveTimeout = (int)settings.FeedTimeout.TotalMilliseconds + milliseconds };
        socket.Connect(settings.FeedsUrl.Host, settings.FeedsUrl.Port);
        socket.Send(Request(milliseconds));
        var (buffer, bytes) = (new byte[Room], 0);
        while (socket.Receive(buffer) is var received and > 0)
            bytes += received;
        return bytes;
    }

    /// <summary>The same; the token ends the wait.</summary>
    public async Task<int> ReceiveAsync(int milliseconds, CancellationToken token)
    {
        using Socket socket = new(SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(settings.FeedsUrl.Host, settings.FeedsUrl.Port, token);
        await socket.SendAsync(Request(milliseconds), token);
        var (buffer, bytes) = (new byte[Room], 0);
        while (await socket.ReceiveAsync(buffer, token) is var received and > 0)
            bytes += received;
        return bytes;
    }

    private byte[] Request(int milliseconds) => Encoding.ASCII.GetBytes(string.Create(
        CultureInfo.InvariantCulture,
        $"GET /slow/one?delay={milliseconds} HTTP/1.1\r\nHost: {settings.FeedsUrl.Authority}\r\nConnection: close\r\n\r\n"));
}
