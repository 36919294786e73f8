using Syncopate.Watch.Probes;
using Syncopate.Watch.Reporting;
using Syncopate.Watch.Starvation;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Waits for a moment of a watch, however long it takes to come on a busy machine.</summary>
internal static class MomentSearch
{
    // Three minutes of moments: this only ends a wait for what never comes.
    private const int MostMoments = 180;
    private const int Told = 5;

    /// <summary>The first moment that is wanted; fails with the last five when none comes.</summary>
    public static Task<WatchSample> FirstAsync(ProcessWatch watch, Predicate<WatchSample> wanted) =>
        FirstAsync(watch, moment => Task.FromResult(wanted(moment)));

    /// <summary>What is said of a process in whose queue work has been seen in three moments, and where it blocks after that.</summary>
    public static async Task<StarvationVerdict> VerdictAsync(ProcessWatch watch, int processId)
    {
        List<WatchSample> moments = [];
        await FirstAsync(watch, moment =>
        {
            moments.Add(moment);
            return moments.Count(seen => seen.Pool is { QueueLength: > 0 }) >= 3;
        });
        BlockedSites sites = await BlockingProbe.TakeAsync(
            processId, TimeSpan.FromSeconds(1), cancellationToken: TestContext.Current.CancellationToken);
        return StarvationVerdict.Of(moments, sites);
    }

    /// <summary>The first moment that is wanted, of which the process itself may be asked.</summary>
    public static async Task<WatchSample> FirstAsync(ProcessWatch watch, Func<WatchSample, Task<bool>> isWanted)
    {
        List<WatchSample> seen = [];
        await foreach (WatchSample moment in watch.MomentsAsync(TestContext.Current.CancellationToken))
        {
            if (await isWanted(moment))
                return moment;
            seen.Add(moment);
            if (seen.Count == MostMoments)
                break;
        }

        string last = string.Join('\n', seen.TakeLast(Told).Select(WatchText.Line));
        throw new InvalidOperationException($"None of {seen.Count} moments was wanted. {watch.DescribeEnd()}\n{last}");
    }
}
