using System.Globalization;
using Syncopate.Running;
using Syncopate.Tests.Load;
using Syncopate.Watch.Probes;
using Syncopate.Watch.Starvation;
using Xunit;

namespace Syncopate.Watch.Tests;

[Collection(nameof(Alone))]
[Trait("Judges", "time")]
public sealed class BlockingProbeTests
{
    private static readonly TimeSpan Window = TimeSpan.FromSeconds(3);

    private static readonly (string Place, BlockingKind Kind, string Call)[] Planted =
    [
        ("WaitForTask", BlockingKind.TaskWait, "Task.Result"),
        ("EnterMonitor", BlockingKind.Lock, "Monitor.Enter"),
        ("EnterLock", BlockingKind.Lock, "Lock.Enter"),
        ("Sleep", BlockingKind.Sleep, "Thread.Sleep"),
        ("ReadSocket", BlockingKind.Socket, "Socket.Receive"),
        ("CallHttp", BlockingKind.Http, "HttpClient.Send"),
        ("RunCommand", BlockingKind.Data, "DelayedCommand.ExecuteScalar"),
        ("ReadPipe", BlockingKind.File, "PipeStream.ReadByte"),
    ];

    [Fact]
    public Task Every_planted_place_is_found_at_its_line_with_its_share_and_no_other() => QuietMachine.JudgeAsync(async () =>
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("blocked-places");

        // The truth is asked for before a look and after it, and a busy machine makes that time longer than the look.
        (double error, string told) = await LookAsync(watched);

        Assert.True(error <= 0.2, told);
    });

    /// <summary>Looks once; the largest relative error of a share, and what was found.</summary>
    private static async Task<(double Error, string Told)> LookAsync(WatchedProcess watched)
    {
        CancellationToken cancellation = TestContext.Current.CancellationToken;
        Dictionary<string, Truth> before = Read(await watched.AskAsync("truth"));
        BlockedSites found = await BlockingProbe.TakeAsync(watched.ProcessId, Window, cancellationToken: cancellation);
        Dictionary<string, Truth> after = Read(await watched.AskAsync("truth"));

        string told = Told(found);
        double all = after.Sum(place => place.Value.Milliseconds) - before.Sum(place => place.Value.Milliseconds);
        Assert.Equal(0, found.LostEvents);
        // On a busy machine a thread may be stopped within a lock of the runtime's own timers, and others then do stand there for a moment.
        BlockedSite[] places = [.. found.Sites.Where(site => site.Share >= 0.05)];
        Assert.True(places.Length == Planted.Length, told);
        double worst = 0;
        foreach ((string name, BlockingKind kind, string call) in Planted)
        {
            BlockedSite site = Assert.Single(places, site => site.Place == $"BlockedPlaces.{name}");
            double share = (after[name].Milliseconds - before[name].Milliseconds) / all;
            Assert.True(site.Kind == kind, told);
            Assert.True(site.Call == call, told);
            Assert.True(site.Line == after[name].Line, told);
            Assert.EndsWith("BlockedPlaces.cs", site.File, StringComparison.Ordinal);
            Assert.Equal(kind == BlockingKind.TaskWait, site.IsSyncOverAsync);
            double error = Math.Abs(site.Share / share - 1);
            if (error > worst)
                (worst, told) = (error, string.Create(CultureInfo.InvariantCulture, $"{name}: {site.Share:P1} instead of {share:P1}\n{Told(found)}"));
        }

        return (worst, told);
    }

    [Fact]
    public async Task A_process_in_the_trap_is_told_so_with_the_line_to_convert()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("starving", "100", "40");
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(
            watched.ProcessId, new WatchOptions(), TestContext.Current.CancellationToken);

        StarvationVerdict verdict = await MomentSearch.VerdictAsync(watch, watched.ProcessId);

        // Which waits they are, and how many threads they need, depends on stalls of the machine: StarvationVerdictTests has that.
        Assert.True(verdict.IsStarving, verdict.Sentence);
        Assert.Equal("Starving.Answer", verdict.ConvertFirst?.Place);
        Assert.Equal(26, verdict.ConvertFirst?.Line);
        Assert.Contains("Thread.Sleep called by Starving.Answer (Starving.cs:26)", verdict.Sentence, StringComparison.Ordinal);
        Assert.True(verdict.Gain?.ThreadsNeeded > 1, verdict.Sentence);
    }

    // "With 40 threads ... at most about ...; await in their place needs none of them" was said of it.
    [Fact]
    public async Task A_sleep_that_polls_is_known_by_its_loop()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("convoy", "polling", "50", "40");

        BlockedSites sites = await BlockingProbe.TakeAsync(
            watched.ProcessId, Window, cancellationToken: TestContext.Current.CancellationToken);

        // What it asks for sleeps in a lambda of the same method, once.
        BlockedSite? site = sites.Sites.FirstOrDefault(site => site is { Place: "Convoy.Poll", IsPolling: true });
        Assert.True(site is not null && WaitLimits.Of(site) == WaitLimit.Unknown, Told(sites));
    }

    [Fact]
    public async Task A_process_that_is_not_there_is_refused_with_the_next_step()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("idle");
        await watched.EndAsync();

        TargetFailedException failure = await Assert.ThrowsAsync<TargetFailedException>(
            () => BlockingProbe.TakeAsync(watched.ProcessId, Window, cancellationToken: TestContext.Current.CancellationToken));

        Assert.Contains($"There is no process {watched.ProcessId}.", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_process_that_ends_meanwhile_is_named()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("idle");
        Task<BlockedSites> looking = BlockingProbe.TakeAsync(watched.ProcessId, BlockingProbe.LongestWindow, cancellationToken: TestContext.Current.CancellationToken);

        await watched.EndAsync();
        TargetFailedException failure = await Assert.ThrowsAsync<TargetFailedException>(() => looking);

        Assert.Contains($"rocess {watched.ProcessId}", failure.Message, StringComparison.Ordinal);
    }

    private static string Told(BlockedSites found) => string.Join('\n', found.Sites.Select(site => string.Create(CultureInfo.InvariantCulture,
            $"{site.Kind} {site.Place} {site.File}:{site.Line} by {site.Call}: {site.Share:P1}, {site.BlockedMilliseconds:F0} ms, {site.Waits} waits, {site.Threads} threads, sampled {site.IsSampled}, over async {site.IsSyncOverAsync}\n    {string.Join("\n    ", site.Frames)}"))
        .Prepend(string.Create(CultureInfo.InvariantCulture, $"{found.WindowMilliseconds:F0} ms, {found.Threads} threads, {found.LostEvents} lost")));

    private static Dictionary<string, Truth> Read(string line) => line.Split('|').Select(place => place.Split(' '))
        .ToDictionary(place => place[0], place => new Truth(int.Parse(place[1], CultureInfo.InvariantCulture), double.Parse(place[2], CultureInfo.InvariantCulture)));

    private sealed record Truth(int Line, double Milliseconds);
}
