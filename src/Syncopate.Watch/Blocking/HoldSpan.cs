namespace Syncopate.Watch.Blocking;

/// <summary>A stretch of time for which a thread was past a wait, in the method that waits.</summary>
/// <param name="From">Its begin, in ticks of the stream.</param>
/// <param name="To">Its end.</param>
/// <param name="IsWhole">True when both were seen.</param>
/// <param name="Seen">When it was seen, and where in the <see cref="StackTable"/>.</param>
internal sealed record HoldSpan(long From, long To, bool IsWhole, IReadOnlyList<(long At, int Stack)> Seen);
