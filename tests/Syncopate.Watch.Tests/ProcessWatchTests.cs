using System.Globalization;
using Syncopate.Watch.Probes;
using Xunit;

namespace Syncopate.Watch.Tests;

[Trait("Starts", "programs")]
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

        WatchMoment moment = await FirstAsync(watch, m => m.Pool is { InUse: 9 });
        long[] own = await FiguresAsync(watched);

        Assert.Empty(watch.Missing);
        Assert.InRange(moment.Pool!.Threads, own[0] - 1, own[0] + 1);
        Assert.Equal(own[1], (long)moment.Pool.InUse!); // The agent is in the process.
        Assert.Equal(own[2], moment.Pool.QueueLength);
        Assert.Equal(12, moment.Pool.Minimum);
        Assert.Equal(9, moment.Pool.Blocked);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rates_add_up_to_what_the_process_counts_itself(bool withAgent)
    {
        const int Moments = 8, Work = 1000, Exceptions = 100;
        await using WatchedProcess watched = await WatchedProcess.StartAsync("pool");
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions { WithAgent = withAgent }, Token);
        await FirstAsync(watch, m => m.HasData);
        long before = (await FiguresAsync(watched))[3];

        (int count, double jitter, double completed, double exceptions) = (0, 0, 0, 0);
        await foreach (WatchMoment moment in watch.MomentsAsync(Token))
        {
            // What is asked for between two moments is in the second, or the third.
            jitter = Math.Max(jitter, Math.Abs(moment.Seconds - 1));
            completed += moment.Pool is null ? 0 : moment.Pool.CompletedPerSecond * moment.Seconds;
            exceptions += moment.Runtime is null ? 0 : moment.Runtime.ExceptionsPerSecond * moment.Seconds;
            if (++count <= Moments)
            {
                await watched.AskAsync($"work {Work}");
                await watched.AskAsync($"throw {Exceptions}");
            }
            else if (count == Moments + 3)
            {
                break;
            }
        }

        long own = (await FiguresAsync(watched))[3] - before;
        // A moment of a busy machine may end before or after the second of its counters.
        Ratio.Within(completed, own, jitter / Moments, "completed work items");
        Ratio.Within(exceptions, Moments * Exceptions, jitter / Moments, "exceptions");
    }

    [Fact]
    public async Task A_queue_that_grows_and_the_threads_let_in_for_it_are_told()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("pool");
        await watched.AskAsync("minimum 2");
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions(), Token);
        await watched.AskAsync("block 500");

        List<PoolAdjustment> adjustments = [];
        WatchMoment moment = await FirstAsync(watch, m =>
        {
            adjustments.AddRange(m.Adjustments);
            return m.Pool is { QueueLength: > 100 } && adjustments.Any(adjustment => adjustment.Reason == AdjustmentReason.Starvation);
        });

        Assert.True(moment.Pool!.InUse < 500);
        Assert.NotEmpty(moment.Samples);
    }

    [Fact]
    public async Task Exceptions_are_counted()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("pool");
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions { WithAgent = false }, Token);
        await FirstAsync(watch, m => m.HasData);

        // Thrown within a period of a second, which a busy machine makes longer, and the next one shorter: once of five times it is none of those.
        List<double> rates = [];
        while (rates.Count < 5 && rates is not [.., <= 44])
        {
            await watched.AskAsync("throw 40");
            WatchMoment moment = await FirstAsync(watch, m => m.Runtime is { ExceptionsPerSecond: > 0 });
            rates.Add(moment.Runtime!.ExceptionsPerSecond);
        }

        Assert.True(rates[^1] <= 44, string.Join(", ", rates));
    }

    [Fact]
    public async Task Moments_end_when_the_process_does()
    {
        WatchedProcess watched = await WatchedProcess.StartAsync("idle");
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions { WithAgent = false }, Token);
        await FirstAsync(watch, m => m.HasData);
        await watched.DisposeAsync();

        await foreach (WatchMoment _ in watch.MomentsAsync(Token))
        {
        }

        Assert.Contains("has ended", watch.DescribeEnd(), StringComparison.Ordinal);
    }

    // Threads, threads in use, queue, work items completed so far.
    private static async Task<long[]> FiguresAsync(WatchedProcess watched) =>
        [.. (await watched.AskAsync("figures")).Split(' ').Select(text => long.Parse(text, CultureInfo.InvariantCulture))];

    private static async Task<WatchMoment> FirstAsync(ProcessWatch watch, Predicate<WatchMoment> wanted)
    {
        await foreach (WatchMoment moment in watch.MomentsAsync(Token))
        {
            if (wanted(moment))
                return moment;
        }

        throw new InvalidOperationException("The process ended first.");
    }
}
