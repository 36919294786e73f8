using System.Net;
using System.Net.Sockets;
using System.Threading.Channels;
using Syncopate.Load;

namespace Syncopate.ClusterBench;

/// <summary>A way to the database that takes time: this kernel has no netem.</summary>
internal sealed class DelayProxy : IDisposable
{
    private const int UserTimeout = 18; // TCP_USER_TIMEOUT
    private const int MostWaiting = 1024;

    private readonly TcpListener _listener = new(BenchNetwork.Host, 0);
    private readonly int _target;
    private readonly CancellationTokenSource _end = new();
    private int _thereMilliseconds;
    private int _backMilliseconds;

    /// <param name="target">Port of the database.</param>
    public DelayProxy(int target)
    {
        _target = target;
        _listener.Start();
        _ = AcceptAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>How long what is said takes from now on, each way.</summary>
    public void Set(int thereMilliseconds, int backMilliseconds)
    {
        Volatile.Write(ref _thereMilliseconds, thereMilliseconds);
        Volatile.Write(ref _backMilliseconds, backMilliseconds);
    }

    public void Dispose()
    {
        _end.Cancel();
        _listener.Stop();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
                _ = ServeAsync(await _listener.AcceptTcpClientAsync(_end.Token));
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            // It was ended.
        }
    }

    private async Task ServeAsync(TcpClient accepted)
    {
        using TcpClient client = accepted;
        using TcpClient server = new();
        try
        {
            // Notices a pulled cable as the database would.
            client.Client.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
            client.Client.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, 1);
            client.Client.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, 1);
            client.Client.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveRetryCount, 1);
            client.Client.SetRawSocketOption((int)SocketOptionLevel.Tcp, UserTimeout, BitConverter.GetBytes(1900));
            (client.NoDelay, server.NoDelay) = (true, true);
            await server.ConnectAsync(IPAddress.Loopback, _target, _end.Token);
            await Task.WhenAny(
                PumpAsync(client.GetStream(), server.GetStream(), () => Volatile.Read(ref _thereMilliseconds)),
                PumpAsync(server.GetStream(), client.GetStream(), () => Volatile.Read(ref _backMilliseconds)));
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or IOException)
        {
            // One side is gone; the other one hears of it as both are closed.
        }
    }

    private async Task PumpAsync(NetworkStream from, NetworkStream to, Func<int> delay)
    {
        Channel<(long Due, byte[] Bytes)> way = Channel.CreateBounded<(long, byte[])>(MostWaiting);
        Task writing = WriteAsync(way.Reader, to);
        byte[] buffer = new byte[16_384];
        try
        {
            for (int read; (read = await from.ReadAsync(buffer, _end.Token)) > 0;)
            {
                long due = TimeProvider.System.GetTimestamp() + delay() * (TimeProvider.System.TimestampFrequency / 1000);
                await way.Writer.WriteAsync((due, buffer[..read]), _end.Token);
            }
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or IOException)
        {
            // As above.
        }

        way.Writer.Complete();
        await writing;
    }

    private async Task WriteAsync(ChannelReader<(long Due, byte[] Bytes)> way, NetworkStream to)
    {
        try
        {
            await foreach ((long due, byte[] bytes) in way.ReadAllAsync(_end.Token))
            {
                if (due > TimeProvider.System.GetTimestamp())
                    await HoldAsync(due);
                await to.WriteAsync(bytes, _end.Token);
            }
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or IOException)
        {
            // As above.
        }
    }

    // A timer of the pool counts whole milliseconds by a clock of coarse ticks: a way took some milliseconds more than it was to, another
    // one each time, and what agents know of the clock would be a figure of this proxy.
    private Task HoldAsync(long due)
    {
        LoadStart instant = new();
        instant.Begin(due);
        return instant.HoldAsync(TimeProvider.System, _end.Token);
    }
}
