using System.Text.Json.Serialization;

namespace Syncopate.Watch;

/// <summary>An experiment in the watched process itself: its pool's minimum of threads was set to another number in turns, under
/// the load that it had, and put back.</summary>
/// <param name="AtNanoseconds">Since the watch began, when it ended.</param>
/// <param name="Threads">The minimum that was tried.</param>
/// <param name="Minimum">The minimum that the process had; null when that was not reported.</param>
/// <param name="Turns">The turns in order: as it is, changed, changed, as it is, and so on.</param>
/// <param name="Failure">Why it ended before it was decided, in a sentence; null when it did not.</param>
internal sealed record WatchWhatIf(
    long AtNanoseconds, int Threads, int? Minimum, IReadOnlyList<WhatIfTurn> Turns, string? Failure) : WatchRecord
{
    /// <summary>Pairs of turns of an experiment that was done to the end: the fewest that carry an interval of 95 %.</summary>
    public const int Pairs = 6;

    /// <summary>Work items completed per second, as the process is; null when no turn was whole.</summary>
    [JsonIgnore]
    public double? PerSecondAsItIs => Mean(isChanged: false);

    /// <summary>Work items completed per second with the other minimum; null when no turn was whole.</summary>
    [JsonIgnore]
    public double? PerSecondChanged => Mean(isChanged: true);

    private double? Mean(bool isChanged)
    {
        WhatIfTurn[] turns = [.. Turns.Where(turn => turn.IsChanged == isChanged)];
        return turns.Length == 0 ? null : turns.Average(turn => turn.CompletedPerSecond);
    }
}

/// <summary>One turn of such an experiment, without its beginning, in which the pool follows the change.</summary>
/// <param name="FromNanoseconds">Since the watch began.</param>
/// <param name="ToNanoseconds">Since the watch began.</param>
/// <param name="IsChanged">True when the pool had the other minimum.</param>
/// <param name="CompletedPerSecond">Work items that it completed per second.</param>
/// <param name="InUse">Threads in use, on average.</param>
/// <param name="QueueLength">Work items that waited for a thread, on average.</param>
internal sealed record WhatIfTurn(
    long FromNanoseconds, long ToNanoseconds, bool IsChanged, double CompletedPerSecond, double InUse, double QueueLength);
