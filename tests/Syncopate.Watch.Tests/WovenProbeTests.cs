using Syncopate.Tests.Load;
using Syncopate.Watch.Probes;
using Syncopate.Weave;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>The timeline of a woven copy, compared with stopwatches placed by hand in the same methods, of the same calls.</summary>
[Collection(nameof(Alone))]
[Trait("Judges", "time")]
public sealed class WovenProbeTests
{
    private static readonly string[] Kinds = ["sequential", "parallel", "nested", "synchronous", "void"];

    // The same, and only a few such lines: methods with one await, whose suspension the stopwatch measures too.
    private static readonly string[] OfOneAwait = ["ParallelAsync", "MiddleAsync", "InnerAsync", "LoadOrdersAsync", "LoadCustomersAsync", "VoidAsync lambda"];

    [Fact]
    public Task The_timeline_of_a_woven_copy_agrees_with_stopwatches_placed_by_hand() => QuietMachine.JudgeAsync(async () =>
    {
        using WovenCopy copy = await WovenCopy.MakeAsync(EndToEnd.Tests.Built.Dll("WatchedProgram"), TestContext.Current.CancellationToken);
        await using WatchedProcess watched = await WatchedProcess.StartAsync(copy.Program, ["awaits"], copy.Environment);
        await using WovenProbe probe = await WovenProbe.StartAsync(watched.ProcessId, copy.Methods, TimeProvider.System, TestContext.Current.CancellationToken);
        IReadOnlyList<HandFigures> warm = HandFigures.Read(await AskAsync(watched, Kinds));
        AsyncTimeline before = probe.Take();
        while (!warm.All(hand => before.Methods.Any(method => method.Name == $"Awaits.{hand.Method}" && method.Calls == hand.Calls)))
        {
            await watched.AskAsync("rest");
            before = probe.Take();
        }

        IReadOnlyList<HandFigures> byHand = HandFigures.Read(await AskAsync(watched, Kinds));
        await watched.EndAsync();
        await probe.Ended; // What the process tells last is its whole sum.
        AsyncTimeline after = probe.Take();

        Assert.Equal(0, after.LostEvents);
        Assert.All(byHand, hand => Agree(Method(before, hand.Method), Method(after, hand.Method), hand));
    });

    [Fact]
    public Task Awaits_in_sequence_are_pointed_out_in_a_woven_copy_and_those_that_overlap_are_not() => QuietMachine.JudgeAsync(async () =>
    {
        (AsyncTimeline timeline, IReadOnlyList<HandFigures> byHand) = await TakeAsync([.. Enumerable.Repeat("sequential", 5), .. Enumerable.Repeat("parallel", 3)]);

        AsyncFinding finding = Assert.Single(timeline.Findings, found => found.Kind == AsyncFindingKind.SequentialAwaits);
        Assert.Equal("Awaits.SequentialAsync", finding.Method);
        Assert.Equal(["Awaits.LoadOrdersAsync", "Awaits.LoadCustomersAsync"], finding.Awaited);
        Assert.InRange(finding.NowMilliseconds - finding.PossibleMilliseconds, 0.8 * byHand.Single(hand => hand.Method == "LoadCustomersAsync").Total, 1.25 * byHand.Single(hand => hand.Method == "LoadCustomersAsync").Total);
        Assert.Contains(timeline.Waterfall, row => row is { Name: "Awaits.LoadOrdersAsync", Depth: 2 });
    });

    // A middleware was told that a synchronous method would do, which ASP.NET Core would not take.
    [Fact]
    public async Task Only_a_method_whose_form_is_its_own_is_told_that_it_never_suspends_and_only_after_many_calls()
    {
        (AsyncTimeline few, _) = await TakeAsync([.. Enumerable.Repeat("given", 4)]);
        (AsyncTimeline many, _) = await TakeAsync([.. Enumerable.Repeat("given", 6)]);

        Assert.DoesNotContain(few.Findings, found => found.Kind == AsyncFindingKind.NeverSuspends);
        AsyncFinding finding = Assert.Single(many.Findings, found => found.Kind == AsyncFindingKind.NeverSuspends);
        Assert.Equal("Given.Free.CompleteAsync", finding.Method);
        Assert.Contains(many.Methods, method => method is { Name: "Given.InvokeAsync", SynchronousShare: 1 });
    }

