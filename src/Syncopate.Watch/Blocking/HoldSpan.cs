using Syncopate.Watch.Stacks;

namespace Syncopate.Watch.Blocking;

/// <summary>A stretch of time for which a thread was past a wait, in the method that waits.</summary>
/// <param name="From">Its begin, in ticks of the stream.</param>
/// <param name="To">Its end.</param>
/// <param name="IsWhole">True when both were seen.</param>
/// <param name="BeganUnseen">True when the begin was not.</param>
/// <param name="CameByWait">True when it began with the end of the wait: what was seen in it comes after that.</param>
/// <param name="EndsWithRequest">True when the request that the thread served ended within it, or another began: so it was of one request alone.</param>
/// <param name="Seen">When it was seen, and where in the <see cref="StackTable"/>.</param>
internal sealed record HoldSpan(long From, long To, bool IsWhole, bool BeganUnseen, bool CameByWait, bool EndsWithRequest, IReadOnlyList<(long At, int Stack)> Seen);
