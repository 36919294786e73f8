using System.Net;

namespace Syncopate.Load;

/// <summary>One thread that drives many connections at once: it waits for all of them together and deals with each as soon as something comes.
/// Connections stay open from one load to the next.</summary>
/// <remarks>Two system calls a request, send and receive, and one wait for as many answers as there are. One clock read ends a request and begins the user's next one;
/// nothing is allocated, locked or logged from one to the other.</remarks>
internal sealed class EventLoop : IDisposable
{
    private const int ReceiveBytes = 64 * 1024; // One buffer for all connections stays in the processor's cache.
    private const int MostOpeningAtOnce = 128; // Kestrel's accept queue holds 512; what overflows it is tried again after a second.

    // A request is given up at most this much after its timeout.
    private static readonly TimeSpan LongestSweepPeriod = TimeSpan.FromMilliseconds(250);

    private readonly TimeProvider _time;
    private readonly long _sweepTicks;
    private readonly Poller _poller = new();
    private readonly LoopWait _wait;
    private readonly LearnedAnswer _learned = new();
    private readonly byte[] _buffer = GC.AllocateUninitializedArray<byte>(ReceiveBytes, pinned: true);
    private readonly LoopConnections _connections;

    // The rest belongs to the current load; only its thread touches it.
    private LoadRun _run = null!; // Set before the thread starts, as are the next two.
    private LoadTally _tally = null!; // As above.
    private byte[] _request = null!; // As above.
    private ILoadModel? _model; // Null while connections are opened, before and after the load.
    private bool _bodyless;
    private bool _keeps;
    private long _now;
    private long _sweepAt;

    /// <param name="number">From 0, among the loops of the engine.</param>
    /// <param name="endPoint">The server.</param>
    /// <param name="options">Bounds of an answer.</param>
    /// <param name="time">The clock.</param>
    public EventLoop(int number, IPEndPoint endPoint, LoadOptions options, TimeProvider time)
    {
        Number = number;
        _time = time;
        _wait = new LoopWait(_poller, time);
        _connections = new LoopConnections(endPoint, _poller, options);
        TimeoutTicks = (long)(options.TotalTimeout.TotalSeconds * time.TimestampFrequency);
        _sweepTicks = Math.Min(TimeoutTicks / 4, (long)(LongestSweepPeriod.TotalSeconds * time.TimestampFrequency));
    }

    /// <summary>From 0, among the loops of the engine.</summary>
    public int Number { get; }

    public long TimeoutTicks { get; }

    /// <summary>Drives its share of a load on a thread of its own; the task ends with the thread.</summary>
    /// <param name="run">The load.</param>
    /// <param name="request">As it is sent.</param>
    /// <param name="start">Where all loops wait for each other when their connections are open.</param>
    public Task<ThreadUse> DriveAsync(LoadRun run, byte[] request, Barrier start)
    {
        _run = run;
        _tally = run.Tallies[Number];
        _request = request;
        // A task with a thread of its own: an exception, which can only be a mistake of ours, reaches whoever awaits it.
        Task<ThreadUse> driving = new(() => RunThread(start), CancellationToken.None, TaskCreationOptions.LongRunning);
        driving.Start(TaskScheduler.Default);
        return driving;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _connections.Dispose();
        _wait.Dispose();
        _poller.Dispose();
    }

    /// <summary>The time; what happens until the next one counts as happening then.</summary>
    public long ReadClock() => _now = _time.GetTimestamp();

    /// <summary>Sends a request on a connection that has none in flight, or opens it first.</summary>
    public void Begin(Connection connection, long due, long now)
    {
        connection.Due = due;
        connection.Begun = now;
        connection.FirstByte = 0;
        connection.Unsent = _request.Length;
        connection.Trace = _run.Records(due) ? _run.Traces.Claim() : -1;
        _tally.Begun(now - due);
        if (connection.State != ConnectionState.Closed)
            Send(connection);
        else if (connection.Open(now) is { } finding)
            Lose(connection, finding, now);
        else if (connection.State == ConnectionState.Idle)
            OnOpen(connection);
    }

    /// <summary>Counts a request that was never sent, because no connection became free in time.</summary>
    public void GiveUp(long due, long now)
    {
        _tally.Exchanged(new RequestTimes(due, now, now, now), 0);
        _tally.Failed(Findings.TimedOut);
        _run.Miss(Number, Findings.TimedOut, due, now);
    }

