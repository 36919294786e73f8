using System.Buffers.Binary;
using System.Numerics;

namespace Syncopate.Journaling;

/// <summary>CRC-32C (Castagnoli; RFC 3720, B.4): all bits set at the start, reflected, inverted at the end. Unlike
/// CRC-32 it is one processor instruction.</summary>
internal static class Crc32C
{
    /// <summary>Checksum of all bytes, in order; 0 for none.</summary>
    public static uint Compute(ReadOnlySpan<byte> bytes) => ~Append(uint.MaxValue, bytes);

    /// <summary>The sum of all bytes so far, which is that of none where all its bits are set, with further ones.</summary>
    public static uint Append(uint crc, ReadOnlySpan<byte> bytes)
    {
        for (; bytes.Length >= sizeof(ulong); bytes = bytes[sizeof(ulong)..])
            crc = BitOperations.Crc32C(crc, BinaryPrimitives.ReadUInt64LittleEndian(bytes));
        foreach (byte b in bytes)
            crc = BitOperations.Crc32C(crc, b);
        return crc;
    }
}
