using System.Globalization;
using Syncopate.Tests.Load;
using Syncopate.Watch.Probes;
using Syncopate.Watch.Starvation;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Who holds what others wait for, and how often it can be had, compared with what the process counts itself.</summary>
[Collection(nameof(Alone))]
[Trait("Judges", "time")]
public sealed class HolderTests
{
    private const int MostLooks = 30;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("monitor", "Monitor.Enter", 10)]
    [InlineData("lock", "Lock.Enter", 10)]
    [InlineData("writer", "ReaderWriterLockSlim.EnterWriteLock", 20)]
    [InlineData("semaphore", "SemaphoreSlim.Wait", 50)]
    public Task The_holder_is_found_and_no_ceiling_is_below_what_passes(string kind, string call, int milliseconds) =>
        QuietMachine.JudgeAsync(async () =>
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("convoy-server", kind, milliseconds.ToString(CultureInfo.InvariantCulture));
        await using Users users = new(await watched.AskAsync("port"), 40);

        (double passedBefore, double before) = await PassedAsync(watched);
        BlockedSite site = await WorstAsync(watched, call);
        (double passedAfter, double after) = await PassedAsync(watched);

        double passing = (passedAfter - passedBefore) / (after - before) * 1000;
        string told = string.Create(CultureInfo.InvariantCulture, $"{site.Holder}, and {passing:F1} per second passed");
        Assert.Equal("Convoy.Enter", site.Place);
        Assert.Equal(("Thread.Sleep", "Convoy.Enter"), (site.Holder?.Call, site.Holder?.Place));
        Assert.EndsWith("Convoy.cs", site.Holder?.File, StringComparison.Ordinal);
        // On a machine that stops threads at will a hold may be longer than the shortest that was seen.
        Assert.True(site.Holder?.CeilingPerSecond >= 0.9 * passing, told);
        Assert.True(site.Holder?.CeilingPerSecond <= 2 * passing, told);
    });

    // Each passes several times as many with 60 threads: no cure may be denied there.
    [Theory]
    [InlineData("lock-task", "Monitor.Enter", HolderEvidence.WaitsForTask)]
    [InlineData("semaphore-task", "SemaphoreSlim.Wait", HolderEvidence.WaitsForTask)]
    [InlineData("shards", "Monitor.Enter", HolderEvidence.Several)]
    [InlineData("signal", "SemaphoreSlim.Wait", null)]
    [InlineData("jobs", "SemaphoreSlim.Wait", null)]
    [InlineData("readers", "ReaderWriterLockSlim.EnterReadLock", null)] // Who writes is in another method; who has read sleeps without it.
    public async Task What_more_threads_would_help_is_not_taken_for_a_limit(string kind, string call, Enum? evidence)
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("convoy", kind, "50", "40");

        BlockedHolder? holder = (await WorstAsync(watched, call)).Holder;

        Assert.Equal((HolderEvidence?)evidence, holder?.Evidence);
        Assert.Null(holder?.CeilingPerSecond);
    }

    [Fact]
    public async Task A_page_that_asks_its_own_process_is_seen_to()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Other systems do not tell whose sockets are.");
        await using WatchedProcess watched = await WatchedProcess.StartAsync("convoy-server", "self", "20");
        await using Users users = new(await watched.AskAsync("port"), 40);

        // At first all wait until a connection is opened, which needs a thread of the pool too.
        BlockedSite site;
        int looks = 0;
        do
            site = await WorstAsync(watched, "HttpClient.Send");
        while (!site.CallsItself && ++looks < MostLooks);

        Assert.Equal(("Convoy.Ask", true), (site.Place, site.CallsItself));
        Assert.False(WaitLimits.ScalesWithThreads(site));
    }

    // Two holds of one thread on end look like one there: a ceiling would be too low.
    [Fact]
    public async Task Where_no_request_tells_one_hold_from_the_next_the_holder_is_told_without_a_ceiling()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("convoy", "monitor", "10", "40");

        BlockedHolder? holder = (await WorstAsync(watched, "Monitor.Enter")).Holder;

        Assert.Equal(("Thread.Sleep", "Convoy.Enter"), (holder?.Call, holder?.Place));
        Assert.Null(holder?.CeilingPerSecond);
    }

    // Seen were, of 31 threads, the one that runs it.
    [Fact]
    public async Task Those_that_wait_for_a_static_constructor_are_seen()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("convoy", "statics", "1", "8");

        // Only some of the threads may have come to it within a look.
        BlockedSite waiting;
        int looks = 0;
        do
        {
            BlockedSites sites = await BlockingProbe.TakeAsync(watched.ProcessId, TimeSpan.FromSeconds(2), cancellationToken: Token);
            waiting = Assert.Single(sites.Sites, site => site.Kind == BlockingKind.Lock);
        }
        while (waiting.Threads <= 1 && ++looks < MostLooks);

        Assert.Equal(("the lock of a static constructor", "SlowStatics.Text"), (waiting.Call, waiting.Place));
        Assert.True(waiting.Threads > 1);
        Assert.Equal("SlowStatics.static constructor", waiting.Holder?.Place);
    }

    private static async Task<BlockedSite> WorstAsync(WatchedProcess watched, string call)
    {
        BlockedSites sites = await BlockingProbe.TakeAsync(watched.ProcessId, TimeSpan.FromSeconds(3), cancellationToken: Token);
        // Which of its own methods a lock waits in is its own matter.
        return sites.Sites.First(site => site.Call.Replace("Try", "", StringComparison.Ordinal).StartsWith(call, StringComparison.Ordinal));
    }

    private static async Task<(double Passed, double Milliseconds)> PassedAsync(WatchedProcess watched)
    {
        double[] figures = [.. (await watched.AskAsync("passed")).Split(' ').Select(text => double.Parse(text, CultureInfo.InvariantCulture))];
        return (figures[0], figures[1]);
    }

    /// <summary>Users who each, once answered, ask again, until this is disposed of.</summary>
    private sealed class Users : IAsyncDisposable
    {
        private readonly CancellationTokenSource _left = new();
        private readonly HttpClient _client = new();
        private readonly Task _asking;

        public Users(string port, int count) => _asking = Task.WhenAll(Enumerable.Range(0, count).Select(_ => AskAsync(new Uri($"http://127.0.0.1:{port}/"))));

        public async ValueTask DisposeAsync()
        {
            await _left.CancelAsync();
            await _asking;
            _client.Dispose();
            _left.Dispose();
        }

        private async Task AskAsync(Uri address)
        {
            try
            {
                while (true)
                    await _client.GetStringAsync(address, _left.Token);
            }
            catch (OperationCanceledException) when (_left.IsCancellationRequested)
            {
                // It has asked for as long as it was to.
            }
        }
    }
}