    private ThreadUse RunThread(Barrier start)
    {
        using CancellationTokenRegistration stop = _run.StopToken.UnsafeRegister(static poller => ((Poller)poller!).Wake(), _poller); // Never null: the poller is the state.
        Prepare();
        ILoadModel model = NewModel();
        try
        {
            Open();
            start.SignalAndWait(CancellationToken.None);
        }
        finally
        {
            start.RemoveParticipant(); // Or a mistake in one loop would leave the others waiting.
        }

        ThreadUse use = ThreadUse.Of(() => Drive(model), _time);
        Close();
        return use;
    }

    // The timed region.
    private void Drive(ILoadModel model)
    {
        _model = model;
        model.Start(ReadClock());
        while (!model.IsDone && !_run.Stopping)
            Turn(model.NextDue);
        model.Finish();
        _model = null;
    }

    private void Prepare()
    {
        _ = Libc.ControlProcess(Libc.SetTimerSlack, 1, 0, 0, 0); // Else waits end up to 50 us late, to be bundled with others.
        _bodyless = _run.Request.Method == "HEAD";
        _keeps = _run.Request.KeepsConnections;
        _learned.Forget();
        int share = (_run.Request.Shape.MaximumUsers - Number + _run.Loops - 1) / _run.Loops; // Users are dealt out like cards; so are connections of an open loop.
        _connections.Use(share, Number, _run.Loops);
        _sweepAt = ReadClock() + _sweepTicks;
    }

    private ILoadModel NewModel() => _run.Arrivals is { } arrivals
        ? new OpenModel(this, _run, _tally, arrivals, _connections.Active)
        : new ClosedModel(this, _run, _tally, _connections.Active);

    /// <summary>Opens the connections that are not open yet. One that cannot be opened ends the load: a server that is not there has nothing to be measured.</summary>
    private void Open()
    {
        // At a rate, as many as a pause of one second needs: opened in the middle of such a pause they would wait for the server's accept queue.
        double wanted = _run.Request.Shape is Arrivals arrivals ? Math.Max(arrivals.FromPerSecond, arrivals.ToPerSecond) : double.MaxValue;
        int count = _keeps ? (int)Math.Min(_connections.Active.Count, Math.Ceiling(wanted / _run.Loops)) : 0;
        for (int place = 0; place < count && !_run.Stopping; place++)
        {
            Connection connection = _connections.Active[place];
            if (connection.State == ConnectionState.Idle && !connection.IsFresh())
                connection.Close();
            if (connection.State == ConnectionState.Closed && connection.Open(ReadClock()) is { } finding)
                _run.Fail(finding, _now);
            while (_connections.Opening >= MostOpeningAtOnce && !_run.Stopping)
                Turn(long.MaxValue);
        }

        while (_connections.Opening > 0 && !_run.Stopping)
            Turn(long.MaxValue);
    }

    // For the next load; and a server that died under the last requests is found dead here.
    private void Close()
    {
        if (!_run.Stopping)
            Open();
        _connections.Abandon();
    }

    /// <summary>Waits until something comes or is due, and deals with it.</summary>
    private void Turn(long due)
    {
        bool isTimed = due < _sweepAt; // Else nothing depends on the exact time, and the clock need not be read.
        if (isTimed)
            ReadClock();
        int ready = _wait.Until(Math.Min(due, _sweepAt), _now);
        for (int place = 0; place < ready; place++)
        {
            long token = _poller.TokenAt(place);
            if (token == Poller.Wakened)
                ReadClock();
            else if (_connections.Of(token) is { } connection)
                OnEvent(connection, _poller.FlagsAt(place));
        }

        if (isTimed || ready == 0)
            ReadClock();
        if (_now >= _sweepAt)
            Sweep();
        if (_model is { } model && model.NextDue <= _now)
            model.Advance(_now);
    }

    private void OnEvent(Connection connection, uint flags)
    {
        if (connection.State == ConnectionState.InFlight)
            OnInFlight(connection, flags);
        else if (connection.State == ConnectionState.Connecting)
            OnOpen(connection);
        else if (connection.State == ConnectionState.Idle)
            OnIdle(connection);
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
        if (_model is null)
        {
            if (finding is null)
                return;
            connection.Close();
            _run.Fail(finding, now);
            return;
        }

        // A user's connection is opened again outside of its requests, unless each has its own: else a server that closes connections would look slow, not rude.
        if (_keeps && _run.Arrivals is null)
            (connection.Due, connection.Begun) = (now, now);
        if (finding is null)
            Send(connection);
        else
            Lose(connection, finding, now);
    }

