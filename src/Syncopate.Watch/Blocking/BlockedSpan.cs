using Syncopate.Watch.Stacks;

namespace Syncopate.Watch.Blocking;

/// <summary>A stretch of time that a thread stood blocked.</summary>
/// <param name="Ticks">Its length, in ticks of the stream.</param>
/// <param name="Stack">Where, in the <see cref="StackTable"/>.</param>
/// <param name="Samples">How often it was seen; 0 when its begin or end was told.</param>
/// <param name="Route">The request that the thread serves; null when it is not known.</param>
internal readonly record struct BlockedSpan(long Ticks, int Stack, int Samples, string? Route);
