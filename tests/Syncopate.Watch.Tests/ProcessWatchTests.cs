using System.Globalization;
using Syncopate.Watch.Probes;
using Syncopate.Watch.Reporting;
using Xunit;

namespace Syncopate.Watch.Tests;

[Trait("Judges", "time")]
public sealed class ProcessWatchTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Figures_of_the_pool_agree_with_those_that_the_process_counts_itself()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("pool");
        await watched.AskAsync("minimum 12");
        await watched.AskAsync("block 9");
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions(), Token);

        // The agent is in the process, and its threads come and go: until both say the same once.
        WatchSample moment = await MomentSearch.FirstAsync(watch, async m =>
        {
            long[] own = await FiguresAsync(watched);
            return m.Pool is { InUse: 9, Blocked: 9 } pool && (pool.Threads, (long)pool.InUse, pool.QueueLength) == (own[0], own[1], own[2]);
        });

        Assert.Empty(watch.Missing);
        Assert.Equal(12, moment.Pool!.Minimum);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rates_add_up_to_what_the_process_counts_itself(bool withAgent)
    {
        const int Moments = 8, Work = 1000, Exceptions = 100;
        await using WatchedProcess watched = await WatchedProcess.StartAsync("pool");
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions { WithAgent = withAgent }, Token);
        await MomentSearch.FirstAsync(watch, m => m.HasData);
        long before = (await FiguresAsync(watched))[3];

        (int count, double completed, double exceptions) = (0, 0, 0);
        await MomentSearch.FirstAsync(watch, async moment =>
        {
            completed += moment.Pool is { } pool ? pool.CompletedPerSecond * pool.CountedSeconds!.Value : 0;
            exceptions += moment.Runtime is { } runtime ? runtime.ExceptionsPerSecond * runtime.CountedSeconds!.Value : 0;
            if (++count <= Moments)
            {
                await watched.AskAsync($"work {Work}");
                await watched.AskAsync($"throw {Exceptions}");
            }

            return exceptions > Moments * Exceptions - 0.5; // With which the work is reported that came before them.
        });

        long own = (await FiguresAsync(watched))[3] - before;
        Assert.Equal(Moments * Exceptions, exceptions, 6);
        Ratio.Within(completed, own, 0.05, "completed work items"); // Own ones of the runtime and of the agent come all the time.
    }

    [Fact]
    public async Task A_queue_that_grows_and_the_threads_let_in_for_it_are_told()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("pool");
        await watched.AskAsync("minimum 2");
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions(), Token);
        await watched.AskAsync("block 500");

        List<PoolAdjustment> adjustments = [];
        WatchSample moment = await MomentSearch.FirstAsync(watch, m =>
        {
            adjustments.AddRange(m.Adjustments);
            return m.Pool is { QueueLength: > 100 } && adjustments.Any(adjustment => adjustment.Reason == AdjustmentReason.Starvation);
        });

        Assert.True(moment.Pool!.InUse < 500);
        Assert.NotEmpty(moment.Samples);
    }

    // "0 blocked" was said while all of them slept.
    [Fact]
    public async Task Workers_that_the_program_gives_a_name_are_counted_with_the_others()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("convoy", "named", "500", "40");
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions(), Token);
        await MomentSearch.FirstAsync(watch, moment => Tells(moment) && moment.Pool is { InUse: >= 8 });

        watch.Learn(await BlockingProbe.TakeAsync(watched.ProcessId, ProbeTrigger.Window, cancellationToken: Token));
        WatchSample told = await MomentSearch.FirstAsync(
            watch,
            moment => Tells(moment)
                && moment is { Pool: { InUse: >= 8, Blocked: >= 7 }, Processors.WorkerSeconds: >= 4 });

        Assert.True(told.Pool!.Blocked <= told.Pool.InUse);

        // Of what is not known nothing is told.
        static bool Tells(WatchSample moment)
        {
            Assert.False(moment.Pool is { InUse: >= 8, Blocked: 0 });
            return moment.HasData;
        }
    }

    [Fact]
    public async Task Exceptions_are_counted()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("pool");
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions { WithAgent = false }, Token);
        await MomentSearch.FirstAsync(watch, m => m.HasData);

        await watched.AskAsync("throw 40");
        double counted = 0;
        WatchSample moment = await MomentSearch.FirstAsync(watch, m =>
            (counted += m.Runtime is { } runtime ? runtime.ExceptionsPerSecond * runtime.CountedSeconds!.Value : 0) > 39.5);

        Assert.Equal(40, counted, 6);
        Assert.Equal(40, WatchSummary.Of([moment]).Exceptions);
    }

    [Fact]
    public async Task Moments_end_when_the_process_does()
    {
        WatchedProcess watched = await WatchedProcess.StartAsync("idle");
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions { WithAgent = false }, Token);
        await MomentSearch.FirstAsync(watch, m => m.HasData);
        await watched.DisposeAsync();

        await foreach (WatchSample _ in watch.MomentsAsync(Token))
        {
        }

        Assert.Contains("has ended", watch.DescribeEnd(), StringComparison.Ordinal);
    }

    // Threads, threads in use, queue, work items completed so far.
    private static async Task<long[]> FiguresAsync(WatchedProcess watched) =>
        [.. (await watched.AskAsync("figures")).Split(' ').Select(text => long.Parse(text, CultureInfo.InvariantCulture))];
}
