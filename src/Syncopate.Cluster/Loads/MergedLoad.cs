using Syncopate.Histograms;
using Syncopate.Load;
using Syncopate.Units;

namespace Syncopate.Cluster.Loads;

/// <summary>The parts of a load as they come in, as one load: an interval is reported when every agent that is still awaited has sent
/// its.</summary>
internal sealed class MergedLoad(LoadRequest request, int parts, TimeProvider time)
{
    private readonly Queue<DecodedInterval>[] _waiting = [.. Enumerable.Range(0, parts).Select(_ => new Queue<DecodedInterval>())];
    private readonly bool[] _isSettled = new bool[parts];
    private readonly IntervalSum[] _sums = [.. Enumerable.Range(0, parts).Select(_ => NewSum(request))];
    private readonly IntervalSum _whole = NewSum(request);
    private readonly IntervalRecord?[] _last = new IntervalRecord?[parts];
    private readonly double _ticksPerNanosecond = Nanoseconds.TicksIn(time.TimestampFrequency);
    private long _told; // Where the last interval that was reported ended, in nanoseconds since the start.

    // Written with each interval, read by whoever shows how far the load has come: any thread.
    private long _answers;
    private long _failed;

    /// <summary>When the load began, a timestamp of this machine.</summary>
    public long StartedTimestamp { get; set; } = time.GetTimestamp();

    /// <summary>How far the load has come; may be read by any thread.</summary>
    public LoadProgress Progress => new(Volatile.Read(ref _answers), Volatile.Read(ref _failed));

    /// <summary>The figures of one part.</summary>
    public IntervalSum Part(int part) => _sums[part];

    /// <summary>Since when nothing more of a part counts: never before the end of what counts of it.</summary>
    /// <param name="part">The part.</param>
    /// <param name="seen">When it was seen to be lost, from the start on; null when it was not.</param>
    public TimeSpan? LostAt(int part, TimeSpan? seen)
    {
        TimeSpan counted = Nanoseconds.ToTimeSpan(_last[part]?.ToNanoseconds ?? 0);
        return seen < counted ? counted : seen;
    }

    /// <summary>Takes an interval of a part; each once, and of each part in order.</summary>
    /// <param name="part">The part.</param>
    /// <param name="body">As the agent sent it.</param>
    /// <param name="phase">How long after the start of all the part was to begin.</param>
    /// <exception cref="ClusterException">It cannot be read; nothing of it was taken.</exception>
    public void Keep(int part, string body, TimeSpan phase = default)
    {
        AgentInterval interval = ClusterJson.Read(body, LoadJson.Default.AgentInterval).InWhole(phase);
        DecodedInterval decoded;
        try
        {
            decoded = DecodedInterval.Of(interval);
            _sums[part].Add(decoded);
        }
        catch (HistogramFormatException e)
        {
            throw new ClusterException($"An interval has a histogram that cannot be read: {e.Message}");
        }

        _whole.Add(decoded);
        Volatile.Write(ref _answers, _whole.Latencies.TotalCount + _whole.Discarded);
        Volatile.Write(ref _failed, _whole.Errors.Values.Sum());
        _last[part] = interval.Figures;
        _waiting[part].Enqueue(decoded);
        Publish();
    }

    /// <summary>Awaits no more intervals of a part.</summary>
    public void Settle(int part)
    {
        _isSettled[part] = true;
        Publish();
    }

    /// <summary>The whole load.</summary>
    /// <param name="ends">What each part said at its end; null for one that did not.</param>
    /// <param name="isCancelled">Whether the caller ended it.</param>
    /// <param name="failure">Why it is no load at all; null when an agent's failure, or none, is to be reported.</param>
    public LoadResult ToResult(IReadOnlyList<AgentSummary?> ends, bool isCancelled, LoadFailure? failure)
    {
        double length = Math.Max(_last.Max(last => last?.ToNanoseconds ?? 0), ends.Max(end => end?.DurationNanoseconds ?? 0));
        double active = _whole.ActiveTime + _whole.ThinkTime;
        return new LoadResult
        {
            StartedTimestamp = StartedTimestamp,
            EndedTimestamp = StartedTimestamp + (long)(length * _ticksPerNanosecond),
            Latencies = _whole.Latencies,
            LatencySumNanoseconds = _whole.LatencySum,
            Count = _whole.Latencies.TotalCount,
            Discarded = _whole.Discarded,
            Errors = _whole.Errors,
            Started = _whole.Started,
            // Of a part without an end what was in flight when it was last heard of has none either.
            Unfinished = Enumerable.Range(0, parts).Sum(i => ends[i]?.Unfinished ?? _last[i]?.InFlight ?? 0),
            UnsolicitedFailures = _whole.UnsolicitedFailures,
            Drained = _whole.Drained,
            DrainedFailures = _whole.DrainedFailures,
            DrainNanoseconds = ends.Max(end => end?.DrainNanoseconds ?? 0),
            Reopened = _whole.Reopened,
            Steps = [.. (request.Scenario?.Steps ?? []).Select((step, i) =>
                new LoadStepResult(step.Name, _whole.Steps[i]) { Failed = _whole.FailedInStep[i] })],
            FirstByteTimes = _whole.FirstByteTimes,
            ConnectTimes = _whole.ConnectTimes,
            ServiceTimes = _whole.ServiceTimes,
            Lateness = _whole.Lateness,
            Overflowed = _whole.Overflowed,
            BodyBytes = _whole.BodyBytes,
            FailedBodyBytes = _whole.FailedBodyBytes,
            ReceivedBytes = _whole.ReceivedBytes,
            SentBytes = _whole.SentBytes,
            InFlightShare = active > 0 ? (_whole.InFlightTime + _whole.ThinkTime) / active : 0,
            MeanInFlight = length > 0 ? _whole.InFlightTime / length : 0,
            GeneratorCpuNanoseconds = _whole.Cpu,
            Threads = [.. ends.SelectMany(end => end?.Threads ?? [])],
            Traces = [.. ends.SelectMany(end => end?.Traces ?? []).OrderBy(trace => trace.SentNanoseconds)],
            Slowest = _whole.Slowest,
            Cancelled = isCancelled,
            Failure = failure ?? ends.FirstOrDefault(end => end?.Failure is not null)?.Failure,
            IsIncomplete = ends.Any(end => end is null),
        };
    }

    private void Publish()
    {
        while (_waiting.Any(waiting => waiting.Count > 0) && !Enumerable.Range(0, parts).Any(i => _waiting[i].Count == 0 && !_isSettled[i]))
        {
            IntervalSum sum = NewSum(request);
            long to = _told;
            foreach (Queue<DecodedInterval> waiting in _waiting.Where(waiting => waiting.Count > 0))
            {
                DecodedInterval interval = waiting.Dequeue();
                sum.Add(interval);
                to = Math.Max(to, interval.Interval.Figures.ToNanoseconds);
            }

            request.Intervals?.Report(sum.ToInterval(At(_told), At(to)));
            _told = to;
        }
    }

    private long At(long nanoseconds) => StartedTimestamp + (long)(nanoseconds * _ticksPerNanosecond);

    private static IntervalSum NewSum(LoadRequest load) => new(load.Scenario?.Steps.Count ?? 0, load.Shape is Arrivals);
}
