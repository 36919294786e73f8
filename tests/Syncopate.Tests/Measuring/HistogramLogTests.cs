using System.Text;
using Syncopate.Histograms;
using Xunit;

namespace Syncopate.Tests.Measuring;

public sealed class HistogramLogTests
{
    private static readonly DateTimeOffset Start = new(2026, 3, 1, 12, 0, 0, 250, TimeSpan.FromHours(2));

    [Fact]
    public void A_log_has_the_head_and_the_lines_of_format_1_3()
    {
        Histogram histogram = HistogramTests.Of([1_500_000, 2_769_000]);

        string text = Encoding.UTF8.GetString(
            Written(new("dashboard.async", 0.500_000_1, 1.0000025, histogram), new(null, 12, 0.25, new Histogram())));

        Assert.Equal(
            $"""
            #[Histogram log format version 1.3]
            #[StartTime: 1772359200.250 (seconds since epoch), 2026-03-01T10:00:00.250Z]
            "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"
            Tag=dashboard.async,0.5000001,1.0000025,2.771,{HistogramCodec.Encode(histogram)}
            12.000,0.250,0.000,{HistogramCodec.Encode(new Histogram())}

            """,
            text);
    }

    [Fact]
    public void A_log_starts_without_a_byte_order_mark()
    {
        Assert.Equal((byte)'#', Written()[0]);
    }

    [Fact]
    public void What_is_written_is_read_again()
    {
        HistogramLogEntry[] entries = [.. Enumerable.Range(0, 30).Select(i =>
            new HistogramLogEntry(
                i % 3 == 0 ? null : $"form-{i % 3}", i * 1.1, 0.001 * i,
                HistogramTests.Of(HistogramMergeTests.Values(i).Where(v => v < 1L << 41))))];
        using HistogramLogReader reader = new(new MemoryStream(Written(entries)));

        foreach (HistogramLogEntry expected in entries)
        {
            HistogramLogEntry? actual = reader.Read();

            Assert.NotNull(actual);
            Assert.Equal(expected.Tag, actual.Tag);
            Assert.Equal(expected.StartSeconds, actual.StartSeconds, 1e-9);
            Assert.Equal(expected.LengthSeconds, actual.LengthSeconds, 1e-9);
            HistogramMergeTests.AssertSame(expected.Histogram, actual.Histogram);
        }
        Assert.Null(reader.Read());
        Assert.Equal(Start, reader.StartTime);
    }

    // A fragment of tagged-Log.logV2.hlog as HistogramLogReader.spec.js of hdr-histogram-js 3.0.1 quotes it; its fields
    // are read off the text.
    [Fact]
    public void A_log_written_by_Java_is_read()
    {
        HistogramLogEntry[] entries = Read($"""
            #[Fake log chunk]
            #[Histogram log format version 1.2]
            #[StartTime: 1441812279.474 (seconds since epoch), Wed Sep 09 08:24:39 PDT 2015]
            "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"
            Tag=NOT-EMPTY,0.127,1.007,2.769,{HistogramCodecTests.WrittenByJava}
            0.127,1.007,2.769,{HistogramCodecTests.WrittenByJava}
            """, out DateTimeOffset? startTime);

        Assert.Equal(new DateTimeOffset(2015, 9, 9, 8, 24, 39, 474, TimeSpan.FromHours(-7)), startTime);
        Assert.Equal([("NOT-EMPTY", 0.127, 1.007), (null, 0.127, 1.007)], entries.Select(e => (e.Tag, e.StartSeconds, e.LengthSeconds)));
        Assert.All(entries, e => Assert.Equal(301_998, Math.Floor(e.Histogram.Mean)));
    }

    [Theory]
    [InlineData("", 1441812279.601, 1441812279.601)]
    [InlineData("#[StartTime: 1441812279.474 (seconds since epoch), any]", 0.127, 0.127)]
    [InlineData("#[StartTime: 1441812279.000 (seconds since epoch), any]", 1441812279.127, 0.127)]
    [InlineData("#[StartTime: 1441812279.000 (seconds since epoch)]\n#[BaseTime: 1441812270.000 (seconds since epoch)]", 9.5, 0.5)]
    // Less than 365 days before the start of the log is a time of its own, as in HistogramLogReader.java.
    [InlineData("#[StartTime: 100000000 (seconds since epoch)]", 68464000, -31536000)]
    [InlineData("#[StartTime: 100000000 (seconds since epoch)]", 68463999, 68463999)]
    public void Stamps_count_from_the_start_of_the_log_whichever_way_they_are_written(string head, double stamp, double expected)
    {
        HistogramLogEntry entry =
            Assert.Single(Read(FormattableString.Invariant($"{head}\n{stamp},1,1,{HistogramCodecTests.WrittenByJava}"), out _));

        Assert.Equal(expected, entry.StartSeconds, 1e-6);
    }

    [Fact]
    public void Comments_empty_lines_and_foreign_line_ends_are_passed_over()
    {
        string line = $" 1.5,1,1,{HistogramCodecTests.WrittenByJava}  ";

        HistogramLogEntry[] entries = Read($"#x\r\n\r\n{line}\r\n\n# y\n\"StartTimestamp\"\n{line}", out _);

        Assert.Equal(2, entries.Length);
    }

