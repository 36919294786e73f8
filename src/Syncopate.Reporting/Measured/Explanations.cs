using System.Collections.Frozen;

namespace Syncopate.Reporting.Measured;

/// <summary>What all experiments say of their figures in words of their own.</summary>
/// <param name="ById">By the id of a table, or of an experiment without one.</param>
internal sealed record Explanations(IReadOnlyDictionary<string, Explanation> ById)
{
    /// <summary>Nobody has words of its own.</summary>
    public static readonly Explanations None = new(FrozenDictionary<string, Explanation>.Empty);

    /// <summary>That of an experiment: its table's, with what holds of its row. None for what a user names, whatever its id is.</summary>
    public Explanation Of(Experiment experiment)
    {
        if (experiment.Workload.Traits.IsUserDefined)
            return Explanation.None;
        Explanation own = OfTable(experiment.ListedId);
        return own.Or(own.OfRow?.Invoke(experiment) ?? Explanation.None);
    }

    /// <summary>That of a table, by its id.</summary>
    public Explanation OfTable(string id) => ById.GetValueOrDefault(id) ?? Explanation.None;
}
