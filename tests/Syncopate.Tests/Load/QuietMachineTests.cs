using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>What becomes of a test that needs time, on machines that have it and that do not.</summary>
public sealed class QuietMachineTests
{
    private static readonly MachineRest Calm = new(Stalled: 0.02, Others: 0.15, Own: 0.1);
    private static readonly MachineRest Stalling = new(Stalled: 0.03, Others: 0, Own: 0);
    private static readonly MachineRest Shared = new(Stalled: 0, Others: 0.16, Own: 0);
    private static readonly MachineRest BurnedByUs = new(Stalled: 0.5, Others: 0.5, Own: 0.2);

    [Fact]
    public void What_passes_passes_on_every_machine() =>
        Assert.All([Calm, Stalling, Shared, BurnedByUs], rest => Assert.Equal(
            [Judgement.Passed, Judgement.Passed],
            [QuietMachine.Decide(false, true, true, rest), QuietMachine.Decide(false, false, false, rest)]));

    [Fact]
    public void What_fails_on_a_calm_machine_has_failed_at_the_first_attempt_and_at_the_last()
    {
        Assert.Equal(Judgement.Failed, QuietMachine.Decide(true, wasBusy: false, isLast: false, default));
        Assert.Equal(Judgement.Failed, QuietMachine.Decide(true, wasBusy: false, isLast: true, Calm));
        Assert.Equal(Judgement.Failed, QuietMachine.Decide(true, wasBusy: true, isLast: true, Calm));
    }

    [Fact]
    public void What_fails_on_a_busy_machine_is_tried_again_and_not_judged_when_others_leave_no_time()
    {
        Assert.Equal(Judgement.Again, QuietMachine.Decide(true, wasBusy: true, isLast: false, default));
        Assert.Equal(Judgement.NotJudged, QuietMachine.Decide(true, wasBusy: true, isLast: true, Stalling));
        Assert.Equal(Judgement.NotJudged, QuietMachine.Decide(true, wasBusy: true, isLast: true, Shared));
    }

    // Otherwise a server that never rests would be excused by its own fault.
    [Fact]
    public void What_burns_the_processors_itself_is_not_excused_by_it() =>
        Assert.Equal(Judgement.Failed, QuietMachine.Decide(true, wasBusy: true, isLast: true, BurnedByUs));

    [Fact]
    public void Programs_that_ours_have_started_are_ours() =>
        Assert.Equal(7, ProcessorUse.Descendants([(2, 1, 100), (3, 2, 1), (4, 3, 2), (5, 3, 4), (6, 1, 200)], root: 2));
}