    [Fact]
    public void A_log_in_UTF_16_as_the_net_port_writes_it_is_read()
    {
        byte[] bytes = [.. Encoding.Unicode.Preamble, .. Encoding.Unicode.GetBytes($"1,1,1,{HistogramCodecTests.WrittenByJava}\n")];
        using HistogramLogReader reader = new(new MemoryStream(bytes));

        Assert.NotNull(reader.Read());
    }

    [Theory]
    [InlineData("1,1,1,HIST", "Line 3", "damaged histogram")]
    [InlineData("1,1,1", "Line 3", "separated by commas")]
    [InlineData("1,1,1,HISTFAAA,5", "Line 3", "separated by commas")]
    [InlineData("word", "Line 3", "separated by commas")]
    [InlineData("Tag=", "Line 3", "separated by commas")]
    [InlineData("one,1,1,HIST", "Line 3", "finite numbers")]
    [InlineData("NaN,1,1,HIST", "Line 3", "finite numbers")]
    [InlineData("#[StartTime: 1e300 (seconds since epoch)]", "Line 3", "no calendar")]
    [InlineData("#[BaseTime:]", "Line 3", "finite numbers")]
    public void A_damaged_line_is_named(string line, params string[] expected)
    {
        HistogramFormatException exception = Assert.Throws<HistogramFormatException>(() => Read($"#1\n#2\n{line}\n", out _));

        Assert.All(expected, part => Assert.Contains(part, exception.Message, StringComparison.Ordinal));
    }

    [Fact]
    public void A_line_without_an_end_is_refused()
    {
        using HistogramLogReader reader = new(new MemoryStream(new byte[HistogramLogReader.MaximumLineLength + 1]));

        HistogramFormatException exception = Assert.Throws<HistogramFormatException>(reader.Read);

        Assert.Contains("longer than 4194304", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("")]
    [InlineData("a,b")]
    [InlineData("a b")]
    [InlineData("a\nb")]
    [InlineData("a\u0001b")]
    public void A_tag_that_cannot_be_read_back_is_refused(string tag) =>
        Assert.Throws<ArgumentException>(() => Written(new HistogramLogEntry(tag, 0, 1, new Histogram())));

    [Theory]
    [InlineData(0, double.NaN)]
    [InlineData(double.NaN, 0)]
    [InlineData(double.PositiveInfinity, 1)]
    [InlineData(1, double.NegativeInfinity)]
    public void A_time_that_is_no_number_is_refused(double start, double length) =>
        Assert.Throws<ArgumentException>(() => Written(new HistogramLogEntry(null, start, length, new Histogram())));

    /// <summary>The first and the last second that a calendar has, and those beside them.</summary>
    [Theory]
    [InlineData(-62135596800, true)]
    [InlineData(-62135596801, false)]
    [InlineData(253402300799, true)]
    [InlineData(253402300800, false)]
    public void A_log_starts_within_the_calendar(long seconds, bool isRead)
    {
        string head = FormattableString.Invariant($"#[StartTime: {seconds} (seconds since epoch)]");

        if (isRead)
        {
            Assert.Empty(Read(head, out DateTimeOffset? startTime));
            Assert.Equal(DateTimeOffset.FromUnixTimeSeconds(seconds), startTime);
        }
        else
        {
            Assert.Throws<HistogramFormatException>(() => Read(head, out _));
        }
    }

    /// <summary>Readers would take the entries of an earlier one for times of their own.</summary>
    [Fact]
    public void A_log_starts_in_1971_or_later()
    {
        DateTimeOffset first = new(1971, 1, 1, 0, 0, 0, TimeSpan.Zero);
        using MemoryStream stream = new();

        Assert.Throws<ArgumentOutOfRangeException>(() => new HistogramLogWriter(stream, first.AddTicks(-1)));
        Assert.Equal(0, stream.Length);
        new HistogramLogWriter(stream, first).Dispose();

        Assert.Contains("1971-01-01T00:00:00.000Z", Encoding.UTF8.GetString(stream.ToArray()), StringComparison.Ordinal);
    }

    [Fact]
    public void The_stream_stays_open_when_a_log_has_been_written_or_read()
    {
        using MemoryStream stream = new();

        new HistogramLogWriter(stream, Start).Dispose();
        Assert.True(stream.CanWrite);
        new HistogramLogReader(stream).Dispose();
        Assert.True(stream.CanRead);
    }

    internal static byte[] Written(params HistogramLogEntry[] entries)
    {
        using MemoryStream stream = new();
        using (HistogramLogWriter writer = new(stream, Start))
        {
            foreach (HistogramLogEntry entry in entries)
                writer.Write(entry);
        }
        return stream.ToArray();
    }

    private static HistogramLogEntry[] Read(string text, out DateTimeOffset? startTime)
    {
        using HistogramLogReader reader = new(new MemoryStream(Encoding.UTF8.GetBytes(text)));
        List<HistogramLogEntry> entries = [];
        while (reader.Read() is { } entry)
            entries.Add(entry);
        startTime = reader.StartTime;
        return [.. entries];
    }
}
