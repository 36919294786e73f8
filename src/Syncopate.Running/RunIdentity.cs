using Syncopate.Journaling;

namespace Syncopate.Running;

/// <summary>What a run is called by, whatever it measures.</summary>
/// <param name="Command">The command that repeats it; holds no secret.</param>
/// <param name="Mode">As in <see cref="RunHeader.Mode"/>.</param>
/// <param name="Experiments">Ids of what is asked for.</param>
/// <param name="Seed">Seed of every random order.</param>
/// <param name="Machine">The machine as it was before.</param>
internal sealed record RunIdentity(string Command, string Mode, IReadOnlyList<string> Experiments, ulong Seed, Machine Machine)
{
    /// <summary>The first record of its journal.</summary>
    public RunHeader Header(RunClock clock) => new()
    {
        Schema = JournalReader.Schema,
        ToolVersion = ToolVersion.Text,
        Build = ToolVersion.Build,
        Command = Command,
        Mode = Mode,
        Seed = Seed,
        StartedUtc = clock.UtcNow,
        Machine = Machine,
        Experiments = Experiments,
    };
}
