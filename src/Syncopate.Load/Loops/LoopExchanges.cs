using Syncopate.Load.Http1;
using Syncopate.Load.Tallying;

namespace Syncopate.Load.Loops;

/// <summary>The requests of one event loop: sends them, reads what comes, counts what came of it, and tells the model.
/// The loop's thread alone uses it.</summary>
/// <remarks>One clock read ends a request and begins the user's next one; nothing is allocated, locked or logged from
/// one to the other.</remarks>
internal sealed class LoopExchanges(TimeProvider time, long timeoutTicks)
{
    private const int ReceiveBytes = 64 * 1024; // One buffer for all connections stays in the processor's cache.

    private readonly LearnedAnswer _learned = new();
    private readonly byte[] _buffer = GC.AllocateUninitializedArray<byte>(ReceiveBytes, pinned: true);

    // The rest belongs to the current load.
    private LoadRun _run = null!; // Set by Use before anything else happens, as are the next two.
    private LoadTally _tally = null!; // As above.
    private byte[] _request = null!; // As above.
    private TraceParents? _parents;
    private int _parentAt; // Where the request has the value of their header.
    private RequestRing? _ring;
    private bool _marks; // Whether a request is to have a trace, kept or told, or to be drawn: few loads want that.
    private uint? _checksum; // Of the body that is expected; null for any.
    private bool _bodyless;
    private bool _keeps;
    private bool _mayRepeat;

    /// <summary>Who sends when; null while connections are opened, before and after the load.</summary>
    public ILoadModel? Model { get; set; }

    /// <summary>A request that takes so long is given up.</summary>
    public long TimeoutTicks => timeoutTicks;

    /// <summary>The time; what happens until the next reading counts as happening then.</summary>
    public long Now { get; private set; }

    /// <summary>Sends this from now on, and knows no answer to it.</summary>
    public void Use(LoadRun run, LoadTally tally, byte[] request)
    {
        _run = run;
        _tally = tally;
        _parents = run.Request.TraceParents;
        // Each loop writes other ids into it.
        _request = _parents is null ? request : [.. request];
        _parentAt = _parents is null ? 0 : RequestBytes.TraceParentIn(request);
        _ring = run.Request.Ring;
        _marks = _parents is not null || _ring is not null || run.Request.MaximumTraces > 0;
        _checksum = run.Request.BodyChecksum;
        _bodyless = run.Request.Method == "HEAD";
        _keeps = run.Request.KeepsConnections;
        _mayRepeat = _keeps && run.Request.MayBeRepeated;
        _learned.Forget();
    }

    public long ReadClock() => Now = time.GetTimestamp();

    /// <summary>Sends a request on a connection that has none in flight, or opens it first.</summary>
    public void Begin(Connection connection, long due, long now)
    {
        connection.Due = due;
        connection.Begun = now;
        connection.FirstByte = 0;
        connection.IsRepeating = false;
        connection.Unsent = _request.Length;
        _tally.Begun(now - due);
        if (_marks)
            Mark(connection);
        if (connection.State != ConnectionState.Closed)
            Send(connection);
        else if (connection.Open(now) is { } finding)
            Lose(connection, finding, now);
        else if (connection.State == ConnectionState.Idle)
            OnOpen(connection);
    }

    /// <summary>Something has happened to a connection.</summary>
    public void OnEvent(Connection connection, uint flags)
    {
        if (connection.State == ConnectionState.InFlight)
            OnInFlight(connection, flags);
        else if (connection.State == ConnectionState.Connecting)
            OnOpen(connection);
        else if (connection.State == ConnectionState.Idle)
            OnIdle(connection);
    }

    /// <summary>Gives the request up, or the opening of the connection, if that has taken too long.</summary>
    public void GiveUpWhenLate(Connection connection)
    {
        if (!connection.HasWaited(timeoutTicks, Now))
            return;
        bool isInBody = connection is { State: ConnectionState.InFlight, FirstByte: not 0, Reader.IsInBody: true };
        Lose(connection, isInBody ? Findings.EndlessBody : Findings.TimedOut, Now);
    }

