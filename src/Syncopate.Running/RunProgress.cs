namespace Syncopate.Running;

/// <summary>What a run is doing, for whoever watches it.</summary>
/// <param name="Experiment">Id of the experiment; empty before the first.</param>
/// <param name="Stage">What happens now, such as "round 3 of at most 12".</param>
/// <param name="Share">How much of this experiment is done, 0 to 1, by planned time.</param>
/// <param name="Left">The longest the whole run may still take, by planned time.</param>
/// <param name="Finished">True when this experiment is done.</param>
internal sealed record RunProgress(string Experiment, string Stage, double Share, TimeSpan Left, bool Finished)
{
    /// <summary>How much longer the whole run will probably take; null where that is not known to be less than
    /// <see cref="Left"/>.</summary>
    public TimeSpan? Expected { get; init; }

    /// <summary>What the experiment, or the table, asks, with the sizes of this run; null where nothing is asked yet.</summary>
    public string? Question { get; init; }

    /// <summary>The cell of a table that is measured, such as "List, direct on SQLite"; null for an experiment that stands alone.</summary>
    public string? Cell { get; init; }

    /// <summary>The experiment under way, with its looks; null where a stage is of none.</summary>
    public Experiment? Asked { get; init; }

    /// <summary>How the comparison stands; only when a round has just been completed, else null.</summary>
    public RoundStanding? Standing { get; init; }
}
