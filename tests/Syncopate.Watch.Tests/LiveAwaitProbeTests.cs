using Syncopate.Watch.Probes;
using Xunit;

namespace Syncopate.Watch.Tests;

[Trait("Judges", "behaviour")]
public sealed class LiveAwaitProbeTests
{
    // Told within a second on an idle machine; this only keeps a wrong table from hanging the tests.
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(5);

    [Fact]
    public async Task Five_calls_that_wait_at_one_await_are_told_with_its_line_and_who_waits_for_them()
    {
        TaskCompletionSource<LiveAwait> found = new(TaskCreationOptions.RunContinuationsAsynchronously);
        TaskCompletionSource begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using WatchedProcess watched = await WatchedProcess.StartAsync("awaits");
        await using LiveAwaitProbe probe = await LiveAwaitProbe.StartAsync(watched.ProcessId, Keep, TestContext.Current.CancellationToken);
        await begun.Task.WaitAsync(Timeout, TestContext.Current.CancellationToken);

        await watched.AskAsync("hold");
        LiveAwait site = await found.Task.WaitAsync(Timeout, TestContext.Current.CancellationToken);

        Assert.Equal("Awaits.HoldInnerAsync", site.Method);
        Assert.EndsWith("Awaits.cs", site.File, StringComparison.Ordinal);
        Assert.Equal(LineOf("await _never.Task"), site.Line);
        Assert.StartsWith($"Awaits.HoldAsync (Awaits.cs:{LineOf("await HoldInnerAsync()")})", Assert.Single(site.Chain), StringComparison.Ordinal);

        void Keep(LiveAwaits awaits)
        {
            begun.TrySetResult();
            // Seen for a while: the age of the oldest grows from table to table.
            if (awaits.Sites.FirstOrDefault(s => s is { InFlight: 5, LongestMilliseconds: > 0 } && s.Method.EndsWith("HoldInnerAsync", StringComparison.Ordinal)) is { } held)
                found.TrySetResult(held);
        }
    }

    private static int LineOf(string code) =>
        Array.FindIndex(File.ReadAllLines(Path.Combine(EndToEnd.Tests.Built.RepositoryRoot, "tests", "WatchedProgram", "Awaits.cs")), line => line.Contains(code, StringComparison.Ordinal)) + 1;
}
