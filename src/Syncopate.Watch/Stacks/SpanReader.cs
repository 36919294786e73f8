using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Syncopate.Watch.Stacks;

/// <summary>Reads little-endian values one after the other. Its caller knows that they are there, or wants an
/// <see cref="ArgumentOutOfRangeException"/>.</summary>
internal ref struct SpanReader(ReadOnlySpan<byte> bytes)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;

    public int Position { get; private set; }

    public readonly int Remaining => _bytes.Length - Position;

    public ReadOnlySpan<byte> Take(int length)
    {
        ReadOnlySpan<byte> taken = _bytes.Slice(Position, length);
        Position += length;
        return taken;
    }

    public byte Byte() => Take(1)[0];

    public short Int16() => BinaryPrimitives.ReadInt16LittleEndian(Take(2));

    public int Int32() => BinaryPrimitives.ReadInt32LittleEndian(Take(4));

    public long Int64() => BinaryPrimitives.ReadInt64LittleEndian(Take(8));

    public ulong UInt64() => BinaryPrimitives.ReadUInt64LittleEndian(Take(8));

    /// <summary>Seven bits a byte, lowest first; the eighth says that more follow.</summary>
    public ulong Variable()
    {
        ulong value = 0;
        for (int shift = 0; shift < 64; shift += 7)
        {
            byte next = Byte();
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
                break;
        }

        return value;
    }

    /// <summary>UTF-16 up to a zero, which is passed.</summary>
    public string Text()
    {
        ReadOnlySpan<char> rest = MemoryMarshal.Cast<byte, char>(_bytes[Position..]);
        int length = rest.IndexOf('\0');
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        Position += (length + 1) * sizeof(char);
        return rest[..length].ToString();
    }
}
