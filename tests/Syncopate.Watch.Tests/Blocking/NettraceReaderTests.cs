using System.Buffers.Binary;
using System.Text;
using Syncopate.Watch.Blocking;
using Xunit;

namespace Syncopate.Watch.Tests.Blocking;

/// <summary>On streams written by hand, as the format's description has them.</summary>
public sealed class NettraceReaderTests
{
    private const byte Thread = 7;

    [Fact]
    public void Events_come_with_their_kind_time_thread_and_stack()
    {
        StackTable stacks = new();
        List<(string, int, long, ulong, ulong)> seen = [];
        NettraceReader reader = new(stacks, (in NettraceEvent e) => seen.Add((e.Type.Provider, e.Type.Id, e.Timestamp, e.ThreadId, stacks.Addresses(e.Stack).Single())));

        reader.Read(Stream(Event(sequence: 1, after: 100), Event(sequence: 1, after: 50)));

        Assert.Equal([("Waits", 301, 100, Thread, 0xABCDUL), ("Waits", 301, 150, Thread, 0xABCDUL)], seen);
        Assert.Equal(1_000_000_000, reader.Frequency);
        Assert.Equal(0, reader.LostEvents);
    }

    [Fact]
    public void Gaps_in_the_numbers_of_a_thread_are_counted_as_lost() => Assert.Equal(4, Read(Stream(Event(1, 1), Event(5, 1), Event(1, 1))).LostEvents);

    [Fact]
    public void A_stream_that_breaks_off_is_read_as_far_as_it_came()
    {
        byte[] whole = Stream(Event(1, 1));

        for (int length = 8; length < whole.Length; length++)
            Assert.Equal(0, Read(whole[..length]).LostEvents);
    }

    [Fact]
    public void Anything_else_is_refused() => Assert.Throws<InvalidDataException>(() => Read("PK and more"u8.ToArray()));

    private static NettraceReader Read(byte[] stream)
    {
        NettraceReader reader = new(new StackTable(), (in NettraceEvent _) => { });
        reader.Read(stream);
        return reader;
    }

    private static byte[] Stream(params byte[][] events)
    {
        List<byte> stream = [.. "Nettrace"u8, .. Int(20), .. "!FastSerialization.1"u8];
        Add(stream, "Trace", [.. new byte[24], .. Long(1_000_000_000), .. new byte[16]]);
        // A head that tells nothing but a length, then the payload.
        byte[] metadata = [.. Int(1), .. Encoding.Unicode.GetBytes("Waits\0"), .. Int(301)];
        AddBlock(stream, "MetadataBlock", [20, 0, 1, 0, .. new byte[16], 128, 0, (byte)metadata.Length, .. metadata]);
        AddBlock(stream, "StackBlock", [.. Int(1), .. Int(1), .. Int(8), .. Long(0xABCD)]);
        AddBlock(stream, "EventBlock", [20, 0, 1, 0, .. new byte[16], .. events.SelectMany(e => e)]);
        stream.Add(1);
        return [.. stream];
    }

    /// <summary>An event whose number is so much higher than that of the one before, less the one that every event counts.</summary>
    private static byte[] Event(byte sequence, byte after) => [1 | 2 | 4 | 8 | 128, 1, (byte)(sequence - 1), Thread, 0, Thread, 1, after, 0];

    private static void AddBlock(List<byte> stream, string name, byte[] block) =>
        Add(stream, name, at => [.. Int(block.Length), .. new byte[(4 - (at + 4) % 4) % 4], .. block]);

    private static void Add(List<byte> stream, string name, byte[] content) => Add(stream, name, _ => content);

    private static void Add(List<byte> stream, string name, Func<int, byte[]> content)
    {
        stream.AddRange([5, 5, 1, .. Int(4), .. Int(4), .. Int(name.Length), .. Encoding.UTF8.GetBytes(name), 6]);
        stream.AddRange(content(stream.Count));
        stream.Add(6);
    }

    private static byte[] Int(int value)
    {
        byte[] bytes = new byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, value);
        return bytes;
    }

    private static byte[] Long(long value)
    {
        byte[] bytes = new byte[8];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, value);
        return bytes;
    }
}
