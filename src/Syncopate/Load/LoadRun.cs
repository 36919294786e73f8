using System.Globalization;
using System.Text;
using Syncopate.Measuring;

namespace Syncopate.Load;

/// <summary>One load from its first connection to its result: what all users share meanwhile, and who may end it.</summary>
internal sealed class LoadRun : IDisposable
{
    // A dead target is named within a second (and a kill -9 closes the connections of all users at once), but a server that resets a few connections is not dead.
    private static readonly TimeSpan LastingFailure = TimeSpan.FromMilliseconds(500);

    private readonly HttpTarget _target;
    private readonly IReadOnlyList<LoadUser> _users;
    private readonly LoadTally[] _tallies;
    private readonly LoadSchedule _schedule;
    private readonly LatencyRecorder _latencies;
    private readonly TimeProvider _time;
    private readonly long _discardTicks;
    private readonly double _nanosecondsPerTick;
    private readonly long _cpuTicksBefore;
    private readonly CancellationTokenSource _stop = new();
    private LoadFailure? _failure; // Set once, interlocked, by the user that finds the target dead.
    private volatile bool _cancelled;

    public LoadRun(HttpTarget target, LoadRequest request, IReadOnlyList<LoadUser> users, LatencyRecorder latencies, TimeProvider time)
    {
        long ticksPerSecond = time.TimestampFrequency;
        long Ticks(TimeSpan span) => (long)(span.TotalSeconds * ticksPerSecond);

        _target = target;
        _users = users;
        _tallies = [.. users.Select(_ => new LoadTally())];
        _schedule = new LoadSchedule(request.Shape, ticksPerSecond);
        _latencies = latencies;
        _time = time;
        _discardTicks = Ticks(request.Discard);
        _nanosecondsPerTick = 1e9 / ticksPerSecond;
        Health = new TargetHealth(Ticks(LastingFailure));
        Traces = new TraceStore(request.MaximumTraces);
        string header = request.Header is { } further ? $"{further.Name}: {further.Value}\r\n" : "";
        string body = request.Method == "POST" ? "Content-Length: 0\r\n" : "";
        RequestBytes = Encoding.ASCII.GetBytes(
            $"{request.Method} {request.Path} HTTP/1.1\r\nHost: {target.BaseAddress.Authority}\r\nUser-Agent: Syncopate\r\nAccept: */*\r\n{header}{body}\r\n");
        StartedTimestamp = time.GetTimestamp();
        _cpuTicksBefore = Environment.CpuUsage.TotalTime.Ticks;
    }

    /// <summary>The request as it is sent, the same for every user.</summary>
    public ReadOnlyMemory<byte> RequestBytes { get; }

    public TargetHealth Health { get; }

    public TraceStore Traces { get; }

    /// <summary>When the users were released; before that, when the run was made.</summary>
    public long StartedTimestamp { get; private set; }

    /// <summary>True when no further request may be sent, and requests in flight are being given up.</summary>
    public bool Stopping => _stop.IsCancellationRequested;

    /// <summary>Ends waits when the load stops.</summary>
    public CancellationToken StopToken => _stop.Token;

    public LoadProgress Progress => new(_tallies.Sum(tally => tally.Answers), _tallies.Sum(tally => tally.Errors));

    /// <summary>Opens the connections that are not open yet. One that cannot be opened ends the load: a server that is not there has nothing to be measured.</summary>
    public async Task OpenAsync()
    {
        foreach (LoadUser user in _users)
        {
            if (Stopping)
                return;
            if (await user.OpenAsync(this).ConfigureAwait(false) is { } finding)
                Fail(finding, _time.GetTimestamp());
        }
    }

    /// <summary>Releases all users and returns when the last one has finished.</summary>
    public Task DriveAsync()
    {
        StartedTimestamp = _time.GetTimestamp();
        return Task.WhenAll(_users.Select((user, number) => user.DriveAsync(this, number, _tallies[number])));
    }

