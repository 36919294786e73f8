namespace Syncopate.Planning.Simulation;

/// <summary>What a pool did before a load: hill climbing remembers it, and it decides by a factor of two how fast the pool grows.</summary>
/// <param name="Requests">Requests without a wait, one after the other, at least 0.</param>
/// <param name="GapSeconds">Pause between two of them, in seconds.</param>
internal sealed record PoolHistory(int Requests, double GapSeconds);
