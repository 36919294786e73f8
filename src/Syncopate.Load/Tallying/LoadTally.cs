namespace Syncopate.Load.Tallying;

/// <summary>What one thread of the generator counts in one load: on a sheet for each interval, if intervals are wanted,
/// so that a finished sheet can be read while the next one is written.</summary>
/// <remarks>One writer at a time. It alone turns the sheet, between two entries, once it has been asked to; so that an
/// entry takes no lock and every entry is on exactly one sheet.</remarks>
internal sealed class LoadTally
{
    private const int Writing = 0;
    private const int Asked = 1;
    private const int Retired = 2;

    private readonly double _nanosecondsPerTick;
    private readonly bool _ticksAreNanoseconds; // As on Linux: then nothing is converted, three times for each request.
    private readonly bool _isOpen;
    private readonly LoadSheet? _first; // Null when there is one sheet only.
    private readonly LoadSheet? _second; // As above.
    private LoadSheet _sheet; // The writer's, until it has retired.
    private int _state; // Interlocked where both sides may change it: the writer turns or retires, the reader asks.
    private long _answers;
    private long _errors;
    private long _inFlight;
    private long _redirects;
    private long _answeredAt = long.MinValue / 2; // Half, so that the time since then does not overflow.

    /// <param name="newSheet">Makes one.</param>
    /// <param name="isOpen">Whether requests are due at a rate: only then do due, begun and sent differ.</param>
    /// <param name="turns">Whether intervals are wanted.</param>
    /// <param name="nanosecondsPerTick">Of the clock.</param>
    public LoadTally(Func<LoadSheet> newSheet, bool isOpen, bool turns, double nanosecondsPerTick)
    {
        _isOpen = isOpen;
        _nanosecondsPerTick = nanosecondsPerTick;
        _ticksAreNanoseconds = nanosecondsPerTick == 1;
        _sheet = newSheet();
        _first = turns ? _sheet : null;
        _second = turns ? newSheet() : null;
    }

    /// <summary>Good answers, discarded ones included; may be read at any time.</summary>
    public long Answers => Volatile.Read(ref _answers);

    /// <summary>Failed requests; may be read at any time.</summary>
    public long Errors => Volatile.Read(ref _errors);

    /// <summary>Requests begun here less requests ended here, which may have been begun elsewhere; may be read at any time.</summary>
    public long InFlight => Volatile.Read(ref _inFlight);

    /// <summary>Redirects that were followed for requests that have ended; may be read at any time.</summary>
    public long Redirects => Volatile.Read(ref _redirects);

    /// <summary>When the last answer came, good or not; long ago before the first. May be read at any time.</summary>
    public long AnsweredAt
    {
        get => Volatile.Read(ref _answeredAt);
        set => Volatile.Write(ref _answeredAt, value);
    }

    /// <summary>When the time of the load is over; set before its first request.</summary>
    public long AskedEnd { get; set; } = long.MaxValue;

    /// <summary>The sheet that is being written; to be read by others only when the writer has ended.</summary>
    public LoadSheet Sheet => _sheet;

    /// <summary>The sheet before that, for the reader to take what is on it, and to clear it before it asks again.</summary>
    public LoadSheet FinishedSheet => (_sheet == _first ? _second : _first)!; // Not null: only a tally that turns is asked.

    /// <summary>True when the sheet that was asked for is finished.</summary>
    public bool HasTurned => Volatile.Read(ref _state) != Asked;

    /// <summary>The reader asks for the sheet; the writer turns it soon. A writer that has ended does not any more.</summary>
    public void Ask()
    {
        if (Interlocked.CompareExchange(ref _state, Asked, Writing) == Retired)
            _sheet = FinishedSheet;
    }

    /// <summary>The writer is between two entries, and turns the sheet if that has been asked for.</summary>
    public void SwapIfRequested()
    {
        if (Volatile.Read(ref _state) != Asked)
            return;
        _sheet = FinishedSheet;
        Volatile.Write(ref _state, Writing);
    }

    /// <summary>The writer has ended.</summary>
    public void Retire()
    {
        SwapIfRequested();
        if (Interlocked.Exchange(ref _state, Retired) == Asked)
            _sheet = FinishedSheet;
    }

    public void Connected(long ticks) => _sheet.ConnectTimes.Record(ToNanoseconds(ticks));