    public long StartOf(int user) => StartedTimestamp + _schedule.StartOf(user);

    public bool Wants(int sent, long now) => !Stopping && _schedule.Wants(sent, now - StartedTimestamp);

    /// <summary>Whether an answer to a request that was sent then is recorded.</summary>
    public bool Records(long sent) => sent - StartedTimestamp >= _discardTicks;

    public void Record(long latencyTicks) => _latencies.Record(ToNanoseconds(latencyTicks));

    /// <summary>The caller has lost interest.</summary>
    public void Cancel()
    {
        _cancelled = true;
        Stop();
    }

    /// <summary>A user got no answer to what it asked at <paramref name="since"/>; ends the load when this means that nobody gets any.</summary>
    public void Miss(int user, string finding, long since, long now)
    {
        bool timedOut = finding == Findings.TimedOut;
        if (!Health.Failed(user, timedOut, now))
            return;

        // A target that answered others in the later half of that wait was slow for one, not dead. In the earlier half it may have died.
        bool slowForOne = timedOut && now - _tallies.Max(tally => tally.AnsweredAt) < (now - since) / 2;
        if (!slowForOne)
            Fail(finding, now);
    }

    /// <summary>Gives up requests that have waited too long; called by the one watchdog.</summary>
    public void Watch()
    {
        long now = _time.GetTimestamp();
        foreach (LoadUser user in _users)
            user.Watch(now);
    }

    /// <summary>What was measured; only when all users have finished. Empties the recorder.</summary>
    public LoadResult ToResult()
    {
        Histogram latencies = _latencies.Drain();
        LoadTally[] active = [.. _tallies.Where(tally => tally.Started is not null)];
        double activeTicks = active.Sum(tally => tally.Ended - tally.Started!.Value); // Not null: filtered above.
        return new LoadResult
        {
            StartedTimestamp = StartedTimestamp,
            EndedTimestamp = active.Select(tally => tally.Ended).Append(StartedTimestamp).Max(),
            Latencies = latencies,
            LatencySumNanoseconds = active.Sum(tally => tally.LatencyTicks) * _nanosecondsPerTick,
            Count = latencies.TotalCount,
            Discarded = active.Sum(tally => tally.Discarded),
            Errors = Errors(),
            BodyBytes = active.Sum(tally => tally.BodyBytes),
            InFlightShare = activeTicks > 0 ? active.Sum(tally => tally.InFlightTicks) / activeTicks : 0,
            GeneratorCpuNanoseconds = (Environment.CpuUsage.TotalTime.Ticks - _cpuTicksBefore) * TimeSpan.NanosecondsPerTick,
            Traces = Traces.ToTraces(StartedTimestamp, _nanosecondsPerTick),
            Cancelled = _cancelled,
            Failure = _failure,
        };
    }

    /// <inheritdoc/>
    public void Dispose() => _stop.Dispose();

    private void Fail(string finding, long now)
    {
        long at = ToNanoseconds(now - StartedTimestamp);
        string what = string.Create(CultureInfo.InvariantCulture, $"{_target.BaseAddress} stopped answering: {finding}, {at / 1e9:0.000} s after the start of the load.");
        if (!Stopping && Interlocked.CompareExchange(ref _failure, new LoadFailure(at, finding, what), null) is null)
            Stop();
    }

    private void Stop()
    {
        _stop.Cancel();
        foreach (LoadUser user in _users)
            user.Abort();
    }

    private long ToNanoseconds(long ticks) => (long)(ticks * _nanosecondsPerTick);

    private SortedDictionary<string, long> Errors()
    {
        SortedDictionary<string, long> errors = new(StringComparer.Ordinal);
        foreach ((string finding, long count) in _tallies.SelectMany(tally => tally.ErrorsByKind ?? []))
            errors[finding] = errors.GetValueOrDefault(finding) + count;
        return errors;
    }
}
