using Syncopate.Watch.Stacks;
using Xunit;

namespace Syncopate.Watch.Tests.Blocking;

/// <summary>On streams written by hand, as the format's description has them.</summary>
public sealed class NettraceReaderTests
{
    [Fact]
    public void Events_come_with_their_kind_time_thread_and_stack()
    {
        StackTable stacks = new();
        List<(string, int, long, ulong, ulong)> seen = [];
        NettraceReader reader = new(stacks, (in NettraceEvent e) => seen.Add((e.Type.Provider, e.Type.Id, e.Timestamp, e.ThreadId, stacks.Addresses(e.Stack).Single())));

        reader.Read(Stream(Event(sequence: 1, after: 100), Event(sequence: 1, after: 50)));

        Assert.Equal([("Waits", 301, 100, NettraceStream.Thread, 0xABCDUL), ("Waits", 301, 150, NettraceStream.Thread, 0xABCDUL)], seen);
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

    private static byte[] Stream(params byte[][] events) => NettraceStream.Write([("Waits", 301)], [0xABCD], events);

    private static byte[] Event(byte sequence, byte after) => NettraceStream.Event(1, sequence, after, []);
}
