using Syncopate.Watch.Stacks;

namespace Syncopate.Watch.Blocking;

/// <summary>What was told of a thread at one instant.</summary>
/// <param name="At">In ticks of the stream.</param>
/// <param name="Kind">What happened.</param>
/// <param name="Stack">Its stack, in the <see cref="StackTable"/>.</param>
/// <param name="Route">The request that began; null for all else.</param>
internal readonly record struct ThreadMark(long At, ThreadMarkKind Kind, int Stack, string? Route);
