using Syncopate.Load.Tallying;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class BodyStartTests
{
    // The check value that catalogues of checksums give for CRC-32C (CRC-32/ISCSI) of the digits 1 to 9.
    private const uint OfNineDigits = 0xe306_9283;

    [Fact]
    public void It_is_the_CRC_32C_of_a_short_body_in_any_pieces()
    {
        BodyStart start = new();

        start.Begin();
        start.Take("123456789"u8);
        Assert.Equal(OfNineDigits, start.Checksum);

        start.Begin();
        start.Take("1234"u8);
        start.Take([]);
        start.Take("56789"u8);
        Assert.Equal(OfNineDigits, start.Checksum);
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData(1_023, true)]
    [InlineData(1_024, false)]
    [InlineData(2_999, false)]
    public void The_first_1024_bytes_count_and_no_others(int place, bool counts)
    {
        byte[] body = new byte[3_000];
        byte[] other = [.. body];
        other[place] = 1;

        Assert.Equal(counts, Of(body, 3_000) != Of(other, 3_000));
        Assert.Equal(Of(other, 3_000), Of(other, 1_000));
        Assert.Equal(Of(other, 3_000), Of(other, 1_024));
    }

    [Fact]
    public void A_body_of_which_no_checksum_is_wanted_changes_none()
    {
        BodyStart start = new();
        start.Take("a"u8);
        Assert.Equal(0u, start.Checksum);
        start.Begin();
        start.Take("123456789"u8);

        start.Leave();
        start.Take("a"u8);

        Assert.Equal(OfNineDigits, start.Checksum);
    }

    private static uint Of(byte[] body, int pieces)
    {
        BodyStart start = new();
        start.Begin();
        foreach (byte[] piece in body.Chunk(pieces))
            start.Take(piece);
        return start.Checksum;
    }
}
