using Syncopate.Cli.Lines;
using Syncopate.Experiments;

namespace Syncopate.Cli.Runs;

/// <summary>What <c>syncopate run</c> was asked to do, checked.</summary>
/// <param name="Experiments">At least one, in the order in which they run.</param>
/// <param name="Mode">How large.</param>
/// <param name="Result">Seed, folder, and how the result is shown.</param>
/// <param name="Databases">Which databases to use beside SQLite.</param>
/// <param name="Command">The command that repeats the run; holds no secret.</param>
internal sealed record RunSettings(IReadOnlyList<BundledExperiment> Experiments, RunMode Mode, ResultSettings Result, DatabaseChoice Databases, string Command)
{
    /// <summary>What a run without names of this size leaves out; empty when experiments were named.</summary>
    public IReadOnlyList<BundledExperiment> LeftOut { get; init; } = [];

    /// <summary>First port of the servers; 0 for free ones.</summary>
    public int Port { get; init; }

    /// <summary>True to look, after the rounds of an experiment, at where each form blocks its threads.</summary>
    public bool Probes { get; init; }
}
