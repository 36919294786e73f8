namespace Syncopate.Planning.Simulation;

/// <summary>A simulated pool at one instant.</summary>
/// <param name="Seconds">Since the first request.</param>
/// <param name="Threads">Threads, idle ones included.</param>
/// <param name="QueueLength">Items that wait for a thread.</param>
/// <param name="InFlight">Requests sent and not answered.</param>
internal readonly record struct PoolInstant(double Seconds, int Threads, int QueueLength, int InFlight);
