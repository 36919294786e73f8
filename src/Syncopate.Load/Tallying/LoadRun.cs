using System.Globalization;
using Syncopate.Units;

namespace Syncopate.Load.Tallying;

/// <summary>One load from its first connection to its result: what all its users share meanwhile, and who may end it.</summary>
internal sealed class LoadRun : IDisposable
{
    // A dead target is named within a second (and a kill -9 closes the connections of all users at once), but a server
    // that resets a few connections is not dead.
    private static readonly TimeSpan LastingFailure = TimeSpan.FromMilliseconds(500);

    private readonly HttpTarget _target;
    private readonly LoadTally[] _tallies;
    private readonly LoadSchedule _schedule;
    private readonly TimeProvider _time;
    private readonly long _discardTicks;
    private readonly double _nanosecondsPerTick;
    private readonly CancellationTokenSource _stop = new();
    private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private LoadFailure? _failure; // Set once, interlocked, by the user that finds the target dead.
    private volatile bool _cancelled;
    private volatile bool _stopping; // As _stop, whose memory no request needs to fetch.

    /// <param name="target">The server.</param>
    /// <param name="request">What to send.</param>
    /// <param name="loops">Threads, or users that count for themselves: each has a tally of its own.</param>
    /// <param name="time">The clock.</param>
    public LoadRun(HttpTarget target, LoadRequest request, int loops, TimeProvider time)
    {
        long ticksPerSecond = time.TimestampFrequency;
        _target = target;
        _time = time;
        _nanosecondsPerTick = Nanoseconds.PerTick(ticksPerSecond);
        Request = request;
        Arrivals = request.Shape is Arrivals arrivals ? new ArrivalSchedule(arrivals, ticksPerSecond) : null;
        _tallies =
        [
            .. Enumerable.Range(0, loops).Select(_ =>
                new LoadTally(NewSheet, Arrivals is not null, request.Intervals is not null, _nanosecondsPerTick)),
        ];
        Past = NewSheet();
        _schedule = new LoadSchedule(request.Shape, ticksPerSecond);
        _discardTicks = ToTicks(request.Discard);
        ThinkTicks = ToTicks(request.ThinkTime);
        Health = new TargetHealth(ToTicks(request.OutageTimeout ?? LastingFailure), endsByTimeout: request.OutageTimeout is null);
        Traces = new TraceStore(request.MaximumTraces);
        StartedTimestamp = time.GetTimestamp();
        CpuTicksBefore = Environment.CpuUsage.TotalTime.Ticks;
    }

    public LoadRequest Request { get; }

    /// <summary>When requests are due; null for users.</summary>
    public ArrivalSchedule? Arrivals { get; }

    /// <summary>One for each loop.</summary>
    public IReadOnlyList<LoadTally> Tallies => _tallies;

    /// <summary>What intervals have been made of; it is on no sheet of the tallies any more. Belongs to whoever cuts the
    /// intervals, until the load has ended.</summary>
    public LoadSheet Past { get; }

    public int Loops => _tallies.Length;

    public TargetHealth Health { get; }

    public TraceStore Traces { get; }

    public long ThinkTicks { get; }

    /// <summary>When the users were released; before that, when the run was made.</summary>
    public long StartedTimestamp { get; private set; }

    /// <summary>Ends when the users are released.</summary>
    public Task Released => _released.Task;

    /// <summary>Until when requests were to be sent; never for a number of requests.</summary>
    public long AskedEnd => _schedule.DurationTicks == long.MaxValue ? long.MaxValue : StartedTimestamp + _schedule.DurationTicks;

    /// <summary>When the last request ended, and not before the time of the load was over unless it was stopped; only
    /// when all users have finished.</summary>
    public long EndedTimestamp
    {
        get
        {
            long last = _tallies.Select(tally => tally.Sheet.Ended).Append(Past.Ended).Append(StartedTimestamp).Max();
            return Stopping || AskedEnd == long.MaxValue ? last : Math.Max(last, AskedEnd);
        }
    }

