using System.Text;

namespace Syncopate.Watch.Stacks;

/// <summary>Reads what a runtime sends over a session of events: the format "nettrace", version 4, of .NET 5 and later,
/// as documented in dotnet/diagnostics and in PerfView (EventPipeFormat.md). Only what a probe needs: events with their stacks, and how
/// many were lost.</summary>
internal sealed class NettraceReader(StackTable stacks, NettraceVisitor visit)
{
    private const byte BeginObject = 5;
    private const int Preamble = 8 + 4 + 20; // "Nettrace", a length, "!FastSerialization.1"
    private const int TraceLength = 48;

    private readonly Dictionary<ulong, NettraceEventType> _types = [];

    // By the stream's number of a stack, which means something else after each sequence point.
    private readonly Dictionary<ulong, int> _stacks = [];

    // The last sequence number of each thread: a gap is what was lost.
    private readonly Dictionary<ulong, uint> _sequence = [];

    /// <summary>Ticks per second; 0 before the stream has begun.</summary>
    public long Frequency { get; private set; }

    /// <summary>Events that did not come.</summary>
    public long LostEvents { get; private set; }

    /// <summary>Reads a whole stream. One that breaks off, because its process ended, is read as far as it came.</summary>
    /// <exception cref="InvalidDataException">It is no such stream.</exception>
    public void Read(ReadOnlySpan<byte> stream)
    {
        if (!stream.StartsWith("Nettrace"u8[..Math.Min("Nettrace"u8.Length, stream.Length)]))
            throw new InvalidDataException("it is not a stream of events. Is another program at its diagnostics port?");
        if (stream.Length < Preamble)
            return; // It broke off before it began.
        SpanReader reader = new(stream);
        reader.Take(Preamble);
        try
        {
            while (reader.Byte() == BeginObject)
                ReadObject(ref reader);
        }
        catch (ArgumentOutOfRangeException)
        {
            // It broke off within an object.
        }
    }

    private void ReadObject(ref SpanReader reader)
    {
        reader.Take(2 + 4 + 4); // its type begins, of no type itself; version, oldest reader
        string name = Encoding.UTF8.GetString(reader.Take(reader.Int32()));
        reader.Byte(); // its type ends
        if (name == "Trace")
            ReadTrace(reader.Take(TraceLength));
        else
            ReadBlock(name, ref reader);
        reader.Byte(); // the object ends
    }

    private void ReadTrace(ReadOnlySpan<byte> trace)
    {
        SpanReader reader = new(trace);
        reader.Take(16 + 8); // the date, and the ticks at it
        Frequency = reader.Int64();
        if (Frequency <= 0)
            throw new InvalidDataException("it has no timestamps.");
    }

    private void ReadBlock(string name, ref SpanReader reader)
    {
        int length = reader.Int32();
        reader.Take((4 - reader.Position % 4) % 4);
        ReadOnlySpan<byte> block = reader.Take(length);
        switch (name)
        {
            case "StackBlock":
                ReadStacks(block);
                break;
            case "EventBlock" or "MetadataBlock":
                ReadEvents(block, isMetadata: name == "MetadataBlock");
                break;
            case "SPBlock":
                ReadSequencePoint(block);
                break;
        }
    }

    private void ReadStacks(ReadOnlySpan<byte> block)
    {
        SpanReader reader = new(block);
        int first = reader.Int32();
        int count = reader.Int32();
        for (int i = 0; i < count; i++)
            _stacks[(ulong)(first + i)] = stacks.Intern(reader.Take(reader.Int32()));
    }

    private void ReadSequencePoint(ReadOnlySpan<byte> block)
    {
        SpanReader reader = new(block);
        reader.Int64();
        for (int left = reader.Int32(); left > 0; left--)
            Follow(reader.UInt64(), (uint)reader.Int32());
        _stacks.Clear();
    }

    private void ReadEvents(ReadOnlySpan<byte> block, bool isMetadata)
    {
        SpanReader reader = new(block);
        int header = reader.Int16();
        bool isCompressed = (reader.Int16() & 1) != 0;
        if (!isCompressed)
            throw new InvalidDataException("its runtime is older than .NET 5, which is the oldest that can be watched.");
        reader.Take(header - 4);
        EventHeader head = default;
        while (reader.Remaining > 0)
        {
            head.Read(ref reader);
            ReadOnlySpan<byte> payload = reader.Take(head.PayloadLength);
            if (isMetadata)
                ReadMetadata(payload);
            else if (_types.TryGetValue(head.Metadata, out NettraceEventType? type))
                Visit(type, head, payload);
        }
    }

    private void Visit(NettraceEventType type, in EventHeader head, ReadOnlySpan<byte> payload)
    {
        Follow(head.CaptureThread, head.Sequence);
        visit(new NettraceEvent(type, head.Timestamp, head.Thread, _stacks.GetValueOrDefault(head.Stack), payload));
    }

    private void ReadMetadata(ReadOnlySpan<byte> payload)
    {
        SpanReader reader = new(payload);
        ulong metadata = (uint)reader.Int32();
        string provider = reader.Text();
        _types[metadata] = new NettraceEventType(string.Intern(provider), reader.Int32());
    }

    private void Follow(ulong thread, uint sequence)
    {
        if (_sequence.TryGetValue(thread, out uint last) && sequence > last + 1)
            LostEvents += sequence - last - 1;
        _sequence[thread] = sequence;
    }
}

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

/// <summary>What an event is: one object for all events of its kind in a stream.</summary>
internal sealed record NettraceEventType(string Provider, int Id);

/// <summary>Takes the events of a stream: those of one thread in order, threads in turns.</summary>
internal delegate void NettraceVisitor(in NettraceEvent happened);
