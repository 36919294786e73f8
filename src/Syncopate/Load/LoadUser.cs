using System.Net;
using System.Net.Sockets;

namespace Syncopate.Load;

/// <summary>One user: a connection of its own, and a loop that always has exactly one request in flight on it.</summary>
internal sealed class LoadUser(IPEndPoint endPoint, ClosedLoopOptions options, TimeProvider time)
{
    private const int ReceiveBytes = 8 * 1024; // 10,000 users must fit into memory; larger answers take more reads.
    private const long Unwatched = long.MinValue;
    private const long Expired = long.MaxValue;

    // Between failures in a row; else a dead server would be asked some 50,000 times a second.
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    private readonly long _timeoutTicks = (long)(options.TotalTimeout.TotalSeconds * time.TimestampFrequency);

    // These belong to the loop.
    private readonly ResponseReader _reader = new(options.HeaderLimitBytes, options.BodyLimitBytes);
    private LoadTally _tally = new();
    private byte[] _buffer = new byte[ReceiveBytes];
    private int _filled;
    private int _number;
    private int _failuresInARow;
    private int _trace;
    private long _sent;

    // Set by the loop; closed, but never replaced, by the watchdog and by whoever stops the load.
    private volatile Socket? _socket;

    // When the loop began to wait, or one of the two marks. The loop and the watchdog settle by interlocked exchange which of them ends a request.
    private long _watched = Unwatched;

    /// <summary>Makes sure of a fresh, open connection before the timed region; says what went wrong, or null.</summary>
    public async Task<string?> OpenAsync(LoadRun run)
    {
        // Aborted when the last load was stopped; or readable while nothing was asked: the server has closed it, or sent what would be taken for the next answer.
        if (_socket is { } socket && (!socket.Connected || socket.Poll(TimeSpan.Zero, SelectMode.SelectRead)))
            Disconnect();
        _failuresInARow = 0;
        return _socket is null ? await ConnectAsync(run).ConfigureAwait(false) : null;
    }

    /// <summary>Sends as many requests as the run wants of this user. Never throws for what a server does.</summary>
    public async Task DriveAsync(LoadRun run, int number, LoadTally tally)
    {
        // Users are started by one thread, but none may wait for another.
        await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        (_number, _tally) = (number, tally);
        if (!await WaitAsync(time.GetElapsedTime(time.GetTimestamp(), run.StartOf(number)), run).ConfigureAwait(false))
            return;

        long now = time.GetTimestamp();
        tally.Start(Math.Min(now, run.StartOf(number)));
        run.Health.Enter();
        for (int sent = 0; run.Wants(sent, now); sent++)
        {
            if (_socket is not { } socket)
            {
                socket = await ReconnectAsync(run).ConfigureAwait(false);
                now = time.GetTimestamp();
                if (socket is null)
                    continue;
            }

            // The timed region: the clock read that ended the last request begins this one; End reads the clock again.
            string? lost = null;
            Begin(run, now);
            try
            {
                await socket.SendAsync(run.RequestBytes, SocketFlags.None).ConfigureAwait(false);
                while (!Accept(await socket.ReceiveAsync(_buffer.AsMemory(_filled), SocketFlags.None).ConfigureAwait(false)))
                {
                }
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                lost = NameOf(e);
            }

            now = End(run, lost);
        }

        run.Health.Leave(number);
    }

    /// <summary>Ends a wait that began too long ago. Called by the watchdog's thread.</summary>
    public void Watch(long now)
    {
        Socket? socket = _socket; // Before the exchange: after it the loop may already have another one.
        long since = Volatile.Read(ref _watched);
        bool late = since is not (Unwatched or Expired) && now - since >= _timeoutTicks;
        if (late && Interlocked.CompareExchange(ref _watched, Expired, since) == since)
            socket?.Close(0);
    }

    /// <summary>Ends any wait on the connection at once, by a reset, so that the server stops as well. Called by any thread.</summary>
    public void Abort() => _socket?.Close(0);

    /// <summary>Closes the connection as a client that is satisfied does; only while no loop runs.</summary>
    public void Disconnect()
    {
        _socket?.Dispose();
        _socket = null;
    }

    private void Begin(LoadRun run, long now)
    {
        _sent = now;
        _filled = 0;
        _reader.Start();
        _trace = run.Records(now) ? run.Traces.Claim() : -1;
        Volatile.Write(ref _watched, now);
    }

