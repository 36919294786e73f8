using Syncopate.Histograms;

namespace Syncopate.Load.Tallying;

/// <summary>Figures of a load that add up: over threads, and from one interval to the next. One thread uses it at a time.</summary>
internal sealed class LoadSheet
{
    /// <param name="isOpen">Whether requests are due at a rate: only then do due, begun and sent differ.</param>
    /// <param name="steps">Of a scenario; else 0.</param>
    public LoadSheet(bool isOpen, int steps)
    {
        Steps = [.. Enumerable.Range(0, steps).Select(_ => new Histogram())];
        FailedInStep = new long[steps];
        ServiceTimes = isOpen ? new Histogram() : null;
        Lateness = isOpen ? new Histogram() : null;
    }

    public Histogram Latencies { get; } = new();

    /// <summary>Latencies of each step of a scenario.</summary>
    public IReadOnlyList<Histogram> Steps { get; }

    /// <summary>Failed requests of each step of a scenario.</summary>
    public long[] FailedInStep { get; }

    public Histogram FirstByteTimes { get; } = new();

    public Histogram ConnectTimes { get; } = new();

    public Histogram? ServiceTimes { get; }

    public Histogram? Lateness { get; }

    /// <summary>Failed requests by kind.</summary>
    // Room for all: failures must not allocate either.
    public Dictionary<string, long> ErrorsByKind { get; } = new(64, StringComparer.Ordinal);

    public long Discarded { get; set; }

    /// <summary>Requests begun, and those given up before they were.</summary>
    public long Started { get; set; }

    /// <summary>Failures that belong to no request: bytes that nobody asked for.</summary>
    public long UnsolicitedFailures { get; set; }

    /// <summary>Good answers that came when the time of the load was over.</summary>
    public long Drained { get; set; }

    /// <summary>Requests that failed when the time of the load was over.</summary>
    public long DrainedFailures { get; set; }

    /// <summary>Requests sent a second time, since their connection was closed before it took them.</summary>
    public long Reopened { get; set; }

    /// <summary>Sum of the recorded latencies, in ticks and therefore exact.</summary>
    public long LatencyTicks { get; set; }

    public long InFlightTicks { get; set; }

    /// <summary>Time in which requests should have been in flight.</summary>
    public long ActiveTicks { get; set; }

    /// <summary>Time in which users were asked to think.</summary>
    public long ThinkTicks { get; set; }

    public long BodyBytes { get; set; }

    /// <summary>Good answers with another body than was expected.</summary>
    public long OtherBodies { get; set; }

    /// <summary>Body bytes of failed requests.</summary>
    public long FailedBodyBytes { get; set; }

    public long ReceivedBytes { get; set; }

    public long SentBytes { get; set; }

    public long Overflowed { get; set; }

    /// <summary>The slowest requests that have a number; none when they carry no trace.</summary>
    public SlowRequests Slowest { get; } = new();

    /// <summary>When the last request ended, one way or the other; 0 before that.</summary>
    public long Ended { get; set; }

    /// <summary>As if all that the other has counted had been counted here.</summary>
    public void Add(LoadSheet other)
    {
        foreach ((Histogram sum, Histogram part) in Histograms().Zip(other.Histograms()))
            sum.Add(part);
        foreach ((string finding, long count) in other.ErrorsByKind)
            ErrorsByKind[finding] = ErrorsByKind.GetValueOrDefault(finding) + count;
        for (int step = 0; step < FailedInStep.Length; step++)
            FailedInStep[step] += other.FailedInStep[step];
        Discarded += other.Discarded;
        Started += other.Started;
        UnsolicitedFailures += other.UnsolicitedFailures;
        Drained += other.Drained;
        DrainedFailures += other.DrainedFailures;
        Reopened += other.Reopened;
        ThinkTicks += other.ThinkTicks;
        LatencyTicks += other.LatencyTicks;
        InFlightTicks += other.InFlightTicks;
        ActiveTicks += other.ActiveTicks;
        BodyBytes += other.BodyBytes;
        FailedBodyBytes += other.FailedBodyBytes;
        OtherBodies += other.OtherBodies;
        ReceivedBytes += other.ReceivedBytes;
        SentBytes += other.SentBytes;
        Overflowed += other.Overflowed;
        Slowest.Add(other.Slowest);
        Ended = Math.Max(Ended, other.Ended);
    }

    /// <summary>Forgets everything and keeps the memory.</summary>
    public void Clear()
    {
        foreach (Histogram histogram in Histograms())
            histogram.Reset();
        ErrorsByKind.Clear();
        Array.Clear(FailedInStep);
        Slowest.Clear();
        Started = UnsolicitedFailures = Drained = DrainedFailures = Reopened = ThinkTicks = 0;
        FailedBodyBytes = OtherBodies = 0;
        Discarded = LatencyTicks = InFlightTicks = ActiveTicks = BodyBytes = ReceivedBytes = SentBytes = Overflowed = Ended = 0;
    }

    /// <summary>Failed requests by kind, in the order of their names.</summary>
    public SortedDictionary<string, long> Errors() => new(ErrorsByKind, StringComparer.Ordinal);

    private IEnumerable<Histogram> Histograms() =>
        Steps.Concat(new[] { Latencies, FirstByteTimes, ConnectTimes, ServiceTimes, Lateness }.OfType<Histogram>());
}
