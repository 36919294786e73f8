using Syncopate.Histograms;
using Syncopate.Load;
using Syncopate.Reporting.Measured;
using Syncopate.Units;

namespace Syncopate.Reporting.Loads;

/// <summary>All intervals of a load added up.</summary>
internal sealed class MeasuredLoad
{
    private const int Bands = 16;

    private static readonly double[] Percents = [10, 25, 50, 75, 90, 95, 99, 99.9, 99.99];

    private readonly IReadOnlyList<IntervalRecord> _intervals;
    private readonly IntervalSums _sums;
    private readonly LoadDescription _description;
    private readonly bool _wasStopped;

    public MeasuredLoad(LoadJournal journal)
    {
        _description = journal.Description;
        _wasStopped = journal.End?.Outcome != RunOutcome.Finished;
        _intervals = [.. journal.Intervals.Select(interval => interval.Record)];
        _sums = journal.Sums;
    }

    /// <summary>All latencies.</summary>
    public Histogram Latencies => _sums.Latencies;

    /// <summary>From the first request to the end of the last interval, without the time of intervals that a journal has lost; 0 when there
    /// is none. What was answered in a lost one is in no figure, so that a rate over its time would be too low.</summary>
    public double Elapsed => Ended - Lost(Ended);

    /// <summary>The time in which requests were sent: that of the load, or all of it when it had no time or was stopped
    /// before; without what is lost of it. What came in it is what a rate counts.</summary>
    public double Seconds => Sending - Lost(Sending);

    /// <summary>What came after the time of the load; null for a number of requests, and when nothing did.</summary>
    public LoadDrain? Drain =>
        HasDrain && Drained + DrainedFailures > 0 ? new LoadDrain(Drained, DrainedFailures, Elapsed - Seconds) : null;

    /// <summary>Of the time in which requests were sent, the share in which those that are due last cannot be answered any more, as
    /// long as they take where nothing has piled up; 0 to 1. All of it where a load was stopped before a first request ended.</summary>
    public double HeadShare => Requests == 0 && _wasStopped ? 1
        : Seconds > 0 ? Math.Clamp(Nanoseconds.ToSeconds(Unhindered) / Seconds, 0, 1) : 0;

    /// <summary>Requests sent once more; null in journals that do not report it.</summary>
    public long? Reopened =>
        _intervals.Any(interval => interval.Reopened is not null) ? _intervals.Sum(interval => interval.Reopened ?? 0) : null;

    public long Requests => Latencies.TotalCount + _intervals.Sum(interval => interval.Errors.Values.Sum());

    public double GeneratorCpuSeconds => _intervals.Sum(interval => Nanoseconds.ToSeconds(interval.GeneratorCpuNanoseconds));

    /// <summary>The figures that every form has.</summary>
    public FormReport Figures => new()
    {
        Form = Form.A,
        Label = _description.Url,
        Count = Latencies.TotalCount,
        Errors = Requests - Latencies.TotalCount,
        Mean = Latencies.TotalCount == 0
            ? double.NaN
            : Nanoseconds.ToMilliseconds(_intervals.Sum(interval => interval.LatencySumNanoseconds) / Latencies.TotalCount),
        P50 = MeasuredOrNull.Quantile(Latencies, 0.5),
        P90 = MeasuredOrNull.QuantileOrNull(Latencies, 0.9),
        P95 = MeasuredOrNull.Quantile(Latencies, 0.95),
        P99 = MeasuredOrNull.Quantile(Latencies, 0.99),
        P999 = MeasuredOrNull.QuantileOrNull(Latencies, 0.999),
        Max = MeasuredOrNull.OfAny(Latencies, Latencies.Maximum),
        RequestsPerSecond = IsAllLate || Seconds == 0 ? double.NaN : PerSecond(Latencies.TotalCount - Drained),
        CpuPerRequest = PerRequest(use => Nanoseconds.ToMilliseconds(use.CpuNanoseconds)),
        BytesPerRequest = Process?.AllocatedBytes is null ? null : PerRequest(use => use.AllocatedBytes),
        Threads = _intervals.Max(interval => interval.Target is { IsMonitored: true } use ? use.MaximumThreads : (int?)null),
        QueueLength = _intervals.Max(interval => interval.Target is { IsMonitored: true } use ? use.MaximumQueueLength : (long?)null),
        LimitMilliseconds = 0,
        Slowest = SlowFigures.Of(_intervals.Select(interval => (interval.Slowest, 0L))),
        Counters = new Dictionary<string, double>(),
    };

    /// <summary>Percentiles with ten answers beyond them: fewer would be an accident.</summary>
    public IReadOnlyList<LoadPercentile> Percentiles =>
        [.. Percents.Where(p => Latencies.TotalCount * (100 - p) >= 1_000 - 1e-6)
            .Select(p => new LoadPercentile(p, Nanoseconds.ToMilliseconds(Latencies.ValueAtQuantile(p / 100))))];

