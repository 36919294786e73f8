using System.Buffers.Binary;
using System.Net;

namespace Syncopate.Load.Http1;

/// <summary>A connection of an event loop, reopened as often as needed, and the request that is in flight on it. The
/// loop's thread alone uses it.</summary>
/// <remarks>A plain descriptor, not a SafeHandle: one connection a request must not allocate either. The loop opens and
/// closes all of them, the last time when it is disposed.</remarks>
internal sealed unsafe class Connection(int index, Poller poller, SocketAddress address, LoadOptions options)
{
    private int _descriptor = -1;
    private uint _opened;
    // From the start, for a line or two: the first answer that comes in pieces may come in the timed region.
    private byte[] _spill = new byte[256];
    private int _spilled;

    public ConnectionState State { get; set; }

    /// <summary>Tells this connection's events from those of its predecessors, of which one may still be waiting to be looked at.</summary>
    public long Token => (long)_opened << 32 | (uint)index;

    public ResponseReader Reader { get; } = new(options.HeaderLimitBytes, options.BodyLimitBytes);

    /// <summary>From 0, among the connections of its loop.</summary>
    public int Place => index;

    /// <summary>Number of its user, as failures and traces name it.</summary>
    public int User { get; set; }

    /// <summary>As whose its request is drawn: its user's, or at a rate that of a number which requests have in turn.</summary>
    public int DrawnAs { get; set; }

    /// <summary>When it began to open.</summary>
    public long OpenedAt { get; set; }

    /// <summary>See <see cref="RequestTimes"/>.</summary>
    public long Due { get; set; }

    /// <summary>See <see cref="RequestTimes"/>.</summary>
    public long Begun { get; set; }

    /// <summary>See <see cref="RequestTimes"/>; 0 until it came.</summary>
    public long FirstByte { get; set; }

    /// <summary>Bytes of the request that the kernel has not taken yet.</summary>
    public int Unsent { get; set; }

    /// <summary>Whether it has carried an answer since it was opened.</summary>
    public bool IsUsed { get; set; }

    /// <summary>Whether its request was sent once before, on a connection that the server closed.</summary>
    public bool IsRepeating { get; set; }

    /// <summary>Place of its trace; -1 for none.</summary>
    public int Trace { get; set; }

    /// <summary>Whether what its request does is taken down to be drawn.</summary>
    public bool IsDrawn { get; set; }

    /// <summary>Number of the request's trace; 0 for none.</summary>
    public long Number { get; set; }

    /// <summary>Its requests have no trace and are not drawn, until one is marked again.</summary>
    public void Unmark() => (Trace, IsDrawn, Number) = (-1, false, 0);

    /// <summary>The moments of a request that ends now.</summary>
    public RequestTimes TimesUntil(long now) => new(Due, Begun, FirstByte, now, Number);

    /// <summary>Whether its answer, or its opening, takes so long already.</summary>
    public bool HasWaited(long ticks, long now) => State switch
    {
        ConnectionState.InFlight => now - Due >= ticks,
        ConnectionState.Connecting => now - OpenedAt >= ticks,
        _ => false,
    };

    /// <summary>Begins to open; says what went wrong, or null. It may be open at once.</summary>
    public string? Open(long now)
    {
        ReadOnlySpan<byte> native = address.Buffer.Span[..address.Size];
        int family = BinaryPrimitives.ReadUInt16LittleEndian(native); // The buffer holds a struct sockaddr.
        OpenedAt = now;
        _spilled = 0;
        IsUsed = false;
        _opened++;
        _descriptor = Libc.Socket(family, Libc.StreamSocket, 0);
        if (_descriptor < 0)
            return Libc.FindingOf(Libc.LastError);
        int on = 1;
        _ = Libc.SetSocketOption(_descriptor, Libc.ProtocolTcp, Libc.NoDelay, &on, sizeof(int));
        fixed (byte* bytes = native)
        {
            State = Libc.Connect(_descriptor, bytes, (uint)native.Length) == 0 ? ConnectionState.Idle : ConnectionState.Connecting;
        }

        string? finding = State == ConnectionState.Connecting && Libc.LastError is var error and not Libc.InProgress
            ? Libc.FindingOf(error)
            : null;
        if (finding is null)
            poller.Register(_descriptor, Token);
        else
            Close();
        return finding;
    }

