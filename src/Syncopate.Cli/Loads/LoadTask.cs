using Syncopate.Cli.Agents;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Load;
using Syncopate.Reporting.Loads;

namespace Syncopate.Cli.Loads;

/// <summary>What <c>syncopate load</c> was asked to do, checked.</summary>
/// <param name="Address">What to load.</param>
/// <param name="Settings">How.</param>
/// <param name="Thresholds">Conditions under which the command fails; may be empty.</param>
/// <param name="Result">Folder, and how the result is shown.</param>
/// <param name="Command">The command that repeats it; holds no secret.</param>
internal sealed record LoadTask(
    LoadAddress Address, LoadSettings Settings, IReadOnlyList<string> Thresholds, ResultSettings Result, string Command)
{
    /// <summary>Where to put a copy of the page; null for nowhere.</summary>
    public string? Page { get; init; }

    /// <summary>Where to put a copy of the histogram log; null for nowhere.</summary>
    public string? Log { get; init; }

    /// <summary>The command that starts the server, in words; null when it runs already.</summary>
    public IReadOnlyList<string>? Launch { get; init; }

    /// <summary>The process to watch; null for none.</summary>
    public int? ProcessId { get; init; }

    /// <summary>From which agents it is sent; null for this process alone.</summary>
    public FleetSettings? Fleet { get; init; }

    /// <summary>Where the result is kept beside its folder; null for nowhere.</summary>
    public KeepSettings? Keep { get; init; }

    /// <summary>Show nothing while the load runs.</summary>
    public bool Quiet { get; init; }

    /// <summary>The request without its journal.</summary>
    public LoadRequest Request => Settings.RequestTo(Address.Path);

    /// <summary>Such as "POST"; "scenario" where each request has its own.</summary>
    public string Method => Settings.Scenario is null ? Request.Method : "scenario";

    /// <summary>The load in words.</summary>
    public string Words => LoadText.Of(Settings.Shape, Settings.Scenario?.Steps.Count);
}
