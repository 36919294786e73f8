namespace Syncopate.Load.Tallying;

/// <summary>What one thread of the generator counts in one load: on a page for each interval, if intervals are wanted,
/// so that a finished page can be read while the next one is written.</summary>
/// <remarks>One writer at a time. It alone turns the page, between two entries, once it has been asked to; so that an
/// entry takes no lock and every entry is on exactly one page.</remarks>
internal sealed class LoadTally
{
    private const int Writing = 0;
    private const int Asked = 1;
    private const int Retired = 2;

    private readonly double _nanosecondsPerTick;
    private readonly bool _isOpen;
    private readonly LoadPage? _first; // Null when there is one page only.
    private readonly LoadPage? _second; // As above.
    private LoadPage _page; // The writer's, until it has retired.
    private int _state; // Interlocked where both sides may change it: the writer turns or retires, the reader asks.
    private long _answers;
    private long _errors;
    private long _inFlight;
    private long _answeredAt = long.MinValue / 2; // Half, so that the time since then does not overflow.

    /// <param name="newPage">Makes one.</param>
    /// <param name="isOpen">Whether requests are due at a rate: only then do due, begun and sent differ.</param>
    /// <param name="turns">Whether intervals are wanted.</param>
    /// <param name="nanosecondsPerTick">Of the clock.</param>
    public LoadTally(Func<LoadPage> newPage, bool isOpen, bool turns, double nanosecondsPerTick)
    {
        _isOpen = isOpen;
        _nanosecondsPerTick = nanosecondsPerTick;
        _page = newPage();
        _first = turns ? _page : null;
        _second = turns ? newPage() : null;
    }

    /// <summary>Good answers, discarded ones included; may be read at any time.</summary>
    public long Answers => Volatile.Read(ref _answers);

    /// <summary>Failed requests; may be read at any time.</summary>
    public long Errors => Volatile.Read(ref _errors);

    /// <summary>Requests begun here less requests ended here, which may have been begun elsewhere; may be read at any time.</summary>
    public long InFlight => Volatile.Read(ref _inFlight);

    /// <summary>When the last answer came, good or not; long ago before the first. May be read at any time.</summary>
    public long AnsweredAt
    {
        get => Volatile.Read(ref _answeredAt);
        set => Volatile.Write(ref _answeredAt, value);
    }

    /// <summary>When the time of the load is over; set before its first request.</summary>
    public long AskedEnd { get; set; } = long.MaxValue;

    /// <summary>The page that is being written; to be read by others only when the writer has ended.</summary>
    public LoadPage Page => _page;

    /// <summary>The page before that, for the reader to take what is on it, and to clear it before it asks again.</summary>
    public LoadPage FinishedPage => (_page == _first ? _second : _first)!; // Not null: only a tally that turns is asked.

    /// <summary>True when the page that was asked for is finished.</summary>
    public bool HasTurned => Volatile.Read(ref _state) != Asked;

    /// <summary>The reader asks for the page; the writer turns it soon. A writer that has ended does not any more.</summary>
    public void Ask()
    {
        if (Interlocked.CompareExchange(ref _state, Asked, Writing) == Retired)
            _page = FinishedPage;
    }

    /// <summary>The writer is between two entries, and turns the page if that has been asked for.</summary>
    public void TurnWhenAsked()
    {
        if (Volatile.Read(ref _state) != Asked)
            return;
        _page = FinishedPage;
        Volatile.Write(ref _state, Writing);
    }

    /// <summary>The writer has ended.</summary>
    public void Retire()
    {
        TurnWhenAsked();
        if (Interlocked.Exchange(ref _state, Retired) == Asked)
            _page = FinishedPage;
    }

    public void Connected(long ticks) => _page.Connects.Record(ToNanoseconds(ticks));

    /// <summary>A request was due so long ago and is begun now.</summary>
    public void Begun(long lateTicks)
    {
        _page.Lateness?.Record(ToNanoseconds(lateTicks));
        _page.Started++;
        Volatile.Write(ref _inFlight, _inFlight + 1);
    }

    /// <summary>A request was due when no more could be in flight.</summary>
    public void Overflow() => _page.Overflowed++;

    public void Sent(long bytes) => _page.SentBytes += bytes;

    public void Received(long bytes) => _page.ReceivedBytes += bytes;

    /// <summary>A user should have had requests in flight for so long.</summary>
    public void Active(long ticks) => _page.ActiveTicks += ticks;

    /// <summary>A user thinks for so long.</summary>
    public void Thinks(long ticks) => _page.ThinkTicks += ticks;

    /// <summary>A request in flight is sent once more, on a new connection; or has been, more than once.</summary>
    public void Reopened(int times = 1) => _page.Reopened += times;

    /// <summary>A request ended, well or not.</summary>
    public void Exchanged(in RequestTimes times, long bodyBytes)
    {
        _page.InFlightTicks += times.End - times.Begun;
        _page.BodyBytes += bodyBytes;
        Volatile.Write(ref _inFlight, _inFlight - 1);
        Ended(times.Due, times.End);
    }

    /// <summary>A request ended that was never begun.</summary>
    public void GivenUp(long due, long now)
    {
        _page.Started++;
        Ended(due, now);
        Failed(Findings.TimedOut, now);
    }

    public void Recorded(in RequestTimes times, int step = 0)
    {
        LoadPage page = _page;
        long latency = times.End - times.Due;
        page.LatencyTicks += latency;
        page.Latencies.Record(ToNanoseconds(latency));
        if (page.Steps.Count > 0)
            page.Steps[step].Record(ToNanoseconds(latency));
        page.FirstBytes.Record(ToNanoseconds(times.FirstByte - times.Begun));
        page.Services?.Record(ToNanoseconds(times.End - times.Begun));
        Answered(times.End);
    }

    public void LeftOut(long now)
    {
        _page.Discarded++;
        Answered(now);
    }

    /// <summary>A request failed, of a step if it is one of a scenario.</summary>
    public void Failed(string finding, long now, int step = 0)
    {
        if (_page.FailedInStep.Length > 0)
            _page.FailedInStep[step]++;
        if (now > AskedEnd)
            _page.DrainedFailures++;
        Count(finding);
    }

    /// <summary>The server sent what belongs to no request.</summary>
    public void Unasked(string finding)
    {
        _page.Unasked++;
        Count(finding);
    }

    private void Count(string finding)
    {
        _page.ErrorsByKind[finding] = _page.ErrorsByKind.GetValueOrDefault(finding) + 1;
        Volatile.Write(ref _errors, _errors + 1);
    }

    private void Answered(long now)
    {
        if (now > AskedEnd)
            _page.Drained++;
        Volatile.Write(ref _answers, _answers + 1);
    }

    private void Ended(long due, long now)
    {
        if (_isOpen)
            _page.ActiveTicks += now - due;
        _page.Ended = now;
    }

    private long ToNanoseconds(long ticks) => (long)(ticks * _nanosecondsPerTick);
}
