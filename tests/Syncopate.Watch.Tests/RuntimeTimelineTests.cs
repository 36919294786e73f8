using Syncopate.Tests.Load;
using Syncopate.Watch.Probes;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>The timeline of a program on other runtimes than the one that this is built for. Whole calls have to lie within two seconds,
/// and their times are compared: other tests beside it took the processors for longer than such a call.</summary>
[Collection(nameof(Alone))]
[Trait("Judges", "time")]
public sealed class RuntimeTimelineTests(RuntimeKinds kinds)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("net8.0", null)]
    [InlineData("net9.0", null)]
    [InlineData("net11.0", "Of what methods wait for, only other async methods are named.")]
    [InlineData(
        "net11.0-ra",
        "are compiled as runtime async: calls that they keep in a variable and await later may not be recognized as awaited")]
    public Task A_timeline_has_the_methods_their_lines_and_what_is_awaited_in_sequence(string kind, string? note) =>
        QuietMachine.JudgeAsync(async () =>
    {
        AsyncTimeline timeline = await TakeAsync(kind, "direct");

        AsyncMethod? direct = timeline.Methods.FirstOrDefault(method => method.Name == "Awaits.DirectAsync");
        Assert.True(direct is { Calls: > 0 }, $"among {string.Join(", ", timeline.Methods.Select(m => m.Name))}");
        AwaitedWork[] awaited = [.. direct.WaitedFor.OrderBy(wait => wait.Line).ThenByDescending(wait => wait.Name)];
        Assert.Equal(["Awaits.ReadOrdersAsync", "Awaits.ReadCustomersAsync"], awaited.Select(wait => wait.Name));
        // The task library does not tell which await of several it is.
        Assert.Equal(note is null ? null : 2, awaited[1].Line - awaited[0].Line);
        // 140 of 240 ms, and 40 of them at work, which take longer where others work too.
        Assert.InRange(direct.SuspendedMilliseconds / direct.TotalMilliseconds, 0.25, 0.99);
        Assert.Contains(timeline.Findings, finding => finding.Method == "Awaits.DirectAsync");
        Assert.True(note is null || timeline.Notes.Any(n => n.Contains(note, StringComparison.Ordinal)), string.Join('\n', timeline.Notes));
    });

    [Theory]
    [InlineData("net9.0")]
    [InlineData("net11.0")]
    public Task A_timeline_has_what_is_awaited_together_as_parts_that_overlap(string kind) =>
        QuietMachine.JudgeAsync(async () =>
    {
        AsyncTimeline timeline = await TakeAsync(kind, "parallel");

        Assert.Equal(
            ["Awaits.LoadCustomersAsync Overlap", "Awaits.LoadOrdersAsync Overlap"],
            timeline.Waterfall.Where(row => row.Name.StartsWith("Awaits.Load", StringComparison.Ordinal))
                .Select(row => $"{row.Name} {row.Order}").Order());
        Assert.Empty(timeline.Findings);
        AsyncMethod parallel = Assert.Single(timeline.Methods, method => method.Name == "Awaits.ParallelAsync");
        AsyncMethod orders = Assert.Single(timeline.Methods, method => method.Name == "Awaits.LoadOrdersAsync");
        Assert.InRange(parallel.TotalMilliseconds / orders.TotalMilliseconds, 0.9, 1.5); // It takes what the longer of them takes.
    });

    private async Task<AsyncTimeline> TakeAsync(string kind, string run)
    {
        await using WatchedProcess watched = await kinds.StartAsync(kind, "awaits");
        await watched.AskAsync("rest");
        using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(Token);
        Task asking = AskAsync();
        AsyncTimeline timeline = await AsyncProbe.TakeAsync(watched.ProcessId, TimeSpan.FromSeconds(2), TimeProvider.System, Token);
        await stop.CancelAsync();
        await asking;
        return timeline;

        async Task AskAsync()
        {
            while (!stop.IsCancellationRequested)
                await watched.AskAsync(run);
        }
    }
}
