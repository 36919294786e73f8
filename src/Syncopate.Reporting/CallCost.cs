using Syncopate.Units;

namespace Syncopate.Reporting;

/// <summary>What an awaited call costs beside a plain one. Times are of a typical round: the centre of the rounds by
/// Hodges and Lehmann, and of their differences with its interval.</summary>
internal sealed record CallCost
{
    /// <summary>Calls in each timed loop; 1 when each call was timed alone.</summary>
    public required int LoopLength { get; init; }

    /// <summary>A plain call in ns.</summary>
    public required double SyncNanoseconds { get; init; }

    /// <summary>An awaited call in ns.</summary>
    public required double AsyncNanoseconds { get; init; }

    /// <summary>What awaiting adds to a call, in ns; below 0 when it was faster.</summary>
    public required double AddedNanoseconds { get; init; }

    /// <summary>Lower end of the interval of <see cref="AddedNanoseconds"/>; null when there are too few rounds for one.</summary>
    public required double? LowNanoseconds { get; init; }

    /// <summary>Upper end of the interval; null together with <see cref="LowNanoseconds"/>.</summary>
    public required double? HighNanoseconds { get; init; }

    /// <summary>Processor time that awaiting adds to a call, in ns, over all threads; null when it was not measured.</summary>
    public required double? AddedCpuNanoseconds { get; init; }

    /// <summary>Bytes that awaiting adds to a call; null when they were not measured.</summary>
    public required double? AddedBytes { get; init; }

    /// <summary>From which length of the awaited work on the cost is below 15, 5 and 1 percent of it, in this order;
    /// empty where awaiting adds nothing that can be shown.</summary>
    public required IReadOnlyList<BreakEven> BreakEvens { get; init; }
}

/// <summary>From which length of the awaited work on the cost of awaiting it is small: the cost over the share.</summary>
/// <param name="Percent">The share of the work's time that the cost stays below.</param>
/// <param name="Milliseconds">The length of the work.</param>
/// <param name="LowMilliseconds">Lower end of its interval.</param>
/// <param name="HighMilliseconds">Upper end of its interval.</param>
internal sealed record BreakEven(double Percent, double Milliseconds, double LowMilliseconds, double HighMilliseconds)
{
    private static readonly double[] Shares = [15, 5, 1];

    /// <summary>One for each share, the largest share first; empty unless the whole interval of the cost is above 0.</summary>
    /// <param name="addedNanoseconds">What awaiting adds.</param>
    /// <param name="low">Lower end of its interval; null for none.</param>
    /// <param name="high">Upper end of its interval; null for none.</param>
    public static IReadOnlyList<BreakEven> Of(double addedNanoseconds, double? low, double? high) => low is > 0 && high is { } top
        ? [.. Shares.Select(s => new BreakEven(s, Length(addedNanoseconds, s), Length(low.Value, s), Length(top, s)))]
        : [];

    private static double Length(double nanoseconds, double percent) => Nanoseconds.ToMilliseconds(nanoseconds / (percent / 100));
}
