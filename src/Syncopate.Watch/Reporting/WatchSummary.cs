using Syncopate.Units;
using Syncopate.Watch.Starvation;

namespace Syncopate.Watch.Reporting;

/// <summary>Figures of a whole watch. Null where no moment has the figure.</summary>
/// <param name="Seconds">How long it was watched.</param>
/// <param name="SilentSeconds">In how much of that the process reported nothing.</param>
/// <param name="LostEvents">Events that the runtime dropped.</param>
/// <param name="MostThreads">Most pool threads that existed.</param>
/// <param name="MostInUse">Most worker threads in use at any sample.</param>
/// <param name="MostBlocked">Most pool threads in use that did not run.</param>
/// <param name="LongestQueue">Longest queue of the pool.</param>
/// <param name="CompletedPerSecond">Work items completed per second.</param>
/// <param name="Cores">Processors used, on average.</param>
/// <param name="AllocatedBytesPerSecond">Allocated per second.</param>
/// <param name="PauseShare">Share of the time in which collections stopped all threads.</param>
/// <param name="Exceptions">Exceptions thrown.</param>
/// <param name="LockContentions">Times a thread had to wait for a monitor.</param>
/// <param name="RequestsPerSecond">Requests begun per second, as the server counts them.</param>
/// <param name="Adjustments">Decisions of the pool about its threads.</param>
/// <param name="Allowed">Processors that the process could use at the end.</param>
/// <param name="Shares">What the threads of the pool did with their time.</param>
internal sealed record WatchSummary(
    double Seconds,
    double SilentSeconds,
    long LostEvents,
    int? MostThreads,
    int? MostInUse,
    int? MostBlocked,
    long? LongestQueue,
    double? CompletedPerSecond,
    double? Cores,
    double? AllocatedBytesPerSecond,
    double? PauseShare,
    double? Exceptions,
    double? LockContentions,
    double? RequestsPerSecond,
    int Adjustments,
    double? Allowed,
    ThreadShares? Shares)
{
    /// <summary>The figures of these moments.</summary>
    internal static WatchSummary Of(IReadOnlyList<WatchSample> moments)
    {
        double seconds = moments.Sum(m => m.Seconds);
        WatchSample[] told = [.. moments.Where(m => m.HasData)];
        WatchSample[] measured = [.. moments.Where(m => m.CpuNanoseconds is not null)];
        return new WatchSummary(
            seconds,
            moments.Where(m => !m.HasData).Sum(m => m.Seconds),
            moments.Sum(m => m.LostEvents),
            told.Max(m => m.Pool?.Threads),
            told.Max(m => m.Pool?.MostInUse),
            told.Max(m => m.Pool?.Blocked),
            told.Max(m => m.Pool?.LongestQueue),
            Mean(told, m => m.Pool?.CompletedPerSecond, m => m.Pool?.CountedSeconds),
            measured.Sum(m => m.Seconds) is > 0 and var watched
                ? Nanoseconds.ToSeconds(measured.Sum(m => m.CpuNanoseconds ?? 0)) / watched
                : null,
            Mean(told, m => m.Runtime?.AllocatedBytesPerSecond, m => m.Runtime?.CountedSeconds),
            Mean(told, m => m.Runtime?.PauseShare, m => m.Runtime?.CountedSeconds),
            Sum(told, runtime => runtime.ExceptionsPerSecond),
            Sum(told, runtime => runtime.LockContentionsPerSecond),
            Mean(told, m => m.Server?.RequestsPerSecond, m => m.Server?.CountedSeconds),
            moments.Sum(m => m.Adjustments.Count),
            moments.Select(m => m.Processors?.Allowed).LastOrDefault(allowed => allowed is not null),
            ThreadShares.Of(moments));
    }

    private static double? Mean(WatchSample[] moments, Func<WatchSample, double?> figure, Func<WatchSample, double?> counted)
    {
        WatchSample[] told = [.. moments.Where(m => figure(m) is not null)];
        double seconds = told.Sum(m => counted(m) ?? m.Seconds);
        return seconds > 0 ? told.Sum(m => (counted(m) ?? m.Seconds) * (figure(m) ?? 0)) / seconds : null;
    }

    private static double? Sum(WatchSample[] moments, Func<RuntimeFigures, double> figure) => moments.Any(m => m.Runtime is not null)
        ? Math.Round(moments.Sum(m => m.Runtime is { } runtime ? figure(runtime) * (runtime.CountedSeconds ?? m.Seconds) : 0))
        : null;
}