    // True when the answer is complete or given up.
    private bool Accept(int received)
    {
        if (received == 0)
        {
            _reader.End();
            return true;
        }

        _filled += received;
        int taken = _reader.Read(_buffer.AsSpan(0, _filled));
        _filled -= taken;
        if (_filled > 0)
            _buffer.AsSpan(taken, _filled).CopyTo(_buffer);
        if (_filled == _buffer.Length) // Only a line can fill it, and the reader bounds lines.
            Array.Resize(ref _buffer, 2 * _buffer.Length);
        return _reader.Done;
    }

    private long End(LoadRun run, string? lost)
    {
        long now = time.GetTimestamp();
        if (Interlocked.Exchange(ref _watched, Unwatched) == Expired)
            lost = Findings.TimedOut;
        else if (lost is not null && run.Stopping)
            return now; // Given up by us, not failed.

        _tally.Exchanged(_sent, now, _reader.BodyBytes);
        bool answered = lost is null && !_reader.Silent;
        if (answered)
            Hear(run, now);
        if ((lost ?? _reader.Finding) is not { } finding)
            Keep(run, now);
        else if (answered)
            _tally.Failed(finding);
        else
            Miss(run, finding, _sent, now);
        if (_reader.Broken)
            Abort(); // A plain close would leave a port in TIME_WAIT for each broken answer, and ports are few.
        if (lost is not null || !_reader.KeepsConnection)
            Disconnect();
        return now;
    }

    // The target lives.
    private void Hear(LoadRun run, long now)
    {
        _tally.AnsweredAt = now;
        _failuresInARow = 0;
        run.Health.Answered();
    }

    private void Keep(LoadRun run, long now)
    {
        if (!run.Records(_sent))
        {
            _tally.LeftOut();
            return;
        }

        long latencyTicks = now - _sent;
        run.Record(latencyTicks);
        _tally.Recorded(latencyTicks);
        if (_trace >= 0)
            run.Traces.Complete(_trace, _number, _sent, now, _reader.Timing);
    }

    // There was no answer, and perhaps there will be none.
    private void Miss(LoadRun run, string finding, long since, long now)
    {
        _tally.Failed(finding);
        _failuresInARow++;
        run.Miss(_number, finding, since, now);
    }

    private async Task<Socket?> ReconnectAsync(LoadRun run)
    {
        if (_failuresInARow > 1 && !await WaitAsync(Pause, run).ConfigureAwait(false))
            return null;
        long since = time.GetTimestamp();
        if (await ConnectAsync(run).ConfigureAwait(false) is { } finding && !run.Stopping)
        {
            long now = time.GetTimestamp();
            _tally.Exchanged(now, now, 0);
            Miss(run, finding, since, now);
        }

        return _socket;
    }

    // Says what went wrong; null when the connection is open.
    private async Task<string?> ConnectAsync(LoadRun run)
    {
        string? finding = null;
        try
        {
            Socket socket = new(endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            _socket = socket;
            Interlocked.Exchange(ref _watched, time.GetTimestamp());
            if (run.Stopping) // Whoever stops the load sets this first and closes sockets then: either it sees the new one, or this sees it.
                Abort();
            await socket.ConnectAsync(endPoint).ConfigureAwait(false);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            finding = NameOf(e);
        }

        if (Interlocked.Exchange(ref _watched, Unwatched) == Expired)
            finding = Findings.TimedOut;
        if (finding is not null)
            Disconnect();
        return finding;
    }

    // False when the load stops meanwhile.
    private async Task<bool> WaitAsync(TimeSpan duration, LoadRun run)
    {
        try
        {
            if (duration > TimeSpan.Zero)
                await Task.Delay(duration, time, run.StopToken).ConfigureAwait(false);
            return true;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }

    private static string NameOf(Exception exception) => exception is not SocketException socket ? Findings.ConnectionClosed : socket.SocketErrorCode switch
    {
        SocketError.ConnectionRefused => Findings.ConnectionRefused,
        SocketError.ConnectionReset or SocketError.ConnectionAborted or SocketError.Shutdown => Findings.ConnectionReset,
        SocketError.TimedOut => Findings.TimedOut,
        SocketError other => $"socket error {other}",
    };
}
