namespace Syncopate.Planning;

/// <summary>What was measured at one load.</summary>
/// <param name="Load">Users, threads or machines; above 0.</param>
/// <param name="RequestsPerSecond">Answers a second, one figure a round; each above 0.</param>
public sealed record PlanFileLevel(double Load, IReadOnlyList<double> RequestsPerSecond);
