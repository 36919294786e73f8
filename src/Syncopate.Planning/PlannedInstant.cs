using Syncopate.Planning.Formulas;

namespace Syncopate.Planning;

/// <summary>The pool at one instant of the ramp, over all simulations.</summary>
/// <param name="Seconds">Since the load began.</param>
/// <param name="Threads">Threads of the pool.</param>
/// <param name="QueueLength">Items that wait for a thread.</param>
public sealed record PlannedInstant(double Seconds, Band Threads, Band QueueLength);
