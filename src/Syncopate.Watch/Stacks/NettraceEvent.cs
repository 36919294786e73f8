namespace Syncopate.Watch.Stacks;

/// <summary>One event of a stream; valid while it is visited.</summary>
/// <param name="type">What it is.</param>
/// <param name="timestamp">When, in ticks of the stream.</param>
/// <param name="threadId">The system's number of the thread that raised it.</param>
/// <param name="stack">Its stack in the <see cref="StackTable"/>.</param>
/// <param name="payload">Its fields.</param>
internal readonly ref struct NettraceEvent(NettraceEventType type, long timestamp, ulong threadId, int stack, ReadOnlySpan<byte> payload)
{
    public NettraceEventType Type { get; } = type;

    public long Timestamp { get; } = timestamp;

    public ulong ThreadId { get; } = threadId;

    public int Stack { get; } = stack;

    public ReadOnlySpan<byte> Payload { get; } = payload;
}
