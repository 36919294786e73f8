using Syncopate.Histograms;

namespace Syncopate.Load;

/// <summary>What one load measured. Complete also when it was cancelled or the target died: then it holds what came before.</summary>
public sealed record LoadResult : LoadFigures
{
    /// <summary>When the users were released, just before the first send; a timestamp of the monotonic clock, which all
    /// processes of the machine share.</summary>
    public required long StartedTimestamp { get; init; }

    /// <summary>When the last answer was received or the last request failed, and not before the time of a load for a
    /// time was over; on the same clock.</summary>
    public required long EndedTimestamp { get; init; }

    /// <summary>Recorded answers; each complete and with an expected status.</summary>
    public required long Count { get; init; }

    /// <summary>Requests without an end: those in flight when the load was stopped.</summary>
    public required long Unfinished { get; init; }

    /// <summary>From the end of the time of the load to its last answer; 0 for a number of requests.</summary>
    public double DrainNanoseconds { get; init; }

    /// <summary>Of a scenario, each of its steps in their order; else empty.</summary>
    public IReadOnlyList<LoadStepResult> Steps { get; init; } = [];

    /// <summary>Little's law: time users had a request in flight or were asked to think over the time they were active,
    /// from their planned start to their last answer.
    /// Pausing after failures and a late start make it less than 1; to connect anew where the server has closed counts as in flight.
    /// At a rate, time in flight over time since due. 0 when nothing was sent.</summary>
    public required double InFlightShare { get; init; }

    /// <summary>Requests in flight at once, averaged over the load.</summary>
    public required double MeanInFlight { get; init; }

    /// <summary>What each thread of the event loops did; empty for an engine on the thread pool.</summary>
    public required IReadOnlyList<ThreadUse> Threads { get; init; }

    /// <summary>Single good requests in the order in which they were sent; empty unless asked for.</summary>
    public required IReadOnlyList<RequestTrace> Traces { get; init; }

    /// <summary>True when the caller's token ended the load. Requests then in flight are in no figure.</summary>
    public required bool Cancelled { get; init; }

    /// <summary>How the target died; null when it did not.</summary>
    public required LoadFailure? Failure { get; init; }

    /// <summary>True when a machine was lost that was to send a part of it: less was sent than was asked for, and why is known.</summary>
    internal bool IsIncomplete { get; init; }

    /// <summary>True when it failed because one of several machines was lost that sent it, and all of them are there again.</summary>
    internal bool IsRepeatable { get; init; }

    /// <summary>Which of several machines were lost that sent it, by name; empty where it is not <see cref="IsRepeatable"/>.</summary>
    internal IReadOnlyList<string> LostSenders { get; init; } = [];

    /// <summary>Where other machines sent it, the share of all its processors that was taken on the one that was busiest with it; null for
    /// a load from this process.</summary>
    internal double? BusiestMachineShare { get; init; }

    /// <summary>The result of a load of which nothing is known: it sent nothing, and nobody ended it.</summary>
    /// <param name="timestamp">When it began and ended.</param>
    internal static LoadResult Nothing(long timestamp) => OfCalls(timestamp, timestamp, new Histogram(), new Histogram());

    /// <summary>The result of calls that are sent over no connection: it has no bytes, no times of a connection and no threads of a
    /// generator. Each caller sets what else it has measured.</summary>
    /// <param name="startedTimestamp">As <see cref="StartedTimestamp"/>.</param>
    /// <param name="endedTimestamp">As <see cref="EndedTimestamp"/>.</param>
    /// <param name="latencies">Of the recorded calls: as many as it counts were made, unless the caller sets more.</param>
    /// <param name="empty">Stands for the times of a connection. A parameter, because it has 264 KiB, and who measures what calls allocate
    /// has one already.</param>
    internal static LoadResult OfCalls(long startedTimestamp, long endedTimestamp, Histogram latencies, Histogram empty)
    {
        return new()
        {
            StartedTimestamp = startedTimestamp,
            EndedTimestamp = endedTimestamp,
            Latencies = latencies,
            LatencySumNanoseconds = 0,
            Count = latencies.TotalCount,
            Discarded = 0,
            Errors = new Dictionary<string, long>(),
            Started = latencies.TotalCount,
            Unfinished = 0,
            FirstByteTimes = empty,
            ConnectTimes = empty,
            ServiceTimes = null,
            Lateness = null,
            Overflowed = 0,
            BodyBytes = 0,
            ReceivedBytes = 0,
            SentBytes = 0,
            InFlightShare = 0,
            MeanInFlight = 0,
            GeneratorCpuNanoseconds = 0,
            Threads = [],
            Traces = [],
            Cancelled = false,
            Failure = null,
        };
    }
}

/// <summary>The target stopped answering, and the load was ended for it. What was measured before is kept, but no
/// longer fair to compare.</summary>
/// <param name="AtNanoseconds">When this was known, since the start of the load; 0 when it could not even start.</param>
/// <param name="Finding">How the last request failed, as in <see cref="Findings"/>.</param>
/// <param name="What">The same as a sentence, with the address.</param>
public sealed record LoadFailure(long AtNanoseconds, string Finding, string What);

/// <summary>What a load measured of one step of its scenario.</summary>
/// <param name="Name">The step's.</param>
/// <param name="Latencies">Of its recorded answers, in nanoseconds; owned by the caller.</param>
public sealed record LoadStepResult(string Name, Histogram Latencies)
{
    /// <summary>Its requests that failed, those of the discarded head included.</summary>
    public required long Failed { get; init; }
}
