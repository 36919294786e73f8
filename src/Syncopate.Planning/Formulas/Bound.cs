namespace Syncopate.Planning.Formulas;

/// <summary>The most that a system can answer, and what binds it there.</summary>
/// <param name="RequestsPerSecond">Upper bound of the throughput; infinity when nothing binds.</param>
/// <param name="Binds">The resource of the lowest limit; at equal limits the cores before the threads before the users.</param>
public sealed record Bound(double RequestsPerSecond, Resource Binds);
