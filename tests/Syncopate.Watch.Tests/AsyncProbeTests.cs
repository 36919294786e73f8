using Syncopate.Tests.Load;
using Syncopate.Watch.Probes;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>The timeline from the events of the task library, compared with stopwatches placed by hand in the watched
/// methods; both of the same run, so that a busy machine changes both.</summary>
[Collection(nameof(Alone))]
[Trait("Judges", "time")]
public sealed class AsyncProbeTests
{
    // Called when nothing of their caller had run in the same piece of work, so that the beginning of that is theirs.
    private static readonly string[] CalledFirst = ["SequentialAsync", "ParallelAsync", "OuterAsync", "LoadCustomersAsync"];
    private static readonly string[] CalledLater = ["MiddleAsync", "InnerAsync", "LoadOrdersAsync"];
    private static readonly string[] OfOneAwait = ["ParallelAsync", "MiddleAsync", "InnerAsync", "LoadOrdersAsync", "LoadCustomersAsync"];

    [Fact]
    public Task The_timeline_agrees_with_stopwatches_placed_by_hand() => QuietMachine.JudgeAsync(async () =>
    {
        (AsyncTimeline timeline, IReadOnlyList<HandFigures> byHand) = await TakeAsync("sequential", "parallel", "nested");

        Assert.Equal(0, timeline.LostEvents);
        Assert.All(CalledFirst, name =>
        {
            (AsyncMethod seen, HandFigures hand) = (Method(timeline, name), byHand.Single(figures => figures.Method == name));
            Assert.Equal(hand.Calls, seen.Calls);
            Ratio.Holds(seen.TotalMilliseconds, hand.Total, $"total of {name}");
            Ratio.Holds(seen.ToFirstAwaitMilliseconds, hand.ToFirstAwait, $"time to the first await of {name}");
        });
        Assert.All(OfOneAwait, name => Ratio.Holds(Method(timeline, name).SuspendedMilliseconds, byHand.Single(figures => figures.Method == name).Suspended, $"suspended time of {name}"));
    });

    [Fact]
    public Task A_call_made_after_other_work_has_an_upper_bound_before_its_first_await_and_is_exact_after_it() =>
        QuietMachine.JudgeAsync(async () =>
    {
        (AsyncTimeline timeline, IReadOnlyList<HandFigures> byHand) = await TakeAsync("sequential", "nested");

        Assert.All(CalledLater, name =>
        {
            (AsyncMethod seen, HandFigures hand) = (Method(timeline, name), byHand.Single(figures => figures.Method == name));
            Assert.Equal(hand.Calls, seen.Calls);
            Assert.True(seen.ToFirstAwaitMilliseconds >= hand.ToFirstAwait);
            Ratio.Holds(seen.TotalMilliseconds - seen.ToFirstAwaitMilliseconds, hand.Total - hand.ToFirstAwait, $"time after the first await of {name}");
        });
    });

    [Fact]
    public Task Awaits_in_sequence_are_pointed_out_with_their_gain_and_those_that_overlap_are_not() => QuietMachine.JudgeAsync(async () =>
    {
        (AsyncTimeline timeline, IReadOnlyList<HandFigures> byHand) = await TakeAsync("sequential");
        (AsyncTimeline other, _) = await TakeAsync("parallel");

        AsyncFinding finding = Assert.Single(timeline.Findings, found => found.Kind == AsyncFindingKind.SequentialAwaits && found.Method == "Awaits.SequentialAsync");
        Assert.Equal(["Awaits.LoadOrdersAsync", "Awaits.LoadCustomersAsync"], finding.Awaited);
        Ratio.Holds(finding.NowMilliseconds - finding.PossibleMilliseconds, byHand.Single(figures => figures.Method == "LoadCustomersAsync").Total, "gain");
        Assert.Empty(other.Findings);
    });

    [Fact]
    public async Task The_waterfall_shows_a_request_as_a_tree_with_what_overlaps()
    {
        (AsyncTimeline timeline, _) = await TakeAsync("parallel", "parallel", "parallel"); // The first began before the window.

        Assert.Equal(
            ["0 Awaits.AnswerAsync Alone", "1 Awaits.ParallelAsync Alone", "2 Awaits.LoadOrdersAsync Overlap", "3 Task.Delay Alone", "2 Awaits.LoadCustomersAsync Overlap", "3 Task.Delay Alone"],
            timeline.Waterfall.Select(row => $"{row.Depth} {row.Name} {row.Order}"));
        Assert.All(timeline.Waterfall.Where(row => row.Name == "Task.Delay"), row => Assert.EndsWith("Awaits.cs", row.File, StringComparison.Ordinal));
    }

    private static AsyncMethod Method(AsyncTimeline timeline, string name) => timeline.Methods.Single(method => method.Name == $"Awaits.{name}");

    private static async Task<(AsyncTimeline Timeline, IReadOnlyList<HandFigures> ByHand)> TakeAsync(params string[] kinds)
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("awaits");
        OpenWindow window = new();
        foreach (string kind in kinds)
            await watched.AskAsync(kind); // What the first call loads and compiles lies before the first instruction of the method.
        Task<AsyncTimeline> taking = AsyncProbe.TakeAsync(watched.ProcessId, TimeSpan.FromMinutes(1), window, TestContext.Current.CancellationToken);
        await Task.WhenAny(window.Begun, taking);
        List<string> answers = [];
        foreach (string kind in kinds)
            answers.Add(await watched.AskAsync(kind));
        await window.EndAsync();
        return (await taking, HandFigures.Read(answers));
    }
}