    /// <summary>Counts a request that was never sent, because no connection became free in time.</summary>
    public void GiveUp(int user, long due, long now)
    {
        _tally.GivenUp(due, now);
        _run.Miss(user, Findings.TimedOut, new RequestTimes(due, now, 0, now));
    }

    // A connection of a load that marks none is unmarked from its start.
    private void Mark(Connection connection)
    {
        connection.Number = _parents?.Claim() ?? 0;
        connection.Trace = _run.Records(connection.Due) ? _run.Traces.Claim() : -1;
        connection.IsDrawn = false;
        if (_ring is not { } ring || !ring.Takes(connection.DrawnAs))
            return;
        connection.IsDrawn = true;
        ring.Begun(connection.DrawnAs, connection.Begun);
    }

    private void OnInFlight(Connection connection, uint flags)
    {
        if ((flags & (Poller.Readable | Poller.Ending)) != 0)
            Receive(connection, (flags & Poller.Ending) != 0);
        if (connection.Unsent > 0 && connection.State == ConnectionState.InFlight)
            Send(connection);
    }

    private void OnOpen(Connection connection)
    {
        string? finding = connection.EndOpening();
        long now = ReadClock();
        if (finding is null)
            _tally.Connected(now - connection.OpenedAt);
        if (Model is null)
        {
            if (finding is null)
                return;
            connection.Close();
            _run.Fail(finding, now);
            return;
        }

        // A user's connection is opened again outside of its requests, unless each has its own: else a server that
        // closes connections would look slow, not rude.
        if (_keeps && _run.Arrivals is null && !connection.IsRepeating)
        {
            _tally.Reconnected(now - connection.Begun);
            (connection.Due, connection.Begun) = (now, now);
        }

        if (finding is null)
            Send(connection);
        else
            Lose(connection, finding, now);
    }

    // Closed by the server, which is its right; or bytes that nobody asked for.
    private void OnIdle(Connection connection)
    {
        int received = connection.Receive(_buffer);
        if (received < 0 && Libc.LastError == Libc.WouldBlock)
            return;
        if (received > 0)
            _tally.Unsolicited(Findings.SurplusBytes);
        connection.Abort();
    }

    private void Send(Connection connection)
    {
        connection.State = ConnectionState.InFlight;
        // Again for the rest of a request, as others have been written between.
        _parents?.Write(connection.Number, _request.AsSpan(_parentAt));
        int before = connection.Unsent;
        string? finding = connection.Send(_request);
        _tally.Sent(before - connection.Unsent);
        if (finding is not null)
            Lose(connection, finding, ReadClock());
    }

    private void Receive(Connection connection, bool ending)
    {
        int count = connection.Receive(_buffer);
        int error = count < 0 ? Libc.LastError : 0;
        if (error == Libc.WouldBlock)
            return;
        long now = ReadClock();
        if (count < 0)
        {
            Lose(connection, Libc.FindingOf(error), now);
            return;
        }

        ReadOnlySpan<byte> received = _buffer.AsSpan(0, count);
        bool isFirst = connection.FirstByte == 0;
        if (isFirst && count > 0)
            connection.FirstByte = now;
        _tally.Received(count);
        bool mayBeLearned = isFirst && !ending && connection is { Trace: < 0, IsDrawn: false, Unsent: 0 };
        if (mayBeLearned && _learned.Is(received))
            Keep(connection, (_learned.BodyBytes, _learned.IsOther), true, now);
        else if (Read(connection, received, isFirst))
            End(connection, mayBeLearned ? received : default, ending, now);
        else if (ending || count == _buffer.Length)
            connection.Again(); // An edge is reported once, and there is more.
    }

    // True when the answer is complete or given up.
    private bool Read(Connection connection, ReadOnlySpan<byte> received, bool isFirst)
    {
        if (isFirst)
        {
            connection.Reader.Start(
                _run.Request.Expected, _bodyless, connection.Trace >= 0 || connection.IsDrawn, _checksum is not null);
        }

        if (received.Length > 0)
            return connection.Read(received);
        connection.Reader.End();
        return true;
    }

