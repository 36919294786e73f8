using Syncopate.Histograms;

namespace Syncopate.Load;

/// <summary>What one load measured in one interval alone. The intervals of a load follow each other without a gap, and
/// their figures add up to its result exactly:
/// an answer is in the interval in which it was counted.</summary>
/// <remarks>The receiver owns it. It holds up to five histograms of 264 KiB, and one more for each step of a scenario:
/// to keep many, keep what is wanted of them.</remarks>
public sealed record LoadInterval : LoadFigures
{
    /// <summary>Where the interval before ended, or the load began; a timestamp of the monotonic clock, as in
    /// <see cref="LoadResult.StartedTimestamp"/>.</summary>
    public required long FromTimestamp { get; init; }

    /// <summary>When the last thread of the generator went over to the next interval; some 10 ms after it was asked at
    /// most, unless it was busy for longer.</summary>
    public required long ToTimestamp { get; init; }

    /// <summary>Requests in flight at the end of the interval; after a load that was cut off, those that were given up.</summary>
    public required long InFlight { get; init; }

    /// <inheritdoc cref="LoadResult.Count"/>
    public long Count => Latencies.TotalCount;

    /// <summary>Of a scenario, the failed requests of each of its steps; else empty.</summary>
    public required IReadOnlyList<long> FailedInStep { get; init; }

    /// <summary>Of a scenario, the latencies of each of its steps in their order; else empty.</summary>
    public required IReadOnlyList<Histogram> Steps { get; init; }

    /// <summary>Time that the requests which ended in this interval were in flight, also before it; over
    /// <see cref="ActiveNanoseconds"/>, and with the time to think added to both, it is
    /// <see cref="LoadResult.InFlightShare"/>.</summary>
    public required double InFlightNanoseconds { get; init; }

    /// <summary>Time that users were active and not thinking, up to their last answer in this interval; at a rate,
    /// since requests were due.</summary>
    public required double ActiveNanoseconds { get; init; }

    /// <summary>Time for which users who were answered in this interval were asked to think.</summary>
    public required double ThinkNanoseconds { get; init; }

    /// <summary>The same as a journal keeps it and an agent sends it: without what the target's process used, which the engine does not
    /// know.</summary>
    /// <param name="started">When the load began, on the clock of the timestamps.</param>
    /// <param name="nanosecondsPerTick">Of that clock.</param>
    internal IntervalRecord ToRecord(long started, double nanosecondsPerTick) => new()
    {
        FromNanoseconds = (long)((FromTimestamp - started) * nanosecondsPerTick),
        ToNanoseconds = (long)((ToTimestamp - started) * nanosecondsPerTick),
        InFlight = InFlight,
        Count = Count,
        Errors = Errors,
        Histogram = HistogramCodec.Encode(Latencies),
        LatencySumNanoseconds = LatencySumNanoseconds,
        Started = Started,
        Drained = Drained,
        DrainedFailures = DrainedFailures,
        Unasked = UnsolicitedFailures,
        Reopened = Reopened,
        FailedInStep = Steps.Count > 0 ? FailedInStep : null,
        Steps = Steps.Count > 0 ? [.. Steps.Select(HistogramCodec.Encode)] : null,
        FirstBytes = HistogramCodec.Encode(FirstByteTimes),
        Connects = HistogramCodec.Encode(ConnectTimes),
        Services = ServiceTimes is null ? null : HistogramCodec.Encode(ServiceTimes),
        Lateness = Lateness is null ? null : HistogramCodec.Encode(Lateness),
        Overflowed = Overflowed,
        BodyBytes = BodyBytes,
        ReceivedBytes = ReceivedBytes,
        SentBytes = SentBytes,
        InFlightNanoseconds = InFlightNanoseconds,
        ThinkNanoseconds = ThinkNanoseconds,
        ActiveNanoseconds = ActiveNanoseconds,
        GeneratorCpuNanoseconds = GeneratorCpuNanoseconds,
        Slowest = Slowest.Count > 0 ? Slowest : null,
    };
}
