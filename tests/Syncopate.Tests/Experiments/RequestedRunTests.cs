using Syncopate.Experiments;
using Syncopate.Experiments.Bundled;
using Syncopate.Running;
using Syncopate.Tests.Rounds;
using Xunit;

namespace Syncopate.Tests.Experiments;

public sealed class RequestedRunTests
{
    private static readonly RequestedRun Quick =
        new([.. BundledExperiments.All], RunMode.Quick, DatabaseChoice.WhateverIsHere) { LeftOut = [BundledExperiments.All[0]] };

    [Fact]
    public void A_quick_run_on_a_busy_machine_leaves_out_what_it_cannot_decide()
    {
        Assert.Contains(Quick.Experiments, experiment => experiment.NeedsIdleMachine);
        Assert.Equal(Quick.Experiments.Where(experiment => !experiment.NeedsIdleMachine), Quick.Asked(isBusy: true));
    }

    [Fact]
    public void A_run_that_began_on_a_busy_machine_keeps_its_time_when_it_goes_on_on_an_idle_one()
    {
        TimeSpan? busy = BundledRun.Limit(RunMode.Quick, isBusy: true);
        TimeSpan? idle = BundledRun.Limit(RunMode.Quick, isBusy: false);

        Assert.Equal(busy, Quick.Limit(isBusy: false, StoppedAfter(idle!.Value + TimeSpan.FromSeconds(1))));
        Assert.Equal(idle, Quick.Limit(isBusy: false, StoppedAfter(idle.Value - TimeSpan.FromSeconds(1))));
        Assert.Equal(idle, Quick.Limit(isBusy: false, null));
    }

    [Fact]
    public void What_was_named_is_asked_and_so_is_all_on_an_idle_machine_or_in_a_larger_run()
    {
        Assert.Equal(Quick.Experiments, (Quick with { LeftOut = [] }).Asked(isBusy: true));
        Assert.Equal(Quick.Experiments, Quick.Asked(isBusy: false));
        Assert.Equal(Quick.Experiments, (Quick with { Mode = RunMode.Default }).Asked(isBusy: true));
    }

    private static EarlierSitting StoppedAfter(TimeSpan elapsed) => new(
    [
        SimulatedPlan.Experiment("delay", Form.Sync, Form.Async),
        new RunEnd(RunOutcome.Cancelled, "Stopped by the user.", (long)elapsed.TotalNanoseconds),
    ]);
}
