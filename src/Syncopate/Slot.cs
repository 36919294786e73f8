using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>A stretch of time in which one form alone is driven. Data of one slot is one journal record.</summary>
internal sealed record Slot : JournalRecord
{
    /// <summary>Id of the experiment.</summary>
    public required string Experiment { get; init; }

    /// <summary>Round, from 1; a round is complete when it has one measured slot of each form. 0 outside rounds.</summary>
    public required int Round { get; init; }

    /// <summary>Place within the round, from 1, in the order in which the slots really ran.</summary>
    public required int Position { get; init; }

    /// <summary>The form that was driven.</summary>
    public required Form Form { get; init; }

    /// <summary>What the slot is for.</summary>
    public required SlotKind Kind { get; init; }

    /// <summary>Ordinal of the server process within the run, from 1. A new number is a new process.</summary>
    public required int Process { get; init; }

    /// <summary>True when the server was not steady when its warm-up ended, so that it may still have been compiling;
    /// always false for a cold question.</summary>
    public bool Unsettled { get; init; }

    /// <summary>Users at once at the most.</summary>
    public required int Users { get; init; }

    /// <summary>Start on the monotonic clock, since the start of the run.</summary>
    public required long StartedNanoseconds { get; init; }

    /// <summary>Wall clock at the start, to find clock jumps; never used for a duration.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>From the first request sent to the last answer received, monotonic.</summary>
    public required long DurationNanoseconds { get; init; }

    /// <summary>Answers recorded in the histogram; each a success.</summary>
    public required long Count { get; init; }

    /// <summary>Requests sent at the head of the slot and left out of the histogram.</summary>
    public required long Discarded { get; init; }

    /// <summary>Good answers among both that came when the time of the load was over; 0 for a number of requests.</summary>
    public long Drained { get; init; }

    /// <summary>How long those took after it; part of <see cref="DurationNanoseconds"/>. A rate leaves both out.</summary>
    public long DrainNanoseconds { get; init; }

    /// <summary>Failed requests by kind ("status 500", "connection closed", "timed out"); empty when none failed.</summary>
    public required IReadOnlyDictionary<string, long> Errors { get; init; }

    /// <summary>Latencies of the recorded answers in nanoseconds: HdrHistogram V2, compressed, Base64. Decode with
    /// <see cref="Syncopate.Histograms.HistogramCodec"/>.</summary>
    public required string Histogram { get; init; }

    /// <summary>Exact sum of the recorded latencies, so that the mean carries no bucket error.</summary>
    public required double LatencySumNanoseconds { get; init; }

    /// <summary>Bytes of all response bodies.</summary>
    public required long BodyBytes { get; init; }

    /// <summary>Recorded and discarded answers whose contents were not those that were checked before the run; null where that was not
    /// looked at.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? OtherBodies { get; init; }

    /// <summary>Bytes of bodies of failed requests, part of <see cref="BodyBytes"/>; null where they were not told apart.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? FailedBodyBytes { get; init; }

    /// <summary>Little's law: time users spent with a request in flight over the time they were active. 1 is perfect;
    /// what is missing is noise as long as it hits the forms alike.
    /// Always 1 where one caller makes its calls inside the process.</summary>
    public required double InFlightShare { get; init; }

    /// <summary>CPU time that the load generator itself used.</summary>
    public required long GeneratorCpuNanoseconds { get; init; }

    /// <summary>Share of the slot in which the generator's busiest thread was at work; above 0.9 the generator was the
    /// limit. Null where it was not measured.</summary>
    public double? GeneratorBusyShare { get; init; }

    /// <summary>What else happened on the machine meanwhile; null in journals that do not report it.</summary>
    public SlotConditions? Conditions { get; init; }

    /// <summary>What the server used during the slot; null when its monitor did not answer.</summary>
    public required TargetUse? Target { get; init; }

    /// <summary>The server's thread pool, every 100 ms during the slot, in time order; may be empty.</summary>
    public required IReadOnlyList<PoolSample> Pool { get; init; }

    /// <summary>Single requests, in the order in which they were sent; only for slots that a picture needs, else empty.</summary>
    public required IReadOnlyList<RequestTrace> Traces { get; init; }

    /// <summary>The requests that took longest, the slowest first; null when they carried no trace.</summary>
    public IReadOnlyList<SlowRequest>? Slowest { get; init; }

    /// <summary>Figures that only this experiment has, such as "losersStopped"; empty for most.</summary>
    public required IReadOnlyDictionary<string, double> Counters { get; init; }
}

/// <summary>What a slot is for.</summary>
internal enum SlotKind
{
    /// <summary>Counts in the comparison.</summary>
    Measured,

    /// <summary>The noise form once more: compared with the measured slot of the same form and round.</summary>
    Noise,

    /// <summary>One pass of the article's own protocol: shown, not judged.</summary>
    Profile,

    /// <summary>Sent to warm the server; never in a figure.</summary>
    WarmUp,
}

/// <summary>What else happened on this machine while a slot was measured, as the system counts it. Null is what the
/// system does not report it.</summary>
/// <param name="BusyShare">Share of all processors' time in which they worked, for whomever; 0 to 1.</param>
/// <param name="StolenShare">Share of all processors' time that the host of this virtual machine gave to others though
/// there was work here; 0 to 1.</param>
/// <param name="GeneratorWaitedNanoseconds">Time that the generator's busiest thread could run and waited for a processor.</param>
/// <param name="TargetWaitedNanoseconds">The same of all threads of the server together.</param>
/// <param name="PoolThreadsUsed">Workers of the server's thread pool that ran at all. The pool wakes the worker that
/// rests shortest, so that a further one runs only while the others are busy or held.</param>
internal sealed record SlotConditions(
    double? BusyShare,
    double? StolenShare,
    long? GeneratorWaitedNanoseconds,
    long? TargetWaitedNanoseconds,
    int? PoolThreadsUsed);