    public IReadOnlyList<LoadErrors> ErrorsByKind =>
    [
        .. _intervals.SelectMany(interval => interval.Errors).GroupBy(error => error.Key, error => error.Value)
            .Select(kind => new LoadErrors(kind.Key, kind.Sum()))
            .OrderByDescending(kind => kind.Count)
            .ThenBy(kind => kind.Kind, StringComparer.Ordinal),
    ];

    /// <summary>Each step of a scenario; an interval whose steps are others, in a journal that somebody changed, counts for none.</summary>
    public IReadOnlyList<LoadStepReport> Steps =>
        [.. (_description.Steps ?? []).Select((name, place) =>
            new LoadStepReport(name, LatencyFigures.Of(Step(place)), FailedIn(place)))];

    public LatencyFigures FirstByte => LatencyFigures.Of(_sums.FirstBytes);

    public LatencyFigures Connects => LatencyFigures.Of(_sums.Connects);

    public LatencyFigures? Service => IsOpen ? LatencyFigures.Of(_sums.Services) : null;

    public LatencyFigures? Lateness => IsOpen ? LatencyFigures.Of(_sums.Lateness) : null;

    /// <summary>By the rule of <see cref="OmissionCorrection"/>, with the median and the time to think as a user's
    /// usual interval.</summary>
    public LatencyFigures? Corrected => IsOpen || Latencies.TotalCount == 0
        ? null
        : LatencyFigures.Of(
            OmissionCorrection.Correct(Latencies, Math.Max(1, Latencies.ValueAtQuantile(0.5) + _description.ThinkNanoseconds)));

    public LoadRate? Rate => _description.Load is Arrivals arrivals
        ? new LoadRate(
            DuePerSecond(arrivals),
            Seconds > 0 ? PerSecond(Requests - Drained - DrainedFailures) : double.NaN,
            _intervals.Sum(interval => interval.Overflowed))
        : null;

    /// <summary>An engine that counts what crosses the network has sent something before it receives anything.</summary>
    public LoadBytes Bytes
    {
        get
        {
            var (sent, received) = (_intervals.Sum(i => i.SentBytes), _intervals.Sum(i => i.ReceivedBytes));
            return new LoadBytes(sent > 0 ? sent : null, sent > 0 ? received : null, _intervals.Sum(i => i.BodyBytes));
        }
    }

    public LoadInFlight InFlight
    {
        get
        {
            var (inFlight, active) = (_intervals.Sum(i => i.InFlightNanoseconds), _intervals.Sum(i => i.ActiveNanoseconds));
            double thought = _intervals.Sum(i => i.ThinkNanoseconds ?? 0);
            return new LoadInFlight(
                Elapsed > 0 ? Nanoseconds.ToSeconds(inFlight) / Elapsed : double.NaN,
                active > 0 ? (inFlight + thought) / (active + thought) : double.NaN);
        }
    }

    /// <summary>Bands whose bounds grow by one factor: a long tail and a narrow peak both show. No more of them than answers.</summary>
    public IReadOnlyList<LoadBand> Distribution
    {
        get
        {
            if (Latencies.TotalCount == 0)
                return [];
            double lowest = Math.Max(1, Latencies.Minimum);
            int most = (int)Math.Min(Bands, Latencies.TotalCount);
            double factor = Math.Pow(Latencies.Maximum / lowest, 1.0 / most);
            List<LoadBand> bands = [];
            long below = 0;
            for (int i = 1; i <= most; i++)
            {
                long bound = i == most ? Latencies.Maximum : (long)(lowest * Math.Pow(factor, i));
                if (i < most && Latencies.IndexOf(bound) == Latencies.IndexOf(Latencies.Maximum))
                    continue; // The histogram cannot tell the two apart.
                long upTo = Latencies.CountAtOrBelow(bound);
                bands.Add(new LoadBand(
                    bands.Count == 0 ? Nanoseconds.ToMilliseconds(lowest) : bands[^1].To,
                    Nanoseconds.ToMilliseconds(bound),
                    upTo - below));
                below = upTo;
            }

            return bands;
        }
    }

    /// <summary>What the target's process used in the whole load; null when it was not watched.</summary>
    public LoadProcess? Process
    {
        get
        {
            List<TargetUse> used = _intervals.Select(interval => interval.Target).OfType<TargetUse>().ToList();
            double seconds = used.Sum(use => Nanoseconds.ToSeconds(use.CpuNanoseconds));
            double cores = Elapsed > 0 ? seconds / Elapsed : 0;
            return used.Count == 0 ? null
                : !used.Exists(use => use.IsMonitored) ? new LoadProcess(seconds, cores, null, null, null, null)
                : new LoadProcess(
                    seconds,
                    cores,
                    used.Sum(use => use.AllocatedBytes),
                    used.Sum(use => use.Gen0Collections),
                    used.Sum(use => use.Gen1Collections),
                    used.Sum(use => use.Gen2Collections));
        }
    }

