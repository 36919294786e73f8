using Syncopate.Histograms;
using Syncopate.Judging;
using Syncopate.Reporting.Figures;
using Syncopate.Statistics;
using Syncopate.Units;

namespace Syncopate.Reporting.Measured;

/// <summary>What one form of an experiment did, over all its slots of one kind.</summary>
internal sealed class MeasuredForm
{
    private FormReport? _figures; // Made when it is first asked for: six quantiles of the whole.

    /// <param name="form">The form.</param>
    /// <param name="slots">Its slots, in the order in which they ran; may be empty. All histograms have one layout.</param>
    public MeasuredForm(WorkloadForm form, IReadOnlyList<DecodedSlot> slots)
    {
        Form = form;
        Slots = [.. slots.Select(s => s.Slot)];
        EachRound = Rounds(slots, Figure.BetweenRuns);
        CountsEachRound = Rounds(slots, Figure.Judged.Except(Figure.BetweenRuns));
        Latencies = slots.Count == 0 ? new Histogram() : slots[0].Empty();
        foreach (DecodedSlot slot in slots)
            slot.AddTo(Latencies);
    }

    /// <summary>The form as the load generator reaches it.</summary>
    public WorkloadForm Form { get; }

    /// <summary>The slots.</summary>
    public IReadOnlyList<Slot> Slots { get; }

    /// <summary>The recorded latencies of all slots together.</summary>
    public Histogram Latencies { get; }

    /// <summary>The metrics of shares that every slot carries, slot by slot, in the report's units.</summary>
    public IReadOnlyDictionary<Metric, IReadOnlyList<double>> EachRound { get; }

    /// <summary>The same of those that are whole numbers.</summary>
    public IReadOnlyDictionary<Metric, IReadOnlyList<double>> CountsEachRound { get; }

    /// <summary>Recorded answers.</summary>
    public long Count => Slots.Sum(s => s.Count);

    /// <summary>Answers, those at the heads of slots included.</summary>
    public long Answers => Count + Slots.Sum(s => s.Discarded);

    /// <summary>Failed requests.</summary>
    public long Errors => Slots.Sum(s => s.Errors.Values.Sum());

    /// <summary>Mean latency in ms; 0 without an answer.</summary>
    public double Mean => Quotient(Nanoseconds.ToMilliseconds(Slots.Sum(s => s.LatencySumNanoseconds)), Count);

    // The centre alone is wanted, and any level gives it.
    private const double AnyLevel = 0.5;

    /// <summary>The mean latency, or the CPU of a request, of the typical slot in ms, by the estimate that the verdicts use; 0 where no
    /// slot has it.</summary>
    public double Typical(Metric metric) =>
        Slots.Select(s => SlotMetrics.Value(s, metric)).OfType<double>()
            .Select(v => Math.Log(Nanoseconds.ToMilliseconds(v))).ToArray() is { Length: > 0 } values
            ? Math.Exp(HodgesLehmann.Estimate(values, AnyLevel).Theta)
            : 0;

    /// <summary>Most pool threads in any slot; null when no monitor answered.</summary>
    public int? Threads => Watched.Max(t => (int?)t.MaximumThreads);

    /// <summary>Pool threads that ran in the median slot; null where that was not seen.</summary>
    public int? ThreadsUsed => Slots.Select(s => s.Conditions?.PoolThreadsUsed).Where(n => n > 0).Order().ToList() is { Count: > 0 } used
        ? used[used.Count / 2]
        : null;

    /// <summary>Longest pool queue in any slot; null when no monitor answered.</summary>
    public long? QueueLength => Watched.Max(t => (long?)t.MaximumQueueLength);

    /// <summary>Answers per second over the time in which requests were sent, of all slots together; no number where there were answers
    /// and none of them came within that time.</summary>
    public double RequestsPerSecond => Slots.Any() && Slots.All(SlotMetrics.IsAllLate)
        ? double.NaN
        : Quotient(Slots.Sum(SlotMetrics.RatedAnswers), Slots.Sum(SlotMetrics.RatedSeconds));

