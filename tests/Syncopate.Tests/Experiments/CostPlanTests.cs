using Syncopate.Experiments;
using Syncopate.Experiments.Bundled;
using Syncopate.Running.Rounds;
using Xunit;

namespace Syncopate.Tests.Experiments;

/// <summary>Experiments that say how much something costs need an interval, which four rounds that decide do not give.</summary>
public sealed class CostPlanTests
{
    // Fewer have none at 95 %: 2 of 2 to the power of 5 signs are more than 5 %.
    private const int FewestOfAnInterval = 6;

    public static TheoryData<string, Enum> Modes =>
        new MatrixTheoryData<string, Enum>(["tight-loop", "first-call"], Enum.GetValues<RunMode>().Cast<Enum>());

    [Theory, MemberData(nameof(Modes))]
    public void A_cost_is_measured_until_it_has_an_interval(string id, Enum mode)
    {
        string folder = Directory.CreateTempSubdirectory("syncopate-plans-").FullName;
        using SampleServers servers = new(folder, firstPort: 0);
        // A plan looks whether the programs are there; nothing is started.
        foreach (string program in (string[])["AwaitCost", "SampleSite"])
            File.Create(Path.Combine(Directory.CreateDirectory(Path.Combine(folder, program)).FullName, program + ".dll")).Dispose();

        IReadOnlyList<ExperimentPlan> plans = BundledExperiments.All.Single(e => e.Id == id).Plans((RunMode)mode, servers);
        Directory.Delete(folder, recursive: true);

        Assert.All(plans, plan => Assert.InRange(plan.MinimumRounds, FewestOfAnInterval, plan.MaximumRounds));
    }
}
