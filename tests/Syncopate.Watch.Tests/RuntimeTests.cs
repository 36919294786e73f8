using Syncopate.Watch.Awaits;
using Syncopate.Watch.Probes;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>The same views of a program on other runtimes than the one that this is built for. None may be empty without a word.</summary>
[Trait("Judges", "behaviour")]
public sealed class RuntimeTests(RuntimeKinds kinds) : IClassFixture<RuntimeKinds>
{
    private const int MostLooks = 30;
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("net8.0", true)]
    [InlineData("net11.0", true)]
    [InlineData("net11.0-ra", false)]
    public async Task Live_awaits_are_told_in_a_process_that_has_suspended_before(string kind, bool hasLines)
    {
        TaskCompletionSource<(LiveAwaits Table, LiveAwait Site)> found = new(TaskCreationOptions.RunContinuationsAsynchronously);
        TaskCompletionSource begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using WatchedProcess watched = await kinds.StartAsync(kind, "awaits");
        await watched.AskAsync("rest"); // .NET 11 stops keeping its list for debuggers at the first suspension of all.
        await using LiveAwaitProbe probe = await LiveAwaitProbe.StartAsync(watched.ProcessId, Keep, Token);
        await begun.Task.WaitAsync(Patience, Token);

        await watched.AskAsync("hold");
        (LiveAwaits table, LiveAwait site) = await found.Task.WaitAsync(Patience, Token);

        Assert.Equal("Awaits.HoldInnerAsync", site.Method);
        Assert.EndsWith("Awaits.cs", site.File, StringComparison.Ordinal);
        Assert.Equal(hasLines, site.Line is not null);
        Assert.StartsWith("Awaits.HoldAsync", Assert.Single(site.Chain), StringComparison.Ordinal);
        Assert.Equal(hasLines, table.RuntimeAsyncMethods == 0);
        string said = string.Join('\n', AsyncTimelineText.Lines(table, 9));
        Assert.Equal(
            !hasLines,
            said.Contains("of the program are compiled as runtime async: at which await they wait is not told.", StringComparison.Ordinal));

        void Keep(LiveAwaits awaits)
        {
            begun.TrySetResult();
            LiveAwait? held = awaits.Sites.FirstOrDefault(s => s is { InFlight: 5, LongestMilliseconds: > 0, Method: "Awaits.HoldInnerAsync" });
            if (held is not null)
                found.TrySetResult((awaits, held));
        }
    }

    [Theory]
    [InlineData("net8.0", null)]
    [InlineData("net9.0", null)]
    [InlineData("net11.0", null)]
    [InlineData("net11.0-ra", "are compiled as runtime async: of what they wait for, only other async methods")]
    public async Task A_timeline_has_the_methods_their_lines_and_what_is_awaited_in_sequence(string kind, string? note)
    {
        await using WatchedProcess watched = await kinds.StartAsync(kind, "awaits");
        await watched.AskAsync("rest");
        using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(Token);
        Task asking = AskAsync();

        AsyncTimeline timeline = await AsyncProbe.TakeAsync(watched.ProcessId, TimeSpan.FromSeconds(2), TimeProvider.System, Token);

        await stop.CancelAsync();
        await asking;
        AsyncMethod? direct = timeline.Methods.FirstOrDefault(method => method.Name == "Awaits.DirectAsync");
        Assert.True(direct is { Calls: > 0 }, $"among {string.Join(", ", timeline.Methods.Select(m => m.Name))}");
        AwaitedWork[] awaited = [.. direct.WaitedFor.OrderBy(wait => wait.Line).ThenByDescending(wait => wait.Name)];
        Assert.Equal(["Awaits.ReadOrdersAsync", "Awaits.ReadCustomersAsync"], awaited.Select(wait => wait.Name));
        // The task library does not tell which await of several it is.
        Assert.Equal(note is null ? null : 2, awaited[1].Line - awaited[0].Line);
        // 140 of 240 ms, and 40 of them at work.
        Assert.InRange(direct.SuspendedMilliseconds / direct.TotalMilliseconds, 0.5, 0.99);
        Assert.Contains(timeline.Findings, finding => finding.Method == "Awaits.DirectAsync");
        Assert.True(note is null || timeline.Notes.Any(n => n.Contains(note, StringComparison.Ordinal)), string.Join('\n', timeline.Notes));

        async Task AskAsync()
        {
            while (!stop.IsCancellationRequested)
                await watched.AskAsync("direct");
        }
    }

    /// <summary>The runtime enters locks in native code there, and on .NET 8 tells no waits.</summary>
    [Theory]
    [InlineData("net8.0")]
    [InlineData("net9.0")]
    [InlineData("net11.0")]
    public async Task A_lock_is_found_at_its_line_with_who_has_it(string kind)
    {
        await using WatchedProcess watched = await kinds.StartAsync(kind, "convoy", "monitor", "10", "40");
        BlockedSite? site = null;
        for (int look = 0; look < MostLooks && site?.Holder is null; look++)
        {
            BlockedSites found = await BlockingProbe.TakeAsync(watched.ProcessId, TimeSpan.FromSeconds(1), cancellationToken: Token);
            site = found.Sites.FirstOrDefault(place => place.Call == "Monitor.Enter");
        }

        Assert.Equal((BlockingKind.Lock, "Convoy.Enter"), (site?.Kind, site?.Place));
        Assert.EndsWith("Convoy.cs", site?.File, StringComparison.Ordinal);
        Assert.NotNull(site?.Line);
        Assert.Equal(("Thread.Sleep", "Convoy.Enter"), (site.Holder?.Call, site.Holder?.Place));
        Assert.True(site.Share > 0.5, $"{site.Share}");
    }
}
