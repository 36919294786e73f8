using Syncopate.Experiments;
using Syncopate.Experiments.Bundled;
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
    public void What_was_named_is_asked_and_so_is_all_on_an_idle_machine_or_in_a_larger_run()
    {
        Assert.Equal(Quick.Experiments, (Quick with { LeftOut = [] }).Asked(isBusy: true));
        Assert.Equal(Quick.Experiments, Quick.Asked(isBusy: false));
        Assert.Equal(Quick.Experiments, (Quick with { Mode = RunMode.Default }).Asked(isBusy: true));
    }
}
