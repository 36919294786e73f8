using Syncopate.Running;
using Xunit;

namespace Syncopate.Tests.Running;

/// <summary>Every command and every program with forms of its own asks one place for the exit code of how its run ended.</summary>
public sealed class RunExitTests
{
    [Theory]
    [InlineData(RunOutcome.Finished, 0)]
    [InlineData(RunOutcome.Cancelled, 143)]
    [InlineData(RunOutcome.TargetFailed, 4)]
    [InlineData(RunOutcome.Faulted, 4)]
    public void The_exit_code_says_how_a_run_ended_and_by_which_signal(Enum outcome, int code) =>
        Assert.Equal(code, RunExit.Of((RunOutcome)outcome, RunExit.Terminated));

    [Fact]
    public void No_outcome_is_without_an_exit_code() =>
        Assert.All(Enum.GetValues<RunOutcome>(), outcome => Assert.InRange(RunExit.Of(outcome, RunExit.Interrupted), 0, 255));
}
