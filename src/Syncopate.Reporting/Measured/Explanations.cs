using System.Collections.Frozen;

namespace Syncopate.Reporting.Measured;

/// <summary>What all experiments say of their figures in words of their own.</summary>
/// <param name="ById">By the id of a table, or of an experiment without one.</param>
/// <param name="ByUseCase">What holds of all work of a use case; said where an experiment itself says nothing.</param>
internal sealed record Explanations(
    IReadOnlyDictionary<string, Explanation> ById, IReadOnlyDictionary<UseCase, Explanation> ByUseCase)
{
    /// <summary>Nobody has words of its own.</summary>
    public static readonly Explanations None = new(
        FrozenDictionary<string, Explanation>.Empty, FrozenDictionary<UseCase, Explanation>.Empty);

    /// <summary>That of an experiment: its own, its table's, or that of its use case.</summary>
    public Explanation Of(Experiment experiment) => OfTable(experiment.Group?.Id ?? experiment.Id)
        .Or(ByUseCase.GetValueOrDefault(experiment.Workload.UseCase) ?? Explanation.None);

    /// <summary>That of a table, by its id.</summary>
    public Explanation OfTable(string id) => ById.GetValueOrDefault(id) ?? Explanation.None;
}
