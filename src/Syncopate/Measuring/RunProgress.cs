namespace Syncopate.Measuring;

/// <summary>What a run is doing, for whoever watches it.</summary>
/// <param name="Experiment">Id of the experiment; empty before the first.</param>
/// <param name="Stage">What happens now, such as "round 3 of at most 12".</param>
/// <param name="Share">How much of this experiment is done, 0 to 1, by planned time.</param>
/// <param name="Left">The longest the whole run may still take, by planned time.</param>
/// <param name="Finished">True when this experiment is done.</param>
public sealed record RunProgress(string Experiment, string Stage, double Share, TimeSpan Left, bool Finished)
{
    /// <summary>How the comparison stands; only when a round has just been completed, else null.</summary>
    public RoundStanding? Standing { get; init; }
}