    private void End(Connection connection, ReadOnlySpan<byte> learnable, bool ending, long now)
    {
        ResponseReader reader = connection.Reader;
        bool keeps = reader.KeepsConnection && _keeps && !ending && connection.Unsent == 0;
        if (reader.Finding is not { } finding)
        {
            bool isOther = _checksum is { } checksum && reader.Checksum != checksum;
            if (keeps && learnable.Length > 0)
                _learned.Learn(learnable, reader.BodyBytes, isOther);
            Keep(connection, (reader.BodyBytes, isOther), keeps, now);
        }
        else if (reader.Silent)
        {
            Lose(connection, finding, now);
        }
        else
        {
            RequestTimes times = connection.TimesUntil(now);
            _tally.Exchanged(times, reader.BodyBytes);
            _tally.Failed(finding, times, reader.BodyBytes);
            Draw(connection, false, now);
            if (reader.Broken)
                connection.Abort(); // A plain close would leave a port in TIME_WAIT for each broken answer, and ports are few.
            Answer(connection, keeps, now);
        }
    }

    // A good answer.
    private void Keep(Connection connection, (long Bytes, bool IsOther) body, bool keeps, long now)
    {
        RequestTimes times = connection.TimesUntil(now);
        _tally.Exchanged(times, body.Bytes);
        if (body.IsOther)
            _tally.Other();
        if (_run.Records(connection.Due))
        {
            _tally.Recorded(times);
            if (connection.Trace >= 0)
                _run.Traces.Complete(connection.Trace, connection.User, connection.Begun, now, connection.Reader.Timing);
        }
        else
        {
            _tally.LeftOut(now);
        }

        Draw(connection, true, now);
        Answer(connection, keeps, now);
    }

    private void Draw(Connection connection, bool isGood, long now)
    {
        if (_ring is { } ring && connection.IsDrawn)
            ring.Ended(connection.DrawnAs, connection.Begun, now, isGood, isGood ? connection.Reader.Timing : default);
    }

    // Good or not: the target lives.
    private void Answer(Connection connection, bool keeps, long now)
    {
        _tally.AnsweredAt = now;
        connection.IsUsed = true;
        _run.Health.Answered();
        if (keeps)
            connection.State = ConnectionState.Idle;
        else
            connection.Close();
        Model!.End(connection, true, now); // Not null: before and after the load no request is in flight.
    }

    // There was no answer, and perhaps there will be none.
    private void Lose(Connection connection, string finding, long now)
    {
        bool isTimeout = Findings.IsTimeout(finding);
        if (MayRepeat(connection, finding))
        {
            Repeat(connection, now);
            return;
        }

        if (isTimeout)
            connection.Abort();
        else
            connection.Close();
        if (Model is null)
        {
            _run.Fail(finding, now); // While connections are opened.
            return;
        }

        if (_run.Stopping && !isTimeout)
            return; // Given up by us, not failed.
        RequestTimes times = connection.TimesUntil(now);
        // Until something comes of an answer the reader is at the one before: to tell it of each request would fetch its memory.
        long bodyBytes = connection.FirstByte == 0 ? 0 : connection.Reader.BodyBytes;
        _tally.Exchanged(times, bodyBytes);
        _tally.Failed(finding, times, bodyBytes);
        Draw(connection, false, now);
        _run.Miss(connection.User, finding, times);
        Model.End(connection, false, now);
    }

    // A server may close a connection that it has kept for long enough, also while a request is on its way to it; a
    // client sends that request once more (RFC 9112, 9.3.1).
    private bool MayRepeat(Connection connection, string finding) =>
        _mayRepeat && Model is not null && !_run.Stopping && connection is { IsUsed: true, IsRepeating: false, FirstByte: 0 }
        && finding is Findings.ConnectionClosed or Findings.ConnectionReset;

    private void Repeat(Connection connection, long now)
    {
        connection.Close();
        connection.IsRepeating = true;
        connection.Unsent = _request.Length;
        _tally.Reopened();
        if (connection.Open(now) is { } finding)
            Lose(connection, finding, now);
        else if (connection.State == ConnectionState.Idle)
            OnOpen(connection);
    }
}
