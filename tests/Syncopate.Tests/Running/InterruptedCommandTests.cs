using Syncopate.Running;
using Syncopate.Running.Rounds;
using Xunit;

namespace Syncopate.Tests.Running;

/// <summary>How a command ends that is stopped before it has anything to report.</summary>
public sealed class InterruptedCommandTests
{
    [Fact]
    public async Task A_command_that_came_to_its_end_has_its_own_exit_code()
    {
        using Interruption interruption = new(_ => { });

        Assert.Equal(7, await interruption.RunAsync(() => Task.FromResult(7)));
    }

    [Fact]
    public async Task A_command_that_was_stopped_has_the_exit_code_of_what_stopped_it()
    {
        using CancellationTokenSource caller = new();
        using Interruption interruption = new(_ => { }, cancellationToken: caller.Token);
        await caller.CancelAsync();

        int code = await interruption.RunAsync(() => Task.FromCanceled<int>(interruption.Token));

        Assert.Equal(RunExit.Interrupted, code);
    }

    /// <summary>A timeout of something that it waited for is no stop.</summary>
    [Fact]
    public async Task What_was_cancelled_by_nobody_who_stops_it_escapes()
    {
        using Interruption interruption = new(_ => { });

        await Assert.ThrowsAsync<OperationCanceledException>(
            () => interruption.RunAsync(() => throw new OperationCanceledException()));
    }
}