    /// <summary>CPU time of this process before any of the load's threads had begun.</summary>
    public long CpuTicksBefore { get; }

    /// <summary>True when no further request may be sent, and requests in flight are being given up.</summary>
    public bool Stopping => _stopping;

    /// <summary>Ends waits when the load stops.</summary>
    public CancellationToken StopToken => _stop.Token;

    public LoadProgress Progress => new(_tallies.Sum(tally => tally.Answers), _tallies.Sum(tally => tally.Errors))
    {
        InFlight = _tallies.Sum(tally => tally.InFlight),
        Redirects = _tallies.Sum(tally => tally.Redirects),
    };

    /// <summary>An empty sheet for the figures of this load.</summary>
    public LoadSheet NewSheet() => new(Arrivals is not null, Request.Scenario?.Steps.Count ?? 0);

    /// <summary>All connections are open: the load begins now, or when it is told to. On a thread of the load's own.</summary>
    public void Release()
    {
        Request.Start?.Hold(_time, StopToken);
        Begin();
    }

    /// <summary>The same for a load without threads of its own.</summary>
    public async Task ReleaseAsync()
    {
        if (Request.Start is { } start)
            await start.HoldAsync(_time, StopToken).ConfigureAwait(false);
        Begin();
    }

    private void Begin()
    {
        StartedTimestamp = _time.GetTimestamp();
        foreach (LoadTally tally in _tallies)
            tally.AskedEnd = AskedEnd;
        _released.SetResult();
    }

    public long ToTicks(TimeSpan span) => ClockTicks.Of(span, _time.TimestampFrequency);

    public long StartOf(int user) => StartedTimestamp + _schedule.StartOf(user);

    public bool Wants(int sent, long now) => !Stopping && _schedule.Wants(sent, now - StartedTimestamp);

    /// <summary>When a user that was answered now sends its next request; it thinks until the time of the load is over,
    /// if that comes first, and now when it has no more to send.</summary>
    public long ThinksUntil(int sent, long now) =>
        ThinkTicks > 0 && _schedule.HasMore(sent) ? Math.Min(now + ThinkTicks, Math.Max(now, AskedEnd)) : now;

    /// <summary>Whether an answer to a request that was due then is recorded.</summary>
    public bool Records(long due) => due - StartedTimestamp >= _discardTicks;

    /// <summary>The caller has lost interest.</summary>
    public void Cancel()
    {
        _cancelled = true;
        Stop();
    }

    /// <summary>A user got no answer to what it asked; ends the load when this means that nobody gets any.</summary>
    public void Miss(int user, string finding, in RequestTimes times)
    {
        (long since, long now) = (times.Due, times.End);
        bool timedOut = Findings.IsTimeout(finding);
        if (!Health.Failed(user, timedOut, now))
            return;

        // A target that answered others in the later half of that wait was slow for one, not dead. In the earlier half it may have died.
        bool slowForOne = timedOut && now - _tallies.Max(tally => tally.AnsweredAt) < (now - since) / 2;
        if (!slowForOne)
            Fail(finding, now, ToNanoseconds(times.FirstByte - times.Begun));
    }

    /// <summary>The target is dead: ends the load, unless it has ended already.</summary>
    public void Fail(string finding, long now, double headNanoseconds = 0)
    {
        long at = (long)ToNanoseconds(now - StartedTimestamp);
        string what = finding == Findings.EndlessBody
            ? $"The head of {_target.BaseAddress}'s answer came after "
                + FormattableString.Invariant($"{Nanoseconds.ToMilliseconds(headNanoseconds):0.###} ms, its body did not end. ")
                + "An event stream (text/event-stream) never does, and has no time that could be measured: load a page whose answers end."
            : finding is Findings.NoFreePort or Findings.TooManyFiles
            ? $"The generator, not {_target.BaseAddress}, was at its end: {finding}, "
                + FormattableString.Invariant($"{Nanoseconds.ToSeconds(at):0.000} s after the start of the load. {Cure(finding)}")
            : string.Create(
                CultureInfo.InvariantCulture,
                $"{_target.BaseAddress} stopped answering: {finding}, {Nanoseconds.ToSeconds(at):0.000} s after the start of the load.");
        if (!Stopping && Interlocked.CompareExchange(ref _failure, new LoadFailure(at, finding, what), null) is null)
            Stop();
    }

