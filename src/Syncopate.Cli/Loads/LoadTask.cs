using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Cluster.Loads;
using Syncopate.Reporting.Loads;
using Syncopate.Running.Loads;

namespace Syncopate.Cli.Loads;

/// <summary>What <c>syncopate load</c> was asked to do, checked.</summary>
/// <param name="Load">What to load, and how.</param>
/// <param name="Result">Folder, and how the result is shown.</param>
internal sealed record LoadTask(RequestedLoad Load, ResultSettings Result)
{
    /// <summary>Where to put a copy of the page; null for nowhere.</summary>
    public string? Page { get; init; }

    /// <summary>Where to put a copy of the histogram log; null for nowhere.</summary>
    public string? Log { get; init; }

    /// <summary>From which agents it is sent; null for this process alone.</summary>
    public FleetSettings? Fleet { get; init; }

    /// <summary>Where the result is kept beside its folder; null for nowhere.</summary>
    public KeepSettings? Keep { get; init; }

    /// <summary>Show nothing while the load runs.</summary>
    public bool Quiet { get; init; }

    /// <summary>The load in words.</summary>
    public string Words => LoadText.Of(Load.Settings.Shape, Load.Settings.Scenario?.Steps.Count);
}
