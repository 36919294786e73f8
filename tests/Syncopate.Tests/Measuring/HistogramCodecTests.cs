using System.Buffers.Binary;
using System.IO.Compression;
using Syncopate.Histograms;
using Xunit;

namespace Syncopate.Tests.Measuring;

public sealed class HistogramCodecTests
{
    [Fact]
    public void What_is_written_is_read_again()
    {
        for (int seed = 0; seed < 50; seed++)
        {
            Histogram histogram = HistogramTests.Of(HistogramMergeTests.Values(seed).Where(v => v < 1L << 41));

            Histogram read = HistogramCodec.Decode(HistogramCodec.Encode(histogram));

            HistogramMergeTests.AssertSame(histogram, read);
            Assert.Equal((histogram.Lowest, histogram.Highest, histogram.Digits), (read.Lowest, read.Highest, read.Digits));
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(8191)]
    [InlineData((1L << 55) - 1)]
    [InlineData(1L << 55)]
    [InlineData(1L << 62)]
    [InlineData(long.MaxValue)]
    public void Counts_of_every_length_are_read_again(long count)
    {
        Histogram histogram = new();
        histogram.AddAt(1234, count);

        Histogram read = HistogramCodec.Decode(HistogramCodec.Encode(histogram));

        HistogramMergeTests.AssertSame(histogram, read);
    }

    // Expected: written down by hand from the description of the format (statistics: V2 header; ZigZag of n is 2n or
    // -2n - 1; LEB128, ninth byte whole).
    [Fact]
    public void Every_byte_of_the_encoding_is_that_of_the_format()
    {
        Histogram histogram = new(lowest: 3, highest: 4096, digits: 2);
        (int Index, long Count)[] counts = [(0, 1), (2, 2), (5, 3), (6, 64), (7, long.MaxValue - 70)];
        foreach ((int index, long count) in counts)
            histogram.AddAt(index, count);

        string bytes = Convert.ToHexString(Unwrap(HistogramCodec.Encode(histogram)));

        const string Header =
            "1C849313" + "00000010" + "00000000" + "00000002" + "0000000000000003" + "0000000000001000" + "3FF0000000000000";
        const string One = "02", Zero = "00", Two = "04", TwoZeros = "03", Three = "06", SixtyFour = "8001", Most = "F2FEFFFFFFFFFFFFFF";
        Assert.Equal(Header + One + Zero + Two + TwoZeros + Three + SixtyFour + Most, bytes);
    }

    // By hand from the description of the format: n zeros are -n, of which the ZigZag is 2n - 1; LEB128 has 7 bits in a byte.
    [Theory]
    [InlineData(0, "02")]
    [InlineData(1, "0002")]
    [InlineData(2, "0302")]
    [InlineData(64, "7F02")]
    [InlineData(65, "810102")]
    public void Zeros_before_a_count_take_as_few_bytes_as_they_can(int zeros, string payload)
    {
        Histogram histogram = new();
        histogram.AddAt(zeros, 1);

        byte[] bytes = Unwrap(HistogramCodec.Encode(histogram));

        Assert.Equal(payload, Convert.ToHexString(bytes.AsSpan(40)));
        Assert.Equal(payload.Length / 2, BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(4)));
        HistogramMergeTests.AssertSame(histogram, HistogramCodec.Decode(Wrap(bytes)));
    }

    // fillBufferFromCountsArray of AbstractHistogram.java writes the counters up to that of the largest value, which is 0 here.
    [Fact]
    public void Of_an_empty_histogram_one_counter_is_written()
    {
        byte[] bytes = Unwrap(HistogramCodec.Encode(new Histogram()));

        Assert.Equal("00", Convert.ToHexString(bytes.AsSpan(40)));
        HistogramMergeTests.AssertSame(new Histogram(), HistogramCodec.Decode(Wrap(bytes)));
    }

    /// <summary>Three counters: none of them is said, all are said at once, and the last one has a count.</summary>
    [Theory]
    [InlineData("", 0)]
    [InlineData("05", 0)]
    [InlineData("000000", 0)]
    [InlineData("0308", 4)]
    public void A_payload_that_just_fits_the_counters_is_read(string payload, long expected)
    {
        Histogram read = HistogramCodec.Decode(WithPayload(new Histogram(1, 2, 0), payload));

        long[] counts = [0, 0, expected];
        Assert.Equal(counts, read.Counts.ToArray());
    }

