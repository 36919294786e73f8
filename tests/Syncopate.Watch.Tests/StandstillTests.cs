using Syncopate.Watch.Probes;
using Syncopate.Watch.Reporting;
using Syncopate.Watch.Starvation;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>A queue that empties because everybody who waited stands still in a thread of his own is no end of a starvation.</summary>
[Collection(nameof(Alone))]
[Trait("Judges", "behaviour")]
public sealed class StandstillTests
{
    private const string Stands =
        "No work waits for a thread any more, but for 4 s nothing was completed either, while 20 threads are in use";

    private static readonly PoolFigures[] Starved = [Recorded.Pool(18, 9, 18, 0), Recorded.Pool(19, 5, 19, 0), Recorded.Pool(20, 1, 20, 0)];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(20, 0, 20, true)]
    [InlineData(20, 1.5, 20, true)] // Timers go on.
    [InlineData(16, 0, null, true)]
    [InlineData(20, 12, 20, false)] // Something is answered.
    [InlineData(4, 0, 20, false)] // Most have gone on: those may wait for something to do.
    [InlineData(20, 0, 0, false)] // Nothing is asked for.
    public void Nothing_is_over_while_nothing_is_completed(int inUse, double completed, int? requests, bool stands)
    {
        PoolFigures after = Recorded.Pool(20, 0, inUse, completed);
        WatchSample[] moments = [.. Recorded.Moments([.. Starved, .. Enumerable.Repeat(after, 4)])
            .Select(moment => moment with { Server = requests is { } count ? new HttpFigures(count, 0, null) : null })];

        StarvationVerdict verdict = WatchReportBuilder.Build(moments, 0).Verdict!;

        Assert.Equal(stands, verdict.Cause == StarvationCause.Standstill);
        Assert.Equal(!stands, verdict.Sentence.Contains("over", StringComparison.Ordinal));
        Assert.Equal(stands, verdict.Sentence.Contains("it stands still", StringComparison.Ordinal));
        Assert.Equal(stands && requests is null, verdict.Sentence.Contains("unless nothing is asked of it", StringComparison.Ordinal));
    }

    [Fact]
    public void What_was_seen_before_is_told_with_it()
    {
        WatchSample[] moments = Recorded.Moments([.. Starved, .. Enumerable.Repeat(Recorded.Pool(20, 0, 20, 0), 4)]);
        WatchSites look = WatchSites.Begun(1_000_000_000, Recorded.Sites((BlockingKind.Signal, 18_000, 1000)));

        string sentence = WatchReportBuilder.Build([.. moments, look], 0).Verdict!.Sentence;

        Assert.Equal(
            $"{Stands}: unless nothing is asked of it, it stands still. When last looked at, most stood in SemaphoreSlim.Wait called by "
            + "Orders.Pay (Orders.cs:12). Before that: starving for 3 s: 5 work items wait for a thread. 18 of 18 busy threads stand in "
            + "SemaphoreSlim.Wait called by Orders.Pay (Orders.cs:12). The pool is not notified of such waits: it adds one or two threads "
            + "per second, and only while nothing at all leaves the queue. Whether more threads would help depends on what they wait for "
            + "there, which is not seen.",
            sentence);
    }

    [Fact]
    public async Task A_deadlock_is_not_over_when_everybody_has_a_thread()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("convoy", "deadlock", "1", "20");
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions(), Token);
        List<WatchSample> moments = [];
        List<WatchSites> looks = [];

        await MomentSearch.FirstAsync(watch, async moment =>
        {
            moments.Add(moment);
            if (moment.Pool is { QueueLength: > 0 })
            {
                looks.Add(WatchSites.Begun(
                    watch.ElapsedNanoseconds,
                    await BlockingProbe.TakeAsync(watched.ProcessId, ProbeTrigger.Window, cancellationToken: Token)));
            }

            return StarvationVerdict.OfLooks(moments, looks).Cause == StarvationCause.Standstill;
        });

        string sentence = StarvationVerdict.OfLooks(moments, looks).Sentence;
        Assert.Matches("while 2[0-9] threads are in use: unless nothing is asked of it, it stands still\\.", sentence);
        Assert.Matches(
            "Those that were seen to hold a lock wait for one themselves, in Monitor\\.Enter.* called by Convoy\\.(Transfer|Refund) .*, "
            + "as in a deadlock\\.",
            sentence);
    }
}
