using Syncopate.Experiments;

namespace Syncopate.Cli;

/// <summary>What <c>syncopate run</c> was asked to do, checked.</summary>
/// <param name="Experiments">At least one, in the order in which they run.</param>
/// <param name="Mode">How large.</param>
/// <param name="Seed">Seed of the random orders; given or drawn.</param>
/// <param name="Folder">The folder that was named; null for a new one.</param>
/// <param name="Port">First port of the servers; 0 for free ones.</param>
/// <param name="Json">Print one document on stdout.</param>
/// <param name="Open">Open the page when done.</param>
/// <param name="Command">The command that repeats the run.</param>
internal sealed record RunSettings(
    IReadOnlyList<BundledExperiment> Experiments,
    RunMode Mode,
    ulong Seed,
    string? Folder,
    int Port,
    bool Json,
    bool Open,
    string Command);