    [Fact]
    public async Task The_original_files_stay_as_they_are_and_the_copy_goes_with_its_owner()
    {
        string original = EndToEnd.Tests.Built.Dll("WatchedProgram");
        byte[] before = await File.ReadAllBytesAsync(original, TestContext.Current.CancellationToken);
        string folder;

        using (WovenCopy copy = await WovenCopy.MakeAsync(original, TestContext.Current.CancellationToken))
        {
            folder = copy.Folder;
            Assert.NotEqual(before, await File.ReadAllBytesAsync(copy.Program, TestContext.Current.CancellationToken));
        }

        Assert.Equal(before, await File.ReadAllBytesAsync(original, TestContext.Current.CancellationToken));
        Assert.False(Directory.Exists(folder));
    }

    [Theory]
    [InlineData("dotnet", "run")]
    [InlineData("no-such-program.dll")]
    public async Task A_command_that_names_no_built_program_is_refused_with_what_to_do(params string[] words)
    {
        Running.TargetFailedException refusal = await Assert.ThrowsAsync<Syncopate.Running.TargetFailedException>(() => WovenCopy.MakeOfCommandAsync(words, TestContext.Current.CancellationToken));

        Assert.Contains(words[^1], refusal.Message, StringComparison.Ordinal);
        Assert.Contains("dll", refusal.Message, StringComparison.Ordinal);
    }

    // First calls are in the woven figures from their beginning, with the compiling that comes before the stopwatch's
    // own first statement: so what came later is compared.
    private static void Agree(AsyncMethod before, AsyncMethod after, HandFigures hand)
    {
        Assert.Equal(hand.Calls, after.Calls - before.Calls);
        Assert.Equal((double)hand.Synchronous / hand.Calls, after.SynchronousShare);
        Ratio.Holds(Later(before, after, method => method.TotalMilliseconds * method.Calls) / hand.Calls, hand.Total, $"total of {hand.Method}");
        Ratio.Holds(
            Later(before, after, method => method.ToFirstAwaitMilliseconds.GetValueOrDefault() * Suspended(method)) / (hand.Calls - hand.Synchronous), hand.ToFirstAwait, $"time to the first await of {hand.Method}");
        if (OfOneAwait.Contains(hand.Method))
            Ratio.Holds(Later(before, after, method => method.SuspendedMilliseconds * method.Calls) / hand.Calls, hand.Suspended, $"suspended time of {hand.Method}");
        // The first call is the same whatever came later, and took its work at least, which is 50 ms in the shortest
        // method; a later call may have taken longer on a busy machine.
        Assert.Equal(before.FirstCallMilliseconds, after.FirstCallMilliseconds);
        Assert.True(after.FirstCallMilliseconds > 50);
        Assert.EndsWith("Awaits.cs", after.File, StringComparison.Ordinal);
        Assert.True(after.WaitedFor.Count > 0 && after.WaitedFor.All(work => work.Line > after.Line));
    }

    private static double Later(AsyncMethod before, AsyncMethod after, Func<AsyncMethod, double> sum) => sum(after) - sum(before);

    private static double Suspended(AsyncMethod method) => method.Calls * (1 - method.SynchronousShare.GetValueOrDefault());

    private static AsyncMethod Method(AsyncTimeline timeline, string name) => timeline.Methods.Single(method => method.Name == $"Awaits.{name}");

    private static async Task<IReadOnlyList<string>> AskAsync(WatchedProcess watched, IEnumerable<string> kinds)
    {
        List<string> answers = [];
        foreach (string kind in kinds)
            answers.Add(await watched.AskAsync(kind));
        return answers;
    }

    private static async Task<(AsyncTimeline Timeline, IReadOnlyList<HandFigures> ByHand)> TakeAsync(IReadOnlyList<string> kinds)
    {
        using WovenCopy copy = await WovenCopy.MakeAsync(EndToEnd.Tests.Built.Dll("WatchedProgram"), TestContext.Current.CancellationToken);
        await using WatchedProcess watched = await WatchedProcess.StartAsync(copy.Program, ["awaits"], copy.Environment);
        await using WovenProbe probe = await WovenProbe.StartAsync(watched.ProcessId, copy.Methods, TimeProvider.System, TestContext.Current.CancellationToken);
        IReadOnlyList<string> answers = await AskAsync(watched, kinds);
        await watched.EndAsync();
        await probe.Ended;
        return (probe.Take(), HandFigures.Read(answers.Where(answer => answer != "done")));
    }
}
