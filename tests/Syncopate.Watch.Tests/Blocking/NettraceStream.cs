using System.Buffers.Binary;
using System.Text;

namespace Syncopate.Watch.Tests.Blocking;

/// <summary>Streams written by hand, as the format's description has them.</summary>
internal static class NettraceStream
{
    /// <summary>The thread that all events happen on.</summary>
    public const byte Thread = 7;

    /// <summary>A stream with one stack.</summary>
    /// <param name="kinds">Providers and numbers of the kinds of events, which are numbered from 1.</param>
    /// <param name="addresses">The stack.</param>
    /// <param name="events">Made by <see cref="Event"/>.</param>
    public static byte[] Write((string Provider, int Id)[] kinds, long[] addresses, params byte[][] events) => Write(kinds, [addresses], events);

    /// <summary>A stream with several stacks, numbered from 1.</summary>
    public static byte[] Write((string Provider, int Id)[] kinds, long[][] stacks, byte[][] events)
    {
        List<byte> stream = [.. "Nettrace"u8, .. Int(20), .. "!FastSerialization.1"u8];
        Add(stream, "Trace", _ => [.. new byte[24], .. Long(1_000_000_000), .. new byte[16]]);
        AddBlock(stream, "MetadataBlock", [20, 0, 1, 0, .. new byte[16], .. kinds.SelectMany((kind, i) => Metadata(i + 1, kind.Provider, kind.Id))]);
        AddBlock(stream, "StackBlock", [.. Int(1), .. Int(stacks.Length), .. stacks.SelectMany(addresses => (byte[])[.. Int(8 * addresses.Length), .. addresses.SelectMany(Long)])]);
        AddBlock(stream, "EventBlock", [20, 0, 1, 0, .. new byte[16], .. events.SelectMany(e => e)]);
        AddBlock(stream, "SPBlock", [.. Long(1_000), .. Int(1), .. Long(Thread), .. Int(events.Length)]);
        stream.Add(1);
        return [.. stream];
    }

    /// <summary>An event on the stack, whose number is so much higher than that of the one before, less the one that
    /// every event counts.</summary>
    public static byte[] Event(byte kind, byte sequence, byte after, byte[] payload, byte stack = 1) =>
        [1 | 2 | 4 | 8 | 128, kind, (byte)(sequence - 1), Thread, 0, Thread, stack, after, .. Variable(payload.Length), .. payload];

    /// <summary>The same event on another thread.</summary>
    public static byte[] On(byte thread, byte[] happened) => [.. happened[..3], thread, 0, thread, .. happened[6..]];

    public static byte[] Int(int value)
    {
        byte[] bytes = new byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, value);
        return bytes;
    }

    public static byte[] Long(long value)
    {
        byte[] bytes = new byte[8];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, value);
        return bytes;
    }

    public static byte[] Text(string text) => Encoding.Unicode.GetBytes(text + "\0");

    // A head that tells nothing but a length, then the payload.
    private static byte[] Metadata(int number, string provider, int id)
    {
        byte[] payload = [.. Int(number), .. Text(provider), .. Int(id)];
        return [128, 0, .. Variable(payload.Length), .. payload];
    }

    private static byte[] Variable(int value) => value < 0x80 ? [(byte)value] : [(byte)(value | 0x80), (byte)(value >> 7)];

    private static void AddBlock(List<byte> stream, string name, byte[] block) =>
        Add(stream, name, at => [.. Int(block.Length), .. new byte[(4 - (at + 4) % 4) % 4], .. block]);

    private static void Add(List<byte> stream, string name, Func<int, byte[]> content)
    {
        stream.AddRange([5, 5, 1, .. Int(4), .. Int(4), .. Int(name.Length), .. Encoding.UTF8.GetBytes(name), 6]);
        stream.AddRange(content(stream.Count));
        stream.Add(6);
    }
}
