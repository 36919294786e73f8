using Syncopate.Watch.Probes;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>The product waits half a second for counters, and then tells what there is: a process that is stopped for longer has
/// told less.</summary>
[Trait("Judges", "time")]
public sealed class ProcessCountersTests
{
    [Fact]
    public async Task Counters_of_a_program_that_knows_nothing_of_the_tool_are_read()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("idle");

        await using ProcessCounters counters = await ProcessCounters.AttachAsync(watched.ProcessId, TestContext.Current.CancellationToken);
        await counters.SettleAsync(TestContext.Current.CancellationToken);
        TargetUse? use = counters.Take();

        Assert.NotNull(use);
        Assert.True(use.CpuNanoseconds >= 0);
    }

    [Fact]
    public async Task What_was_done_before_the_counters_settled_is_in_them_and_in_no_later_ones()
    {
        const int Work = 1000;
        await using WatchedProcess watched = await WatchedProcess.StartAsync("pool");
        await using ProcessCounters counters = await ProcessCounters.AttachAsync(watched.ProcessId, TestContext.Current.CancellationToken);

        for (int i = 0; i < 5; i++)
        {
            await watched.AskAsync($"work {Work}");
            await counters.SettleAsync(TestContext.Current.CancellationToken);

            Assert.InRange(counters.Take()!.CompletedItems, Work, Work + 20);
        }
    }
}
