using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>A command is run from its start to its end, one run after the other.</summary>
public sealed record WholeProcesses : LoadShape
{
    /// <param name="runs">Runs in a slot, 1 to 1000.</param>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside its range.</exception>
    public WholeProcesses(int runs)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(runs, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(runs, 1000);
        Runs = runs;
    }

    /// <summary>Runs in a slot; the same for all forms.</summary>
    public int Runs { get; }

    /// <inheritdoc/>
    [JsonIgnore]
    public override int MaximumUsers => 1;
}
