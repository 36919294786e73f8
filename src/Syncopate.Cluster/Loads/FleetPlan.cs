namespace Syncopate.Cluster.Loads;

/// <summary>What agents are wanted for.</summary>
/// <param name="Shape">The load, which must be one that can be divided; null for several, of which some may have fewer users than there
/// are agents.</param>
/// <param name="Targets">Scheme, host and port of what they load.</param>
/// <param name="AllowedHosts">Hosts beside this machine that the user allows.</param>
/// <param name="OnlyWholeLoads">As <see cref="ClusterFleet.OnlyWholeLoads"/>.</param>
internal sealed record FleetPlan(
    LoadShape? Shape, IReadOnlyList<Uri> Targets, IReadOnlyList<string> AllowedHosts, bool OnlyWholeLoads)
{
    /// <summary>What to do where agents are on other machines than a target that only this one reaches.</summary>
    public string Elsewhere { get; init; } =
        "Give the name by which all machines know the target, and allow it: --allow-host NAME";
}