    /// <summary>Ends the opening after an event; says what went wrong, or null.</summary>
    public string? EndOpening()
    {
        int error = 0;
        uint bytes = sizeof(int);
        _ = Libc.GetSocketOption(_descriptor, Libc.SocketLevel, Libc.SocketError, &error, &bytes);
        if (error == 0)
            State = ConnectionState.Idle;
        return error == 0 ? null : Libc.FindingOf(error);
    }

    /// <summary>Gives the kernel what it takes of the rest of a request; says what went wrong, or null.</summary>
    public string? Send(ReadOnlySpan<byte> request)
    {
        fixed (byte* bytes = request)
        {
            nint sent = Libc.Send(_descriptor, bytes + request.Length - Unsent, Unsent, Libc.DontWait | Libc.NoSignal);
            if (sent >= 0)
                Unsent -= (int)sent;
            return sent < 0 && Libc.LastError is var error and not Libc.WouldBlock ? Libc.FindingOf(error) : null;
        }
    }

    /// <summary>Bytes received; 0 at the end of all bytes; less when there are none yet or the connection is broken:
    /// see <see cref="Libc.LastError"/>.</summary>
    public int Receive(Span<byte> buffer)
    {
        fixed (byte* bytes = buffer)
            return (int)Libc.Receive(_descriptor, bytes, buffer.Length, Libc.DontWait);
    }

    /// <summary>Reads what was received, together with what was left of the last time; true when the answer is complete
    /// or given up.</summary>
    public bool Read(ReadOnlySpan<byte> received)
    {
        if (_spilled > 0)
        {
            Spill(received);
            received = _spill.AsSpan(0, _spilled);
        }

        int taken = Reader.Read(received);
        _spilled = 0;
        if (!Reader.Done && taken < received.Length)
            Spill(received[taken..]);
        return Reader.Done;
    }

    /// <summary>False when the server has closed it, or sent what would be taken for the next answer.</summary>
    public bool IsFresh()
    {
        byte one;
        return Libc.Receive(_descriptor, &one, 1, Libc.DontWait | Libc.Peek) < 0 && Libc.LastError == Libc.WouldBlock;
    }

    /// <summary>Has its event reported once more.</summary>
    public void Again() => poller.Again(_descriptor, Token);

    /// <summary>Closes it, if it is open, as a client does that is satisfied.</summary>
    public void Close()
    {
        if (_descriptor >= 0)
            _ = Libc.Close(_descriptor);
        _descriptor = -1;
        State = ConnectionState.Closed;
    }

    /// <summary>Closes it by a reset: the server stops at once, and no port is left in TIME_WAIT.</summary>
    public void Abort()
    {
        long onWithoutWait = 1; // struct linger: int l_onoff = 1, int l_linger = 0.
        if (_descriptor >= 0)
            _ = Libc.SetSocketOption(_descriptor, Libc.SocketLevel, Libc.Linger, &onWithoutWait, sizeof(long));
        Close();
    }

    // Only a line can be left, and the reader bounds lines.
    private void Spill(ReadOnlySpan<byte> bytes)
    {
        if (_spill.Length < _spilled + bytes.Length)
        {
            byte[] larger = new byte[2 * (_spilled + bytes.Length)];
            _spill.AsSpan(0, _spilled).CopyTo(larger);
            _spill = larger;
        }

        bytes.CopyTo(_spill.AsSpan(_spilled));
        _spilled += bytes.Length;
    }
}

/// <summary>What a connection is at.</summary>
internal enum ConnectionState
{
    /// <summary>Not there, or not any more.</summary>
    Closed,

    /// <summary>Its handshake is under way.</summary>
    Connecting,

    /// <summary>Open, without a request.</summary>
    Idle,

    /// <summary>A request was sent, and its answer is not complete.</summary>
    InFlight,
}
