using Syncopate.Experiments;

namespace Syncopate.Cli;

/// <summary>What <c>syncopate run</c> was asked to do, checked.</summary>
/// <param name="Experiments">At least one, in the order in which they run.</param>
/// <param name="Mode">How large.</param>
/// <param name="Seed">Seed of the random orders; given or drawn.</param>
/// <param name="Databases">Which databases to use beside SQLite.</param>
/// <param name="Command">The command that repeats the run; holds no secret.</param>
internal sealed record RunSettings(IReadOnlyList<BundledExperiment> Experiments, RunMode Mode, ulong Seed, DatabaseChoice Databases, string Command)
{
    /// <summary>What a run without names of this size leaves out; empty when experiments were named.</summary>
    public IReadOnlyList<BundledExperiment> LeftOut { get; init; } = [];

    /// <summary>The folder that was named; null for a new one.</summary>
    public string? Folder { get; init; }

    /// <summary>First port of the servers; 0 for free ones.</summary>
    public int Port { get; init; }

    /// <summary>Print one document on stdout.</summary>
    public bool Json { get; init; }

    /// <summary>Open the page when done.</summary>
    public bool Open { get; init; }
}
