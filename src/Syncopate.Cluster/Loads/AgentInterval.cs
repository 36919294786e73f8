using System.Text.Json;
using Syncopate.Histograms;
using Syncopate.Load;

namespace Syncopate.Cluster.Loads;

/// <summary>What one agent measured in one interval, as it is sent: all that a <see cref="LoadInterval"/> has. Times are nanoseconds since
/// the agent's start; histograms as in a journal.</summary>
internal sealed record AgentInterval
{
    public required long From { get; init; }

    public required long To { get; init; }

    public required long InFlight { get; init; }

    public required string Latencies { get; init; }

    public required double LatencySum { get; init; }

    public required long Discarded { get; init; }

    public required IReadOnlyDictionary<string, long> Errors { get; init; }

    public required long Started { get; init; }

    public required long Unasked { get; init; }

    public required long Drained { get; init; }

    public required long DrainedFailures { get; init; }

    public required long Reopened { get; init; }

    public required IReadOnlyList<long> FailedInStep { get; init; }

    public required IReadOnlyList<string> Steps { get; init; }

    public required string FirstBytes { get; init; }

    public required string Connects { get; init; }

    public required string? Services { get; init; }

    public required string? Lateness { get; init; }

    public required long Overflowed { get; init; }

    public required long BodyBytes { get; init; }

    /// <summary>Null of an agent that does not tell them apart.</summary>
    public long? FailedBodyBytes { get; init; }

    public required long ReceivedBytes { get; init; }

    public required long SentBytes { get; init; }

    public required double InFlightTime { get; init; }

    public required double ActiveTime { get; init; }

    public required double ThinkTime { get; init; }

    public required long Cpu { get; init; }

    /// <summary>Null when requests carry no trace.</summary>
    public IReadOnlyList<SlowRequest>? Slowest { get; init; }

    /// <summary>An interval of a load that began at a timestamp.</summary>
    public static AgentInterval Of(LoadInterval interval, long started, double nanosecondsPerTick) => new()
    {
        From = (long)((interval.FromTimestamp - started) * nanosecondsPerTick),
        To = (long)((interval.ToTimestamp - started) * nanosecondsPerTick),
        InFlight = interval.InFlight,
        Latencies = HistogramCodec.Encode(interval.Latencies),
        LatencySum = interval.LatencySumNanoseconds,
        Discarded = interval.Discarded,
        Errors = interval.Errors,
        Started = interval.Started,
        Unasked = interval.Unasked,
        Drained = interval.Drained,
        DrainedFailures = interval.DrainedFailures,
        Reopened = interval.Reopened,
        FailedInStep = interval.FailedInStep,
        Steps = [.. interval.Steps.Select(HistogramCodec.Encode)],
        FirstBytes = HistogramCodec.Encode(interval.FirstBytes),
        Connects = HistogramCodec.Encode(interval.Connects),
        Services = interval.Services is { } services ? HistogramCodec.Encode(services) : null,
        Lateness = interval.Lateness is { } lateness ? HistogramCodec.Encode(lateness) : null,
        Overflowed = interval.Overflowed,
        BodyBytes = interval.BodyBytes,
        FailedBodyBytes = interval.FailedBodyBytes,
        ReceivedBytes = interval.ReceivedBytes,
        SentBytes = interval.SentBytes,
        InFlightTime = interval.InFlightNanoseconds,
        ActiveTime = interval.ActiveNanoseconds,
        ThinkTime = interval.ThinkNanoseconds,
        Cpu = interval.GeneratorCpuNanoseconds,
        Slowest = interval.Slowest is { Count: > 0 } slowest ? slowest : null,
    };

    public string ToText() => JsonSerializer.Serialize(this, LoadJson.Default.AgentInterval);
}
