using System.Net.Sockets;
using Syncopate.Load;

namespace Syncopate.Children;

/// <summary>Has a process call its form: what a load over HTTP is for a server.</summary>
/// <param name="target">Where the process listens.</param>
/// <param name="token">What it wants to hear first.</param>
/// <param name="timeout">How long a call may take.</param>
internal sealed class FormEngine(HttpTarget target, string token, TimeSpan timeout) : ILoadEngine
{
    private NetworkStream? _stream;

    /// <summary>Takes what the form throws under load.</summary>
    public ThrownUnderLoad Thrown { get; init; } = new();

    /// <inheritdoc/>
    public string Name => "calls inside the process";

    /// <summary>Zeros: what is called says when it is done.</summary>
    public LoadProgress Progress => default;

    /// <inheritdoc/>
    public async Task<LoadResult> RunAsync(LoadRequest request, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        try
        {
            NetworkStream stream = await OpenAsync().ConfigureAwait(false);
            await FormWire.SendAsync(stream, to => WriteDrive(to, request), CancellationToken.None).ConfigureAwait(false);
            using CancellationTokenRegistration stop = cancellationToken.UnsafeRegister(
                static state => ((NetworkStream)state!).WriteByte(FormWire.Stop), stream); // Never null: the stream is the state.
            using BinaryReader answer = await FormWire.ReceiveAsync(stream, CancellationToken.None).ConfigureAwait(false);
            LoadResult result = FormWire.ReadResult(answer);
            Thrown.Take(FormWire.ReadThrown(answer));
            // The word to stop may have met the answer on its way, and would be read as the next question.
            if (cancellationToken.IsCancellationRequested)
                Dispose();
            return result;
        }
        catch (Exception e) when (e is IOException or SocketException or ObjectDisposedException)
        {
            Dispose();
            return LostResult.Of(e.Message);
        }
    }

    /// <summary>One answer of the form, before anything is measured.</summary>
    /// <exception cref="IOException">The process is gone.</exception>
    /// <exception cref="SocketException">It cannot be reached.</exception>
    public async Task<CallReport> AskAsync(CancellationToken cancellationToken)
    {
        NetworkStream stream = await OpenAsync().ConfigureAwait(false);
        await FormWire.SendAsync(stream, WriteAsk, cancellationToken).ConfigureAwait(false);
        using BinaryReader answer = await FormWire.ReceiveAsync(stream, cancellationToken).ConfigureAwait(false);
        return CallReport.Read(answer);
    }

    /// <summary>Closes the connection.</summary>
    public void Dispose()
    {
        _stream?.Dispose();
        _stream = null;
    }

    private async Task<NetworkStream> OpenAsync()
    {
        if (_stream is { } open)
            return open;
        Socket socket = new(target.EndPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(target.EndPoint).ConfigureAwait(false);
            NetworkStream stream = new(socket, ownsSocket: true);
            await FormWire.SendAsync(stream, to => to.Write(token), CancellationToken.None).ConfigureAwait(false);
            return _stream = stream;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private void WriteAsk(BinaryWriter to)
    {
        to.Write(FormWire.Ask);
        to.Write(timeout.Ticks);
    }

    private void WriteDrive(BinaryWriter to, LoadRequest request)
    {
        to.Write(FormWire.Drive);
        FormWire.Write(to, request, timeout);
    }
}