    private bool IsOpen => _description.Load is Arrivals;

    private double Ended => _intervals.Count == 0 ? 0 : Nanoseconds.ToSeconds(_intervals[^1].ToNanoseconds);

    private double Sending => HasDrain && Asked is { } asked ? Math.Min(asked.TotalSeconds, Ended) : Ended;

    private bool HasDrain => _intervals.Any(interval => interval.Drained is not null);

    private long Drained => _intervals.Sum(interval => interval.Drained ?? 0);

    private long DrainedFailures => _intervals.Sum(interval => interval.DrainedFailures ?? 0);

    // Answers, all of which came after the time of the load: how many that is in a second is not known.
    private bool IsAllLate => Drained > 0 && Latencies.TotalCount <= Drained;

    private TimeSpan? Asked => _description.Load switch
    {
        UsersForTime time => time.Duration,
        SteppedUsers steps => steps.Duration,
        Arrivals arrivals => arrivals.Duration,
        _ => null,
    };

    /// <summary>Nanoseconds that answers take before requests can have piled up: the first tenth of them. Where a few intervals hold
    /// all, those are not told apart, and the quickest tenth stands for them.</summary>
    private double Unhindered
    {
        get
        {
            var (count, sum) = (0L, 0.0);
            foreach (IntervalRecord interval in _intervals)
            {
                if (10 * count >= Latencies.TotalCount)
                    break;
                (count, sum) = (count + interval.Count, sum + interval.LatencySumNanoseconds);
            }

            return count > 0 && 4 * count <= Latencies.TotalCount ? sum / count : Latencies.ValueAtQuantile(0.1);
        }
    }

    /// <summary>Of a ramp that was stopped only its beginning was due, of one that lost intervals only what was due in the others, and of
    /// a pass nothing behind a step that failed.</summary>
    private double DuePerSecond(Arrivals arrivals)
    {
        double share = _wasStopped ? Math.Min(1, Sending / arrivals.Duration.TotalSeconds) : 1;
        double last = share < 1
            ? arrivals.FromPerSecond + (arrivals.ToPerSecond - arrivals.FromPerSecond) * share
            : arrivals.ToPerSecond;
        int steps = _description.Steps?.Count ?? 1;
        double due = (Lost(Sending) > 0 ? DueInIntervals(arrivals) : (arrivals.FromPerSecond + last) / 2) * steps;
        long leftOut = Enumerable.Range(0, steps).Sum(step => (FailedIn(step) ?? 0) * (steps - 1 - step));
        return leftOut == 0 || Seconds <= 0 ? due : Math.Max(0, due - leftOut / Seconds);
    }

    private double DueInIntervals(Arrivals arrivals)
    {
        var (due, seconds, end) = (0.0, 0.0, Sending);
        foreach (IntervalRecord interval in _intervals)
        {
            double from = Math.Min(Nanoseconds.ToSeconds(interval.FromNanoseconds), end);
            double to = Math.Min(Nanoseconds.ToSeconds(interval.ToNanoseconds), end);
            (due, seconds) = (due + (to - from) * (At(from) + At(to)) / 2, seconds + to - from);
        }

        return seconds > 0 ? due / seconds : arrivals.FromPerSecond;

        double At(double second) => arrivals.FromPerSecond
            + (arrivals.ToPerSecond - arrivals.FromPerSecond) * second / arrivals.Duration.TotalSeconds;
    }

    /// <summary>Of the first so many seconds those that lie in no interval: a record that is damaged, or contradicts itself, leaves a gap
    /// between its neighbours.</summary>
    private double Lost(double seconds)
    {
        var (lost, reached, end) = (0L, 0L, (long)Math.Round(Nanoseconds.FromSeconds(seconds)));
        foreach (IntervalRecord interval in _intervals)
        {
            lost += Math.Max(0, Math.Min(interval.FromNanoseconds, end) - reached);
            reached = Math.Max(reached, Math.Min(interval.ToNanoseconds, end));
        }

        return Nanoseconds.ToSeconds(lost);
    }

    private long? FailedIn(int step) => _intervals.Any(interval => interval.FailedInStep is not null)
        ? _intervals.Sum(interval => interval.FailedInStep?.ElementAtOrDefault(step) ?? 0)
        : null;

    // An interval without news has its use in the next one's.
    private double? PerRequest(Func<TargetUse, double> use) =>
        Requests > 0 && _intervals.Any(interval => interval.Target is not null)
            ? _intervals.Sum(interval => interval.Target is { } target ? use(target) : 0) / Requests
            : null;

    private double PerSecond(long count) => Seconds > 0 ? count / Seconds : 0;

    private Histogram Step(int place)
    {
        Histogram sum = new();
        IEnumerable<string?> texts = _intervals.Select(interval => interval.Steps?.ElementAtOrDefault(place));
        foreach (string text in texts.OfType<string>())
            sum.Add(HistogramCodec.Decode(text));
        return sum;
    }
}
