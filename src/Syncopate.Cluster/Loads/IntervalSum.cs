using Syncopate.Histograms;
using Syncopate.Load;

namespace Syncopate.Cluster.Loads;

/// <summary>Figures of intervals added up: over agents, and over the load. Histograms are added, never percentiles.</summary>
internal sealed class IntervalSum(int steps, bool isOpen)
{
    private readonly SortedDictionary<string, long> _errors = new(StringComparer.Ordinal);
    private readonly Histogram[] _steps = [.. Enumerable.Range(0, steps).Select(_ => new Histogram())];
    private readonly long[] _failedInStep = new long[steps];

    public Histogram Latencies { get; } = new();

    public Histogram FirstByteTimes { get; } = new();

    public Histogram ConnectTimes { get; } = new();

    public Histogram? ServiceTimes { get; } = isOpen ? new Histogram() : null;

    public Histogram? Lateness { get; } = isOpen ? new Histogram() : null;

    public IReadOnlyList<Histogram> Steps => _steps;

    public IReadOnlyList<long> FailedInStep => _failedInStep;

    public IReadOnlyDictionary<string, long> Errors => _errors;

    public double LatencySum { get; private set; }

    public long Discarded { get; private set; }

    public long Started { get; private set; }

    public long UnsolicitedFailures { get; private set; }

    public long Drained { get; private set; }

    public long DrainedFailures { get; private set; }

    public long Reopened { get; private set; }

    public long Overflowed { get; private set; }

    public long BodyBytes { get; private set; }

    /// <summary>Null once an agent did not tell them apart.</summary>
    public long? FailedBodyBytes { get; private set; } = 0;

    public long ReceivedBytes { get; private set; }

    public long SentBytes { get; private set; }

    public double InFlightTime { get; private set; }

    public double ActiveTime { get; private set; }

    public double ThinkTime { get; private set; }

    public long Cpu { get; private set; }

    /// <summary>The slowest first.</summary>
    public IReadOnlyList<SlowRequest> Slowest { get; private set; } = [];

    /// <summary>Of the latest interval of each agent.</summary>
    public long InFlight { get; private set; }

    /// <exception cref="HistogramFormatException">It is one of another load; nothing was added.</exception>
    public void Add(DecodedInterval decoded)
    {
        (AgentInterval interval, IReadOnlyList<Histogram> own, Histogram? services, Histogram? lateness) = decoded;
        IntervalRecord figures = interval.Figures;
        IReadOnlyList<long> failedInStep = figures.FailedInStep ?? [];
        if (own.Count != 3 + _steps.Length || failedInStep.Count != _steps.Length || (services is null) == isOpen
            || (lateness is null) == isOpen || own.Any(IsOther) || IsOther(services) || IsOther(lateness))
        {
            throw new HistogramFormatException("The interval has other histograms, or another number of them, than the load.");
        }

        Histogram[] sums = [Latencies, FirstByteTimes, ConnectTimes, .. _steps];
        foreach ((Histogram sum, Histogram part) in sums.Zip(own))
            sum.Add(part);
        if (services is not null)
            ServiceTimes?.Add(services);
        if (lateness is not null)
            Lateness?.Add(lateness);
        for (int i = 0; i < _steps.Length; i++)
            _failedInStep[i] += failedInStep[i];
        foreach ((string kind, long count) in figures.Errors)
            _errors[kind] = _errors.GetValueOrDefault(kind) + count;
        if (figures.Slowest is { } slowest)
            Slowest = SlowRequest.SlowestOf(Slowest.Concat(slowest));
        Discarded += interval.Discarded;
        FailedBodyBytes += interval.FailedBodyBytes;
        AddCounts(figures);
    }

    /// <summary>As one interval of the whole load.</summary>
    public LoadInterval ToInterval(long from, long to) => new()
    {
        FromTimestamp = from,
        ToTimestamp = to,
        InFlight = InFlight,
        Latencies = Latencies,
        LatencySumNanoseconds = LatencySum,
        Discarded = Discarded,
        Errors = Errors,
        Started = Started,
        UnsolicitedFailures = UnsolicitedFailures,
        Drained = Drained,
        DrainedFailures = DrainedFailures,
        Reopened = Reopened,
        FailedInStep = FailedInStep,
        Steps = Steps,
        FirstByteTimes = FirstByteTimes,
        ConnectTimes = ConnectTimes,
        ServiceTimes = ServiceTimes,
        Lateness = Lateness,
        Overflowed = Overflowed,
        BodyBytes = BodyBytes,
        FailedBodyBytes = FailedBodyBytes,
        ReceivedBytes = ReceivedBytes,
        SentBytes = SentBytes,
        InFlightNanoseconds = InFlightTime,
        ActiveNanoseconds = ActiveTime,
        ThinkNanoseconds = ThinkTime,
        GeneratorCpuNanoseconds = Cpu,
        Slowest = Slowest,
    };

    // Of other buckets: it cannot be added.
    private bool IsOther(Histogram? histogram) => histogram is not null
        && (histogram.Lowest != Latencies.Lowest || histogram.Highest != Latencies.Highest
            || histogram.Digits != Latencies.Digits);

    // Only journals of older versions lack a count.
    private void AddCounts(IntervalRecord figures)
    {
        LatencySum += figures.LatencySumNanoseconds;
        Started += figures.Started ?? 0;
        UnsolicitedFailures += figures.Unasked ?? 0;
        Drained += figures.Drained ?? 0;
        DrainedFailures += figures.DrainedFailures ?? 0;
        Reopened += figures.Reopened ?? 0;
        Overflowed += figures.Overflowed;
        BodyBytes += figures.BodyBytes;
        ReceivedBytes += figures.ReceivedBytes;
        SentBytes += figures.SentBytes;
        InFlightTime += figures.InFlightNanoseconds;
        ActiveTime += figures.ActiveNanoseconds;
        ThinkTime += figures.ThinkNanoseconds ?? 0;
        Cpu += figures.GeneratorCpuNanoseconds;
        InFlight += figures.InFlight;
    }
}
