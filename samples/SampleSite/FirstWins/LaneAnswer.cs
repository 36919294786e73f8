namespace SampleSite.FirstWins;

/// <summary>How one server of a race came in.</summary>
/// <param name="Lane">0 to 9.</param>
/// <param name="Problem">Why its answer cannot be used; null when it can.</param>
public sealed record LaneAnswer(int Lane, string? Problem);
