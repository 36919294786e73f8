using System.Text;
using System.Text.Json;
using Syncopate.Journaling;
using Xunit;

namespace Syncopate.Tests.Measuring;

[Trait("Judges", "laws")]
public sealed class JournalWriterTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Every_kind_of_record_comes_back_as_it_was()
    {
        JournalReading reading = JournalReader.Read(Write(JournalExamples.All));

        Assert.Empty(reading.Damage);
        Assert.Equal(JournalExamples.All.Count, reading.Records.Count);
        foreach (var (written, read) in JournalExamples.All.Zip(reading.Records))
        {
            Assert.IsType(written.GetType(), read);
            Assert.Equivalent(written, read, strict: true);
        }
    }

    [Fact]
    public void Doubles_come_back_with_the_same_bits()
    {
        Random random = new(7);
        double[] doubles =
        [
            0.0,
            -0.0,
            double.Epsilon,
            double.MaxValue,
            0.1 + 0.2,
            2.2250738585072011e-308,
            .. Enumerable.Range(0, 10_000).Select(_ => AnyFinite(random)),
        ];

        string path = Write([JournalExamples.Slot(1) with { Counters = doubles.Index().ToDictionary(d => $"{d.Index}", d => d.Item) }]);

        Slot slot = Assert.IsType<Slot>(Assert.Single(JournalReader.Read(path).Records));
        Assert.Equal(doubles.Select(BitConverter.DoubleToInt64Bits), slot.Counters.Values.Select(BitConverter.DoubleToInt64Bits));
    }

    /// <summary>The checksums come from a bit-by-bit CRC-32C in Python 3.11, checked with "123456789". Journals of
    /// today must stay readable.</summary>
    [Fact]
    public void The_bytes_of_a_line_are_those_of_the_documented_format()
    {
        string path = Write(
            [new RunEnd(RunOutcome.TargetFailed, "The server died.", 12_345_678_901), new RunEnd(RunOutcome.Finished, "Zürich \0", 0)]);

        Assert.Equal(
            """
            {"length":101,"crc32c":"a6e16675","record":{"type":"end","outcome":"targetFailed","message":"The server died.","elapsedNanoseconds":12345678901}}
            {"length":85,"crc32c":"030f13b9","record":{"type":"end","outcome":"finished","message":"Zürich \u0000","elapsedNanoseconds":0}}

            """,
            File.ReadAllText(path));
    }

    [Fact]
    public void Every_line_is_JSON_that_any_parser_reads()
    {
        string[] lines = File.ReadAllText(Write(JournalExamples.All)).ReplaceLineEndings("\n").Split('\n');

        Assert.Equal(JournalExamples.All.Count + 1, lines.Length);
        Assert.Empty(lines[^1]);
        foreach (string line in lines[..^1])
        {
            using JsonDocument document = JsonDocument.Parse(line);
            JsonElement record = document.RootElement.GetProperty("record");
            Assert.Equal(document.RootElement.GetProperty("length").GetInt32(), Encoding.UTF8.GetByteCount(record.GetRawText()));
        }
    }

    [Fact]
    public void A_seed_beyond_the_exact_numbers_of_JavaScript_is_a_string()
    {
        using JsonDocument document = JsonDocument.Parse(File.ReadAllText(Write([JournalExamples.Header])));

        Assert.Equal("18446744073709551615", document.RootElement.GetProperty("record").GetProperty("seed").GetString());
    }

    [Fact]
    public void Missing_folders_are_made()
    {
        using JournalWriter writer = JournalWriter.Create(Path.Combine(_folder, "a", "b"));

        Assert.Equal(Path.Combine(_folder, "a", "b", "run.jsonl"), writer.Path);
        Assert.True(File.Exists(writer.Path));
    }

    [Fact]
    public void A_journal_that_exists_is_not_overwritten()
    {
        string path = Write([JournalExamples.End]);
        byte[] before = File.ReadAllBytes(path);

        JournalException exception = Assert.Throws<JournalException>(() => JournalWriter.Create(_folder));

        Assert.Equal($"{path} exists already and a journal is never overwritten. Choose another folder.", exception.Message);
        Assert.Equal(before, File.ReadAllBytes(path));
    }

    [Fact]
    public void A_folder_that_cannot_be_made_is_named()
    {
        string file = Path.Combine(_folder, "file");
        File.WriteAllText(file, "");

        JournalException exception = Assert.Throws<JournalException>(() => JournalWriter.Create(Path.Combine(file, "out")));

        Assert.StartsWith($"{Path.Combine(file, "out", "run.jsonl")} cannot be created.", exception.Message);
        Assert.EndsWith("Choose a folder that can be written to.", exception.Message);
    }

    [Fact]
    public void A_journal_can_be_read_while_it_is_written()
    {
        using JournalWriter writer = JournalWriter.Create(_folder);

        for (int count = 1; count <= 3; count++)
        {
            writer.Append(JournalExamples.Slot(count));
            Assert.Equal(count, JournalReader.Read(writer.Path).Records.Count);
        }
    }

    // Two servers that were warmed side by side each had a doubt, and one was written over the other.
    [Fact]
    public void Records_of_several_threads_are_all_there_and_whole()
    {
        using JournalWriter writer = JournalWriter.Create(_folder);

        Parallel.For(0, 8, thread =>
        {
            for (int count = 0; count < 20; count++)
                writer.Append([JournalExamples.Slot(1 + thread * 100 + count)]);
        });

        JournalReading reading = JournalReader.Read(writer.Path);
        Assert.Empty(reading.Damage);
        Assert.Equal(160, reading.Records.OfType<Slot>().Select(s => s.Round).Distinct().Count());
    }

    [Fact]
    public void Records_that_were_finished_together_are_lines_like_others()
    {
        string together = Path.Combine(_folder, "together");
        using (JournalWriter writer = JournalWriter.Create(together))
        {
            writer.Append([]);
            writer.Append(JournalExamples.All);
        }

        Assert.Equal(File.ReadAllText(Write(JournalExamples.All)), File.ReadAllText(Path.Combine(together, "run.jsonl")));
    }

    /// <summary>A second sync would report success although the system has dropped what the first could not write.</summary>
    [Fact]
    public void After_a_failed_write_nothing_more_is_written()
    {
        int writes = 0;
        using JournalWriter writer = new(
            _folder,
            _ =>
            {
                if (++writes == 2)
                    throw new IOException("No room.");
            },
            new MemoryStream());
        writer.Append(JournalExamples.Slot(1));

        JournalException first = Assert.Throws<JournalException>(() => writer.Append(JournalExamples.End));
        JournalException second = Assert.Throws<JournalException>(() => writer.Append(JournalExamples.Slot(2)));

        Assert.StartsWith($"{writer.Path} is not durable since the RunEnd record before slot 2. No room.", first.Message);
        Assert.Equal(first.Message, second.Message);
        Assert.Same(first, second.InnerException);
        Assert.Equal(2, writes);
    }

    [Theory, InlineData(double.NaN), InlineData(double.PositiveInfinity)]
    public void A_figure_that_is_not_finite_is_refused_and_leaves_no_trace(double figure)
    {
        using JournalWriter writer = JournalWriter.Create(_folder);

        Assert.Throws<ArgumentException>(() => writer.Append(JournalExamples.Slot(1) with { InFlightShare = figure }));
        writer.Append(JournalExamples.Slot(2));

        JournalReading reading = JournalReader.Read(writer.Path);
        Assert.Equal(2, Assert.IsType<Slot>(Assert.Single(reading.Records)).Round);
        Assert.Empty(reading.Damage);
    }

    [Fact]
    public void A_record_longer_than_the_reader_takes_is_refused_and_leaves_no_trace()
    {
        using JournalWriter writer = JournalWriter.Create(_folder);
        RunEnd tooLong = new(RunOutcome.Faulted, new string('a', JournalLine.MaximumRecordBytes), 0);

        Assert.Throws<ArgumentException>(() => writer.Append(tooLong));

        Assert.Equal(0, new FileInfo(writer.Path).Length);
    }

    private static double AnyFinite(Random random)
    {
        double value;
        do
        {
            value = BitConverter.Int64BitsToDouble(random.NextInt64(long.MinValue, long.MaxValue));
        }
        while (!double.IsFinite(value));
        return value;
    }

    private string Write(IEnumerable<JournalRecord> records)
    {
        using JournalWriter writer = JournalWriter.Create(_folder);
        foreach (JournalRecord record in records)
            writer.Append(record);
        return writer.Path;
    }
}
