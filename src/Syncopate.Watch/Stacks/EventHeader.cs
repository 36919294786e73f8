namespace Syncopate.Watch.Stacks;

/// <summary>The head of an event, given as the difference to the one before it in its block.</summary>
internal struct EventHeader
{
    /// <summary>Which kind of event, as the stream numbers them; 0 is metadata.</summary>
    public ulong Metadata;
    public ulong CaptureThread;
    public uint Sequence;
    public ulong Thread;
    public ulong Stack;
    public long Timestamp;
    public int PayloadLength;

    /// <summary>Reads the next head; a bit of its first byte says which fields are reported anew.</summary>
    public void Read(ref SpanReader reader)
    {
        byte told = reader.Byte();
        if ((told & 1) != 0)
            Metadata = reader.Variable();
        if ((told & 2) != 0)
        {
            Sequence += (uint)reader.Variable();
            CaptureThread = reader.Variable();
            reader.Variable(); // the processor
        }

        if (Metadata != 0)
            Sequence++;
        if ((told & 4) != 0)
            Thread = reader.Variable();
        if ((told & 8) != 0)
            Stack = reader.Variable();
        Timestamp += (long)reader.Variable();
        if ((told & 16) != 0)
            reader.Take(16); // the activity
        if ((told & 32) != 0)
            reader.Take(16); // the one that it belongs to
        if ((told & 128) != 0)
            PayloadLength = (int)reader.Variable();
    }
}