    /// <summary>A request was due so long ago and is begun now.</summary>
    public void Begun(long lateTicks)
    {
        _sheet.Lateness?.Record(ToNanoseconds(lateTicks));
        _sheet.Started++;
        Volatile.Write(ref _inFlight, _inFlight + 1);
    }

    /// <summary>A request was due when no more could be in flight.</summary>
    public void Overflow() => _sheet.Overflowed++;

    public void Sent(long bytes) => _sheet.SentBytes += bytes;

    public void Received(long bytes) => _sheet.ReceivedBytes += bytes;

    /// <summary>A user should have had requests in flight for so long.</summary>
    public void Active(long ticks) => _sheet.ActiveTicks += ticks;

    /// <summary>A user thinks for so long.</summary>
    public void Thinks(long ticks) => _sheet.ThinkTicks += ticks;

    /// <summary>A user waited so long for a connection to open in place of one that the server had closed: its request is on its way as
    /// far as the user goes, and no latency.</summary>
    public void Reconnected(long ticks) => _sheet.InFlightTicks += ticks;

    /// <summary>A request in flight is sent once more, on a new connection; or has been, more than once.</summary>
    public void Reopened(int times = 1) => _sheet.Reopened += times;

    /// <summary>For a request that ended so many redirects were followed.</summary>
    public void Followed(int redirects) => Volatile.Write(ref _redirects, _redirects + redirects);

    /// <summary>A request ended, well or not.</summary>
    public void Exchanged(in RequestTimes times, long bodyBytes)
    {
        _sheet.InFlightTicks += times.End - times.Begun;
        _sheet.BodyBytes += bodyBytes;
        Volatile.Write(ref _inFlight, _inFlight - 1);
        Ended(times.Due, times.End);
    }

    /// <summary>A request ended that was never begun.</summary>
    public void GivenUp(long due, long now)
    {
        _sheet.Started++;
        Ended(due, now);
        Failed(Findings.TimedOut, new RequestTimes(due, now, 0, now), bodyBytes: 0);
    }

    /// <summary>A good answer had another body than was expected.</summary>
    public void Other() => _sheet.OtherBodies++;

    public void Recorded(in RequestTimes times, int step = 0)
    {
        LoadSheet sheet = _sheet;
        long latency = times.End - times.Due;
        long nanoseconds = ToNanoseconds(latency);
        sheet.LatencyTicks += latency;
        sheet.Latencies.Record(nanoseconds);
        if (sheet.FailedInStep.Length > 0) // As many as steps, and no call to ask.
            sheet.Steps[step].Record(nanoseconds);
        sheet.FirstByteTimes.Record(ToNanoseconds(times.FirstByte - times.Begun));
        sheet.ServiceTimes?.Record(ToNanoseconds(times.End - times.Begun));
        if (times.Number > 0)
            AddSlow(times, null);
        Answered(times.End);
    }

    public void LeftOut(long now)
    {
        _sheet.Discarded++;
        Answered(now);
    }

    /// <summary>A request failed after so many bytes of a body, of a step if it is one of a scenario.</summary>
    public void Failed(string finding, in RequestTimes times, long bodyBytes, int step = 0)
    {
        _sheet.FailedBodyBytes += bodyBytes;
        if (_sheet.FailedInStep.Length > 0)
            _sheet.FailedInStep[step]++;
        if (times.Number > 0)
            AddSlow(times, finding);
        if (times.End > AskedEnd)
            _sheet.DrainedFailures++;
        Count(finding);
    }

    /// <summary>The server sent what belongs to no request.</summary>
    public void Unsolicited(string finding)
    {
        _sheet.UnsolicitedFailures++;
        Count(finding);
    }

    // Takes a copy: times that are passed on by their address are in no register in any request, numbered or not.
    private void AddSlow(RequestTimes times, string? finding) => _sheet.Slowest.Add(times, finding);

    private void Count(string finding)
    {
        _sheet.ErrorsByKind[finding] = _sheet.ErrorsByKind.GetValueOrDefault(finding) + 1;
        Volatile.Write(ref _errors, _errors + 1);
    }

    private void Answered(long now)
    {
        if (now > AskedEnd)
            _sheet.Drained++;
        Volatile.Write(ref _answers, _answers + 1);
    }

    private void Ended(long due, long now)
    {
        if (_isOpen)
            _sheet.ActiveTicks += now - due;
        _sheet.Ended = now;
    }

    private long ToNanoseconds(long ticks) => _ticksAreNanoseconds ? ticks : (long)(ticks * _nanosecondsPerTick);
}
