using Syncopate.Load;

namespace Syncopate.Running.Loads;

/// <summary>One load of one URL, as it is asked for and as the journal describes it.</summary>
/// <param name="Address">What to load.</param>
/// <param name="Settings">How.</param>
/// <param name="Thresholds">Conditions under which it counts as failed; may be empty.</param>
/// <param name="Command">The command that repeats it; holds no secret.</param>
/// <param name="Seed">Written into the journal.</param>
internal sealed record RequestedLoad(
    LoadAddress Address, LoadSettings Settings, IReadOnlyList<string> Thresholds, string Command, ulong Seed)
{
    /// <summary>The command that starts the server, in words; null when it runs already.</summary>
    public IReadOnlyList<string>? Launch { get; init; }

    /// <summary>The process to watch; null for none.</summary>
    public int? ProcessId { get; init; }

    /// <summary>The request without its journal.</summary>
    public LoadRequest Request => Settings.RequestTo(Address.Path);

    /// <summary>Such as "POST"; "scenario" where each request has its own.</summary>
    public string Method => Settings.Scenario is null ? Request.Method : "scenario";
}
