using Xunit;

namespace Syncopate.Watch.Tests;

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
}
