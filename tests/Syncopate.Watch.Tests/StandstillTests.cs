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

    private const string Open = "Whether that ends by itself is not known.";

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

        Assert.Equal(stands, verdict.Cause == StarvationCause.HardlyAnyCompleted);
        Assert.Equal(!stands, verdict.Sentence.Contains("over", StringComparison.Ordinal));
        Assert.Equal(stands, verdict.Sentence.Contains(Open, StringComparison.Ordinal));
        Assert.Equal(
            stands && completed > 0, verdict.Sentence.Contains("for 4 s only 6 work items were completed", StringComparison.Ordinal));
    }

    // A page that sleeps for a minute. All is answered in the end.
    [Fact]
    public void A_slow_page_is_not_said_to_stand_still()
    {
        WatchSample[] moments = [.. Recorded.Moments([.. Starved, .. Enumerable.Repeat(Recorded.Pool(20, 0, 20, 0), 4)])
            .Select(moment => moment with { Server = new HttpFigures(1, 0, null) })];

        BlockedSites sites = Recorded.Sites((BlockingKind.Sleep, 20_000, 1000));

        string sentence = StarvationVerdict.OfLooks(moments, [Look(sites)]).Sentence;

        Assert.Equal(
            $"{Stands} and 1 request in flight. When last sampled, most were blocked in Thread.Sleep called by Orders.Pay (Orders.cs:12). "
            + Open,
            sentence);
    }

    [Fact]
    public void Threads_that_work_do_not_stand()
    {
        WatchSample[] moments = [.. Recorded.Moments([.. Starved, .. Enumerable.Repeat(Recorded.Pool(20, 0, 20, 0), 4)])
            .Select(moment => moment.Worked(2, 10))];

        Assert.Equal(StarvationCause.None, StarvationVerdict.OfLooks(moments, []).Cause);
    }

    [Theory]
    [InlineData(20, StarvationCause.Deadlock, "Deadlock: threads that hold a lock wait for each other's, in")]
    [InlineData(null, StarvationCause.HardlyAnyCompleted, "Threads seen to hold a lock wait for one themselves, in")]
    [InlineData(40, StarvationCause.HardlyAnyCompleted, "When last sampled, most were blocked in")]
    public void A_deadlock_is_told_where_holders_of_locks_wait_for_one_another(int? heldIn, Enum cause, string said)
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Lock, 10_000, 1000), (BlockingKind.Lock, 9_000, 1000));
        sites = sites with
        {
            Sites =
            [
                sites.Sites[0] with { Holder = HeldIn(20), Line = 12 },
                sites.Sites[1] with { Holder = heldIn is null ? null : HeldIn(heldIn == 20 ? 12 : 40), Line = 20 },
            ],
        };

        StarvationVerdict verdict = StarvationVerdict.OfLooks(
            Recorded.Moments([.. Starved, .. Enumerable.Repeat(Recorded.Pool(20, 0, 20, 0), 4)]), [Look(sites)]);

        Assert.Equal((StarvationCause)cause, verdict.Cause);
        Assert.Contains($" {said} Monitor.Enter called by Orders.Pay (Orders.cs:", verdict.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void What_was_seen_before_is_told_with_it()
    {
        WatchSample[] moments = Recorded.Moments([.. Starved, .. Enumerable.Repeat(Recorded.Pool(20, 0, 20, 0), 4)]);
        WatchSites look = Look(Recorded.Sites((BlockingKind.Signal, 18_000, 1000)));

        string sentence = WatchReportBuilder.Build([.. moments, look], 0).Verdict!.Sentence;

        Assert.Equal(
            $"{Stands}. When last sampled, most were blocked in SemaphoreSlim.Wait called by Orders.Pay (Orders.cs:12). {Open} Before "
            + "that: starving for 3 s: 5 work items wait for a thread. 18 of 18 busy threads are blocked in "
            + "SemaphoreSlim.Wait called by Orders.Pay (Orders.cs:12). The pool is not notified of such waits: it adds one or two threads "
            + "per second, and only while nothing at all leaves the queue. Whether more threads would help depends on what they wait for "
            + "there, which is not seen.",
            sentence);
    }

    [Fact]
    public async Task A_deadlock_is_not_over_when_everybody_has_a_thread() => Assert.Matches(
        "while 2[0-9] threads are in use\\. (Deadlock: threads that hold a lock wait for each other's|Threads seen "
        + "to hold a lock wait for one themselves), in Monitor\\.Enter.* called by Convoy\\.(Transfer|Refund) ",
        await SentenceAsync("deadlock", "1"));

    [Fact]
    public async Task A_sleep_of_minutes_is_no_deadlock()
    {
        string sentence = await SentenceAsync("sleep", "600000");

        Assert.Matches($"while 2[0-9] threads are in use\\. When last sampled, most were blocked in Thread\\.Sleep .*{Open}", sentence);
        Assert.DoesNotContain("Deadlock", sentence, StringComparison.Ordinal);
    }

    // Of a program whose 20 callers all have a thread.
    private static async Task<string> SentenceAsync(string kind, string milliseconds)
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("convoy", kind, milliseconds, "20");
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

            return StarvationVerdict.OfLooks(moments, looks).Cause
                is StarvationCause.Deadlock or StarvationCause.HardlyAnyCompleted;
        });

        return StarvationVerdict.OfLooks(moments, looks).Sentence;
    }

    private static WatchSites Look(BlockedSites sites) => WatchSites.Begun(1_000_000_000, sites);

    private static BlockedHolder HeldIn(int line) => new("Monitor.Enter", "Orders.Pay", "/src/Orders.cs", line, null, 1);
}
