using Syncopate.Watch.Stacks;

namespace Syncopate.Watch.Blocking;

/// <summary>A thread found a lock held by another.</summary>
/// <param name="At">When, in ticks of the stream.</param>
/// <param name="Owner">The other, as the system numbers it.</param>
/// <param name="Waiter">The thread that found it, as the system numbers it.</param>
/// <param name="Lock">Which lock, as the runtime names it.</param>
/// <param name="Stack">Where the thread stood, in the <see cref="StackTable"/>.</param>
internal readonly record struct Contention(long At, ulong Owner, ulong Waiter, ulong Lock, int Stack);
