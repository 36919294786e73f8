using System.Text;
using Syncopate.Journaling;
using Xunit;

namespace Syncopate.Tests.Measuring;

/// <summary>RFC 3720, B.4 prints each checksum in the order of its bytes on the wire, the lowest first; "123456789" is
/// the check value of CRC-32/ISCSI in Williams, "A painless guide to CRC error detection algorithms", as listed in Greg Cook's catalogue
/// of parametrised CRC algorithms.</summary>
public sealed class Crc32CTests
{
    private const string ReadCommand =
        "01C00000000000000000000000000000" + "14000000000004000000001400000018" + "28000000000000000200000000000000";

    public static TheoryData<byte[], uint> Published => new()
    {
        { Encoding.ASCII.GetBytes("123456789"), 0xE3069283 },
        { new byte[32], 0x8A9136AA },
        { Enumerable.Repeat((byte)0xFF, 32).ToArray(), 0x62A8AB43 },
        { Enumerable.Range(0, 32).Select(i => (byte)i).ToArray(), 0x46DD794E },
        { Enumerable.Range(0, 32).Select(i => (byte)(31 - i)).ToArray(), 0x113FDB5C },
        { Convert.FromHexString(ReadCommand), 0xD9963A56 },
        { [], 0 },
    };

    [Theory, MemberData(nameof(Published))]
    public void The_published_values_are_found(byte[] bytes, uint expected) => Assert.Equal(expected, Crc32C.Compute(bytes));

    [Fact]
    public void Every_length_and_start_gives_what_one_bit_at_a_time_gives()
    {
        byte[] bytes = new byte[80];
        new Random(1).NextBytes(bytes);

        for (int start = 0; start < 8; start++)
        {
            for (int length = 0; start + length <= bytes.Length; length++)
                Assert.Equal(BitByBit(bytes.AsSpan(start, length)), Crc32C.Compute(bytes.AsSpan(start, length)));
        }
    }

    /// <summary>Division by the reflected polynomial 0x82F63B78, straight from its definition.</summary>
    private static uint BitByBit(ReadOnlySpan<byte> bytes)
    {
        uint crc = uint.MaxValue;
        foreach (byte b in bytes)
        {
            crc ^= b;
            for (int bit = 0; bit < 8; bit++)
                crc = (crc & 1) == 1 ? (crc >> 1) ^ 0x82F63B78 : crc >> 1;
        }

        return ~crc;
    }
}