    /// <summary>Server CPU for one request in ms; null when no monitor answered.</summary>
    public double? CpuPerRequest => PerRequest(t => Nanoseconds.ToMilliseconds(t.CpuNanoseconds));

    /// <summary>The figures as the report shows them.</summary>
    public FormReport Figures => _figures ??= new FormReport
    {
        Form = Form.Form,
        Label = Form.Label,
        Count = Count,
        Errors = Errors,
        Mean = Count > 0 ? Mean : double.NaN,
        P50 = MeasuredOrNull.Quantile(Latencies, 0.5),
        P90 = MeasuredOrNull.QuantileOrNull(Latencies, 0.9),
        P95 = MeasuredOrNull.Quantile(Latencies, 0.95),
        P99 = MeasuredOrNull.Quantile(Latencies, 0.99),
        P999 = MeasuredOrNull.QuantileOrNull(Latencies, 0.999),
        Max = MeasuredOrNull.OfAny(Latencies, Latencies.Maximum),
        RequestsPerSecond = RequestsPerSecond,
        CpuPerRequest = CpuPerRequest,
        BytesPerRequest = PerRequest(t => t.AllocatedBytes, ReportsMemory),
        Threads = Threads,
        ThreadsUsed = ThreadsUsed,
        QueueLength = QueueLength,
        LimitMilliseconds = Form.LimitMilliseconds,
        Counters = Counters,
        Processes = Slots.Select(s => s.Process).Distinct().Count(),
        EachRound = EachRound,
        CountsEachRound = CountsEachRound,
        Slowest = SlowFigures.Of(Slots.Select(slot => (slot.Slowest, slot.StartedNanoseconds))),
    };

    /// <summary>Mean of each counter over the slots that have it, by name.</summary>
    public IReadOnlyDictionary<string, double> Counters => new SortedDictionary<string, double>(
        Slots.SelectMany(s => s.Counters).GroupBy(c => c.Key).ToDictionary(g => g.Key, g => g.Average(c => c.Value)),
        StringComparer.Ordinal);

    private static Dictionary<Metric, IReadOnlyList<double>> Rounds(
        IReadOnlyList<DecodedSlot> slots, IEnumerable<Figure> figures) => figures
        .Select(figure => figure.ComparedBy)
        .OfType<Metric>()
        .Select(m => (
            Metric: m,
            Values: slots.Select(s => s.Value(m)).OfType<double>().Select(v => InUnit(m, v)).ToList()))
        .Where(m => slots.Count > 0 && m.Values.Count == slots.Count)
        .ToDictionary(m => m.Metric, IReadOnlyList<double> (m) => m.Values);

    /// <summary>Times to ms; and no more than a millionth of the unit, which is a nanosecond, or the report would be
    /// mostly decimals.</summary>
    private static double InUnit(Metric metric, double value) =>
        Math.Round(Figure.Of(metric).Kind == FigureKind.Time ? Nanoseconds.ToMilliseconds(value) : value, 6);

    private IEnumerable<TargetUse> Watched => Slots.Select(s => s.Target).OfType<TargetUse>().Where(t => t.IsMonitored);

    /// <summary>A process that ends with its slot reports itself what it allocated, and nothing of its threads.</summary>
    private static bool ReportsMemory(TargetUse target) => target.IsMonitored || target.AllocatedBytes > 0;

    /// <summary>Over the requests of the slots that report it: where a monitor was silent, requests used something all the same.</summary>
    private double? PerRequest(Func<TargetUse, double> use, Func<TargetUse, bool>? reports = null)
    {
        List<Slot> watched = Slots.Where(s => s.Target is { } target && reports?.Invoke(target) != false).ToList();
        long requests = watched.Sum(s => s.Count + s.Discarded + s.Errors.Values.Sum());
        return requests == 0 ? null : watched.Sum(s => use(s.Target!)) / requests; // watched slots have a target
    }

    private static double Quotient(double value, double by) => by > 0 ? value / by : 0;
}
