using System.Text;
using Syncopate.Histograms;
using Xunit;

namespace Syncopate.Tests.Measuring;

/// <summary>
/// The reference, hdr-histogram-js 3.0.1, reads what we write and the other way round: each figure equal to the bit, on a thousand
/// random histograms and twenty logs of them in each direction, through one node process each.
/// </summary>
[Trait("Judges", "laws")]
public sealed class HistogramInteropTests
{
    private const int TimeoutMilliseconds = 120_000;
    private const long StartMilliseconds = 1_772_359_200_250;

    private static readonly IReadOnlyList<HistogramSpecimen> Specimens = [.. Enumerable.Range(0, 1000).Select(HistogramSpecimen.Random)];

    [Fact(Timeout = TimeoutMilliseconds)]
    public async Task The_reference_reads_our_histograms()
    {
        List<HistogramFigures> answers = await HistogramReference.AskAsync<HistogramFigures>(
            Specimens.Select(s => new { Read = HistogramCodec.Encode(s.Record()) }), TestContext.Current.CancellationToken);

        Assert.Equal(Specimens.Select(s => HistogramFigures.Of(s.Record())), answers);
    }

    [Fact(Timeout = TimeoutMilliseconds)]
    public async Task We_read_the_histograms_of_the_reference()
    {
        List<Written> answers = await HistogramReference.AskAsync<Written>(
            Specimens.Select(s => new { Write = s }), TestContext.Current.CancellationToken);

        Assert.Equal(Specimens.Count, answers.Count);
        foreach ((HistogramSpecimen specimen, Written answer) in Specimens.Zip(answers))
        {
            Histogram histogram = HistogramCodec.Decode(answer.Encoded);
            Assert.Equal(answer.Figures, HistogramFigures.Of(histogram));
            HistogramMergeTests.AssertSame(specimen.Record(), histogram);
            if (specimen.Lowest == 1)
                Assert.Equal(Payload(answer.Encoded), Payload(HistogramCodec.Encode(histogram)));
        }
    }

    [Fact(Timeout = TimeoutMilliseconds)]
    public async Task The_reference_reads_our_logs()
    {
        Entry[][] logs = Logs();

        List<ReadLog> answers = await HistogramReference.AskAsync<ReadLog>(
            logs.Select(l => new { ReadLog = Encoding.UTF8.GetString(Write(l)) }), TestContext.Current.CancellationToken);

        Assert.Equal(logs.Length, answers.Count);
        Assert.All(answers, a => Assert.Equal(StartMilliseconds / 1000.0, a.StartSeconds));
        AssertSame(logs, [.. answers.Select(a => a.Entries)]);
    }

    [Theory(Timeout = TimeoutMilliseconds)]
    [InlineData(0)]
    [InlineData(StartMilliseconds)]
    public async Task We_read_the_logs_of_the_reference(long baseMilliseconds)
    {
        Entry[][] logs = Logs();

        List<WrittenLog> answers = await HistogramReference.AskAsync<WrittenLog>(
            logs.Select(
                l => new { WriteLog = new { StartMilliseconds, BaseMilliseconds = baseMilliseconds, Entries = l } }),
            TestContext.Current.CancellationToken);

        Assert.Equal(logs.Length, answers.Count);
        AssertSame(logs, [.. answers.Select(a => Read(a.Log))]);
    }

    private static Entry[][] Logs() =>
    [
        .. Specimens.Take(200).Chunk(10).Select(chunk => chunk
            .Select(
                (s, i) => new Entry(
                    i % 3 == 0 ? "NO TAG" : $"form-{i % 3}", StartMilliseconds + 1000 * i, StartMilliseconds + 1000 * i + 987, s,
                    HistogramFigures.Of(s.Record())))
            .ToArray()),
    ];

    /// <summary>The counts as written; not the header, where the reference has its own offset and ratio.</summary>
    private static byte[] Payload(string encoded) => HistogramCodecTests.Unwrap(encoded)[40..];

    private static byte[] Write(Entry[] entries)
    {
        using MemoryStream stream = new();
        using (HistogramLogWriter writer = new(stream, DateTimeOffset.FromUnixTimeMilliseconds(StartMilliseconds)))
        {
            foreach (Entry entry in entries)
            {
                writer.Write(new HistogramLogEntry(
                    entry.Tag == "NO TAG" ? null : entry.Tag,
                    (entry.StartMilliseconds - StartMilliseconds) / 1000,
                    (entry.EndMilliseconds - entry.StartMilliseconds) / 1000,
                    entry.Specimen!.Record()));
            }
        }
        return stream.ToArray();
    }

    private static Entry[] Read(string log)
    {
        using HistogramLogReader reader = new(new MemoryStream(Encoding.UTF8.GetBytes(log)));
        List<Entry> entries = [];
        while (reader.Read() is { } entry)
        {
            double start = StartMilliseconds + entry.StartSeconds * 1000;
            entries.Add(new(entry.Tag ?? "NO TAG", start, start + entry.LengthSeconds * 1000, null, HistogramFigures.Of(entry.Histogram)));
        }
        Assert.Equal(StartMilliseconds, reader.StartTime?.ToUnixTimeMilliseconds());
        return [.. entries];
    }

    /// <summary>Times to half a millisecond: the reference prints three decimals of a second.</summary>
    private static void AssertSame(Entry[][] expected, IReadOnlyList<Entry[]> actual)
    {
        foreach ((Entry[] written, Entry[] read) in expected.Zip(actual))
        {
            Assert.Equal(written.Select(e => (e.Tag, e.Figures)), read.Select(e => (e.Tag, e.Figures)));
            Assert.All(written.Zip(read), pair => Assert.Equal(pair.First.StartMilliseconds, pair.Second.StartMilliseconds, 0.5));
            Assert.All(written.Zip(read), pair => Assert.Equal(pair.First.EndMilliseconds, pair.Second.EndMilliseconds, 0.5));
        }
    }

    private sealed record Written(string Encoded, HistogramFigures Figures);

    private sealed record ReadLog(double StartSeconds, Entry[] Entries);

    private sealed record WrittenLog(string Log);

    private sealed record Entry(
        string Tag, double StartMilliseconds, double EndMilliseconds, HistogramSpecimen? Specimen,
        HistogramFigures Figures);
}