    // Closed by the server, which is its right; or bytes that nobody asked for.
    private void OnIdle(Connection connection)
    {
        int received = connection.Receive(_buffer);
        if (received < 0 && Libc.LastError is Libc.WouldBlock or Libc.Interrupted)
            return;
        if (received > 0)
            _tally.Failed(Findings.SurplusBytes);
        connection.Abort();
    }

    private void Send(Connection connection)
    {
        if (connection.State != ConnectionState.InFlight)
        {
            connection.State = ConnectionState.InFlight;
            connection.Reader.Await();
        }

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
        if (error is Libc.WouldBlock or Libc.Interrupted)
            return;
        long now = ReadClock();
        if (count < 0)
        {
            Lose(connection, Libc.FindingOf(error), now);
            return;
        }

        ReadOnlySpan<byte> received = _buffer.AsSpan(0, count);
        bool isFirst = connection.FirstByte == 0;
        if (isFirst)
            connection.FirstByte = now;
        _tally.Received(count);
        bool mayBeLearned = isFirst && !ending && connection.Trace < 0 && connection.Unsent == 0;
        if (mayBeLearned && _learned.Is(received))
            Keep(connection, _learned.BodyBytes, true, now);
        else if (Read(connection, received, isFirst))
            End(connection, mayBeLearned ? received : default, ending, now);
        else if (ending || count == _buffer.Length)
            connection.Again(); // An edge is told of once, and there is more.
    }

    // True when the answer is complete or given up.
    private bool Read(Connection connection, ReadOnlySpan<byte> received, bool isFirst)
    {
        if (isFirst)
            connection.Reader.Start(_bodyless, connection.Trace >= 0);
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
            if (keeps && learnable.Length > 0)
                _learned.Learn(learnable, reader.BodyBytes);
            Keep(connection, reader.BodyBytes, keeps, now);
        }
        else if (reader.Silent)
        {
            Lose(connection, finding, now);
        }
        else
        {
            _tally.Exchanged(connection.TimesUntil(now), reader.BodyBytes);
            _tally.Failed(finding);
            if (reader.Broken)
                connection.Abort(); // A plain close would leave a port in TIME_WAIT for each broken answer, and ports are few.
            Answer(connection, keeps, now);
        }
    }

    // A good answer.
    private void Keep(Connection connection, long bodyBytes, bool keeps, long now)
    {
        RequestTimes times = connection.TimesUntil(now);
        _tally.Exchanged(times, bodyBytes);
        if (_run.Records(connection.Due))
        {
            _tally.Recorded(times);
            if (connection.Trace >= 0)
                _run.Traces.Complete(connection.Trace, connection.User, connection.Begun, now, connection.Reader.Timing);
        }
        else
        {
            _tally.LeftOut();
        }

        Answer(connection, keeps, now);
    }

    // Good or not: the target lives.
    private void Answer(Connection connection, bool keeps, long now)
    {
        _tally.AnsweredAt = now;
        _run.Health.Answered();
        if (keeps)
            connection.State = ConnectionState.Idle;
        else
            connection.Close();
        _model?.End(connection, true, now);
    }

    // There was no answer, and perhaps there will be none.
    private void Lose(Connection connection, string finding, long now)
    {
        bool isTimeout = finding == Findings.TimedOut;
        if (isTimeout)
            connection.Abort();
        else
            connection.Close();
        if (_model is null)
        {
            _run.Fail(finding, now); // While connections are opened.
            return;
        }

        if (_run.Stopping && !isTimeout)
            return; // Given up by us, not failed.
        _tally.Exchanged(connection.TimesUntil(now), connection.Reader.BodyBytes);
        _tally.Failed(finding);
        _run.Miss(connection.User, finding, connection.Due, now);
        _model.End(connection, false, now);
    }

    /// <summary>Gives up what has waited too long.</summary>
    private void Sweep()
    {
        for (int place = 0; place < _connections.Active.Count; place++)
        {
            if (_connections.Active[place] is var connection && connection.HasWaited(TimeoutTicks, _now))
                Lose(connection, Findings.TimedOut, _now);
        }

        _model?.Advance(_now); // What waits for a connection may have waited too long as well.
        _sweepAt = _now + _sweepTicks;
    }
}