    [Theory]
    [InlineData("07")]
    [InlineData("0302" + "00")]
    [InlineData("0302" + "01")]
    public void A_payload_of_one_counter_too_many_is_refused(string payload)
    {
        string text = WithPayload(new Histogram(1, 2, 0), payload);

        HistogramFormatException exception = Assert.Throws<HistogramFormatException>(() => HistogramCodec.Decode(text));

        Assert.Contains("beyond the 3 counters", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_zero_after_the_payload_is_seen_as_well()
    {
        string text = Wrap([.. Unwrap(HistogramCodec.Encode(new Histogram())), 0]);

        HistogramFormatException exception = Assert.Throws<HistogramFormatException>(() => HistogramCodec.Decode(text));

        Assert.Contains("goes on after the 1 bytes", exception.Message, StringComparison.Ordinal);
    }

    // First interval of jHiccup-2.0.7S.logV2.hlog in the test resources of HdrHistogram (Java), whose mean hdr-histogram-js 3.0.1
    // gives as 301998 (HistogramLogReader.spec.js) and whose log line gives the maximum as 2.769 ms.
    [Fact]
    public void A_histogram_written_by_Java_is_read()
    {
        Histogram histogram = HistogramCodec.Decode(WrittenByJava);

        Assert.Equal(301_998, Math.Floor(histogram.Mean));
        Assert.Equal(2.769, Math.Round(histogram.Maximum / 1e6, 3));
    }

    // encodeIntoCompressedBase64 of hdr-histogram-js 3.0.1: its normalising offset is 1 and its ratio the integer 1.
    [Fact]
    public void A_histogram_written_by_JavaScript_is_read()
    {
        const string WrittenByJavaScript = "HISTFAAAADR4nJNpmSzMwMDAw8DAwMjAwMDMAAbMLxgYmN0MdixggAJGJiZepoW9jEz33zAyAQCX0Qcm";

        Histogram histogram = HistogramCodec.Decode(WrittenByJavaScript);

        HistogramMergeTests.AssertSame(HistogramTests.Of([1, 600, 5000, 123_456_789, 3_600_000_000_000], lowest: 1000), histogram);
    }

    [Fact]
    public void An_encoded_histogram_is_small()
    {
        Random random = new(5);
        Histogram histogram = HistogramTests.Of(
            Enumerable.Range(0, 10_000).Select(_ => (long)(200_000_000 + 2_000_000 * random.NextDouble())));

        Assert.InRange(HistogramCodec.Encode(histogram).Length, 60, 1000);
        Assert.InRange(HistogramCodec.Encode(new Histogram()).Length, 40, 80);
    }

    [Theory]
    [InlineData("", "V2 cookie")]
    [InlineData("HIST", "V2 cookie")]
    [InlineData("not Base64!", "Base64")]
    [InlineData("HISTIgAAAFd42pNpmazIwMAYxgABTBDKT4GBgdnNYMcCBvsPUBkeBkYGZqA8MwMbAzsDC5DFBCTZgJCDQY1BjkGLQZRBlUEPCB8zWDCYMxgDZZkZhgJgHDibAY8JB/A=", "V2 cookie")]
    [InlineData("HISTFAAAAAA=", "zlib")]
    [InlineData("HISTFAAAAAU=", "5 compressed bytes")]
    public void Text_that_is_no_histogram_is_refused(string text, string expected)
    {
        HistogramFormatException exception = Assert.Throws<HistogramFormatException>(() => HistogramCodec.Decode(text));

        Assert.Contains(expected, exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0, 1, "cookie")]
    [InlineData(4, -1, "cannot have -1 bytes")]
    [InlineData(4, 0x7fff_ffff, "ends")]
    [InlineData(4, 1, "goes on")]
    [InlineData(4, 20, "ends")]
    [InlineData(12, 9, "digits")]
    [InlineData(12, -1, "digits")]
    [InlineData(16, -1, "digits")]
    [InlineData(24, 0x7fff_ffff, null)]
    [InlineData(36, 1, null)]
    [InlineData(8, 1, null)]
    public void A_header_is_believed_only_where_it_can_be_true(int offset, int value, string? expected)
    {
        byte[] plain = Unwrap(HistogramCodec.Encode(HistogramTests.Of([3, 5])));
        BinaryPrimitives.WriteInt32BigEndian(plain.AsSpan(offset), value);

        HistogramFormatException? exception = Record.Exception(() => HistogramCodec.Decode(Wrap(plain))) as HistogramFormatException;

        if (expected is null)
            Assert.Null(exception);
        else
            Assert.Contains(expected, exception?.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Counts_beyond_the_range_of_the_header_are_refused()
    {
        byte[] tooMany = [.. Unwrap(HistogramCodec.Encode(new Histogram(1, 2, 0)))[..40], 0, 0, 0, 0];
        byte[] tooFar = [.. tooMany[..40], 7];
        byte[] furthest = [.. tooMany[..40], 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];

        Assert.All([tooMany, tooFar, furthest], plain =>
        {
            BinaryPrimitives.WriteInt32BigEndian(plain.AsSpan(4), plain.Length - 40);
            HistogramFormatException exception = Assert.Throws<HistogramFormatException>(() => HistogramCodec.Decode(Wrap(plain)));
            Assert.Contains("beyond", exception.Message, StringComparison.Ordinal);
        });
    }

    [Fact]
    public void A_count_that_reaches_past_the_payload_is_refused()
    {
        Histogram histogram = new();
        histogram.AddAt(0, 64);
        byte[] plain = Unwrap(HistogramCodec.Encode(histogram));
        BinaryPrimitives.WriteInt32BigEndian(plain.AsSpan(4), 1);

        HistogramFormatException exception = Assert.Throws<HistogramFormatException>(() => HistogramCodec.Decode(Wrap(plain)));

        Assert.Contains("ends within", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Counts_that_pass_the_end_of_a_long_are_refused()
    {
        byte[] most = [0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
        byte[] plain = [.. Unwrap(HistogramCodec.Encode(new Histogram()))[..40], .. most, .. most];
        BinaryPrimitives.WriteInt32BigEndian(plain.AsSpan(4), 18);

        HistogramFormatException exception = Assert.Throws<HistogramFormatException>(() => HistogramCodec.Decode(Wrap(plain)));

        Assert.Contains("2^63", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Damage_anywhere_in_the_stream_is_found_by_its_checksum()
    {
        byte[] wrapped = Convert.FromBase64String(HistogramCodec.Encode(HistogramTests.Of(HistogramMergeTests.Values(1))));

        for (int i = wrapped.Length - 4; i < wrapped.Length; i++)
        {
            byte[] damaged = [.. wrapped];
            damaged[i] ^= 0x10;
            Assert.Throws<HistogramFormatException>(() => HistogramCodec.Decode(Convert.ToBase64String(damaged)));
        }
    }

    [Fact]
    public void A_stream_cut_anywhere_is_refused()
    {
        byte[] wrapped = Convert.FromBase64String(HistogramCodec.Encode(HistogramTests.Of(HistogramMergeTests.Values(1))));

        for (int length = 0; length < wrapped.Length; length++)
        {
            byte[] cut = wrapped[..length];
            Assert.Throws<HistogramFormatException>(() => HistogramCodec.Decode(Convert.ToBase64String(cut)));
        }
    }

    // ZLibStream does not miss the end mark and the checksum when they are cut off; every count has been read by then.
    [Fact]
    public void A_cut_stream_whose_length_was_put_right_is_refused_or_complete()
    {
        Histogram histogram = HistogramTests.Of([3, 5, 5, 900_000, 7_000_000_000]);
        byte[] wrapped = Convert.FromBase64String(HistogramCodec.Encode(histogram));

        int complete = 0;
        for (int length = 8; length < wrapped.Length; length++)
        {
            byte[] cut = wrapped[..length];
            BinaryPrimitives.WriteInt32BigEndian(cut.AsSpan(4), length - 8);
            try
            {
                HistogramMergeTests.AssertSame(histogram, HistogramCodec.Decode(Convert.ToBase64String(cut)));
                complete++;
            }
            catch (HistogramFormatException)
            {
            }
        }

        Assert.InRange(complete, 0, 8);
    }

    [Fact]
    public void A_decompression_bomb_is_refused_before_it_unfolds()
    {
        byte[] header = Unwrap(HistogramCodec.Encode(new Histogram()))[..40];
        BinaryPrimitives.WriteInt32BigEndian(header.AsSpan(4), 64 << 20);
        string bomb = Wrap([.. header, .. new byte[64 << 20]]);

        long before = GC.GetAllocatedBytesForCurrentThread();
        HistogramFormatException exception = Assert.Throws<HistogramFormatException>(() => HistogramCodec.Decode(bomb));
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;

        Assert.Contains("beyond", exception.Message, StringComparison.Ordinal);
        Assert.InRange(allocated, 0, 2 << 20);
    }

    internal const string WrittenByJava =
        "HISTFAAAAEV42pNpmSzMwMCgyAABTBDKT4GBgdnNYMcCBvsPEBEJISEuATEZMQ4uASkhIR4nrxg9v2lMaxhvMekILGZkKmcCAEf2CsI=";

    // A histogram of this layout, whose counters are said in these bytes.
    private static string WithPayload(Histogram layout, string payload)
    {
        byte[] plain = [.. Unwrap(HistogramCodec.Encode(layout))[..40], .. Convert.FromHexString(payload)];
        BinaryPrimitives.WriteInt32BigEndian(plain.AsSpan(4), payload.Length / 2);
        return Wrap(plain);
    }

    internal static byte[] Unwrap(string text)
    {
        using ZLibStream zlib = new(new MemoryStream(Convert.FromBase64String(text)[8..]), CompressionMode.Decompress);
        using MemoryStream plain = new();
        zlib.CopyTo(plain);
        return plain.ToArray();
    }

    internal static string Wrap(ReadOnlySpan<byte> plain)
    {
        using MemoryStream wrapped = new();
        wrapped.Write([0x1c, 0x84, 0x93, 0x14, 0, 0, 0, 0]);
        using (ZLibStream zlib = new(wrapped, CompressionLevel.Fastest, leaveOpen: true))
            zlib.Write(plain);
        byte[] bytes = wrapped.ToArray();
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(4), bytes.Length - 8);
        return Convert.ToBase64String(bytes);
    }
}