    private void Stop()
    {
        _stopping = true; // First: who is woken by the other looks at this one.
        _stop.Cancel();
    }

    private static string Cure(string finding) => finding == Findings.NoFreePort
        ? "Keep connections open, use fewer users, or allow more ports (net.ipv4.ip_local_port_range)."
        : "Use fewer users, or allow more open files (ulimit -n).";

    /// <summary>What was measured; only when all users have finished.</summary>
    public LoadResult ToResult(IReadOnlyList<ThreadUse> threads)
    {
        long ended = EndedTimestamp;
        LoadSheet sum = Past;
        foreach (LoadTally tally in _tallies)
            sum.Add(tally.Sheet);
        return new LoadResult
        {
            StartedTimestamp = StartedTimestamp,
            EndedTimestamp = ended,
            Latencies = sum.Latencies,
            LatencySumNanoseconds = ToNanoseconds(sum.LatencyTicks),
            Count = sum.Latencies.TotalCount,
            Discarded = sum.Discarded,
            Started = sum.Started,
            Unfinished = Tallies.Sum(tally => tally.InFlight),
            UnsolicitedFailures = sum.UnsolicitedFailures,
            Drained = sum.Drained,
            DrainedFailures = sum.DrainedFailures,
            DrainNanoseconds = AskedEnd == long.MaxValue ? 0 : ToNanoseconds(Math.Max(0, ended - AskedEnd)),
            Reopened = sum.Reopened,
            Errors = sum.Errors(),
            Steps =
            [
                .. (Request.Scenario?.Steps ?? []).Select((step, place) =>
                    new LoadStepResult(step.Name, sum.Steps[place]) { Failed = sum.FailedInStep[place] }),
            ],
            FirstByteTimes = sum.FirstByteTimes,
            ConnectTimes = sum.ConnectTimes,
            ServiceTimes = sum.ServiceTimes,
            Lateness = sum.Lateness,
            Overflowed = sum.Overflowed,
            BodyBytes = sum.BodyBytes,
            FailedBodyBytes = sum.FailedBodyBytes,
            OtherBodies = Request.BodyChecksum is null ? null : sum.OtherBodies,
            ReceivedBytes = sum.ReceivedBytes,
            SentBytes = sum.SentBytes,
            InFlightShare = sum.ActiveTicks > 0 ? (double)(sum.InFlightTicks + sum.ThinkTicks) / (sum.ActiveTicks + sum.ThinkTicks) : 0,
            MeanInFlight = ended > StartedTimestamp ? (double)sum.InFlightTicks / (ended - StartedTimestamp) : 0,
            GeneratorCpuNanoseconds = (Environment.CpuUsage.TotalTime.Ticks - CpuTicksBefore) * TimeSpan.NanosecondsPerTick,
            Threads = threads,
            Traces = Traces.ToTraces(StartedTimestamp, _nanosecondsPerTick),
            Slowest = SlowestOn(sum),
            Cancelled = _cancelled,
            Failure = _failure,
        };
    }

    /// <summary>The slowest requests of a sheet, by the ids of their traces.</summary>
    public IReadOnlyList<SlowRequest> SlowestOn(LoadSheet sheet) =>
        sheet.Slowest.ToRequests(Request.TraceParents, StartedTimestamp, _nanosecondsPerTick);

    /// <inheritdoc/>
    public void Dispose() => _stop.Dispose();

    public double ToNanoseconds(long ticks) => ticks * _nanosecondsPerTick;
}
