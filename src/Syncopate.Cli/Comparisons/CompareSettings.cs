using Syncopate.Cli.Lines;
using Syncopate.Running.Servers;

namespace Syncopate.Cli.Comparisons;

/// <summary>What <c>syncopate compare</c> was asked to do, checked.</summary>
/// <param name="MeasureAsync">The comparison, as a run does it.</param>
/// <param name="Result">Seed, folder, and how the result is shown.</param>
/// <param name="Command">The command that repeats it.</param>
internal sealed record CompareSettings(Func<RunContext, CancellationToken, Task> MeasureAsync, ResultSettings Result, string Command)
{
    /// <summary>True to look, after the rounds, at where each target blocks its threads.</summary>
    public bool Probes { get; init; }
}
