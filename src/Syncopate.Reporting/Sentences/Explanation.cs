using Syncopate.Reporting.Measured;

namespace Syncopate.Reporting.Sentences;

/// <summary>What an experiment says of its figures in words of its own. Whoever asks the question brings it; where it is not
/// known, or has nothing to say, the general sentences stand.</summary>
internal sealed record Explanation
{
    /// <summary>Why one experiment came out as it did; null for the sentences of its use case.</summary>
    public Func<MeasuredExperiment, IEnumerable<string>>? Why { get; init; }

    /// <summary>The one figure of its table and what it means; null for how often async was faster.</summary>
    public Func<IReadOnlyList<ExperimentReport>, (string Figure, string Meaning)>? Key { get; init; }

    /// <summary>The reasons below its table, the most general first; null for a sentence on each of its experiments.</summary>
    public Func<IReadOnlyList<ExperimentReport>, IReadOnlyList<GroupReason>>? Reasons { get; init; }

    private static readonly Explanation None = new();

    /// <summary>That of an experiment: its table's, or its own; the empty one where none is known.</summary>
    /// <param name="known">All, by the id of a table or of an experiment without one; null for none.</param>
    /// <param name="experiment">The experiment.</param>
    public static Explanation Of(IReadOnlyDictionary<string, Explanation>? known, Experiment experiment) =>
        Of(known, experiment.Group?.Id ?? experiment.Id);

    /// <summary>That of a table.</summary>
    /// <param name="known">As above.</param>
    /// <param name="id">Id of the table.</param>
    public static Explanation Of(IReadOnlyDictionary<string, Explanation>? known, string id) => known?.GetValueOrDefault(id) ?? None;
}
