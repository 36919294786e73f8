using System.Globalization;
using System.Text;
using Syncopate.Journaling;
using Syncopate.Watch.Tests;
using Xunit;

namespace Syncopate.Tests.Measuring;

public sealed class JournalReaderTests
{
    private static readonly byte[] First = JournalExamples.Journal(JournalExamples.Slot(1));
    private static readonly byte[] Second = JournalExamples.Journal(JournalExamples.Slot(2));
    private static readonly byte[] Third = JournalExamples.Journal(JournalExamples.Slot(3));

    [Fact]
    public void An_empty_journal_is_whole()
    {
        JournalReading reading = Read([]);

        Assert.Empty(reading.Records);
        Assert.Empty(reading.Damage);
    }

    [Fact]
    public void A_journal_cut_at_any_byte_keeps_every_whole_record_and_names_the_rest()
    {
        byte[] journal = JournalExamples.Journal(JournalExamples.All);
        int[] ends = journal.Index().Where(b => b.Item == '\n').Select(b => b.Index).ToArray();

        for (int cut = 0; cut < journal.Length; cut++)
        {
            JournalReading reading = Read(journal[..cut]);

            int whole = ends.Count(end => end <= cut);
            int start = whole == 0 ? 0 : Math.Min(cut, ends[whole - 1] + 1);
            Assert.Equal(JournalExamples.Journal(JournalExamples.All.Take(whole)), JournalExamples.Journal(reading.Records));
            if (start == cut)
                Assert.Empty(reading.Damage);
            else
                Assert.Equal((start, cut - start), Place(Assert.Single(reading.Damage)));
        }
    }

    [Fact]
    public void A_flip_of_any_bit_of_a_line_is_found_and_costs_at_most_that_record()
    {
        byte[] journal = [.. First, .. Second, .. Third];

        for (int bit = First.Length * 8; bit < (First.Length + Second.Length) * 8; bit++)
        {
            journal[bit / 8] ^= (byte)(1 << bit % 8);
            JournalReading reading = Read(journal);
            journal[bit / 8] ^= (byte)(1 << bit % 8);

            bool isLineEnd = bit / 8 == First.Length + Second.Length - 1;
            Assert.Equal(isLineEnd ? [1, 2, 3] : [1, 3], Rounds(reading));
            JournalDamage damage = Assert.Single(reading.Damage);
            Assert.Equal(isLineEnd ? bit / 8 : First.Length, damage.Offset);
            Assert.InRange(damage.Offset + damage.Length, bit / 8 + 1, First.Length + Second.Length);
        }
    }

    [Fact]
    public void A_torn_record_is_named_with_its_place_and_how_much_of_it_there_is()
    {
        JournalReading reading = Read([.. First, .. Second[..700]]);

        JournalDamage damage = Assert.Single(reading.Damage);
        Assert.Equal((First.Length, 700), Place(damage));
        // And the bracket that closes what is around it.
        string length = (JournalCodec.Write(JournalExamples.Slot(2)).Length + 1).ToString("#,0", CultureInfo.InvariantCulture);
        Assert.Equal($"a record cut off: 656 bytes of {length}", damage.Found);
    }

    [Fact]
    public void A_changed_record_is_named_with_its_place_and_checksum()
    {
        byte[] changed = [.. First, .. Second];
        changed[First.Length + 100] ^= 1;

        JournalDamage damage = Assert.Single(Read(changed).Damage);

        Assert.Equal((First.Length, Second.Length), Place(damage));
        string length = JournalCodec.Write(JournalExamples.Slot(2)).Length.ToString("#,0", CultureInfo.InvariantCulture);
        Assert.StartsWith($"a changed record: its bytes do not fit length {length} and checksum ", damage.Found, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("garbage\n", "8 bytes that are no record, from 676172626167650A")]
    [InlineData("\0\0\0", "3 zero bytes")]
    [InlineData("\n", "1 byte that is no record, from 0A")]
    [InlineData("{\"length\":", "10 bytes that are no record, from 7B226C656E677468223A")]
    [InlineData("{\"length\":5,\"crc32c\":\"00000000\",\"record\":", "a record cut off: 0 bytes of 6")]
    [InlineData("{\"length\":-5,\"crc32c\":\"00000000\",\"record\":", "42 bytes that are no record, from 7B226C656E677468223A2D352C226372")]
    [InlineData("{\"length\":05,\"crc32c\":\"00000000\",\"record\":", "42 bytes that are no record, from 7B226C656E677468223A30352C226372")]
    [InlineData("{\"length\":99999999,\"crc32c\":\"00000000\",\"record\":", "a record said to have 99,999,999 bytes; the most is 67,108,864")]
    public void What_stands_between_records_is_named_and_costs_none(string foreign, string found)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(foreign);

        JournalReading reading = Read([.. First, .. bytes, .. Second]);

        Assert.Equal([1, 2], Rounds(reading));
        Assert.Equal([new JournalDamage(First.Length, bytes.Length, found)], reading.Damage);
    }

    [Fact]
    public void What_stands_before_the_first_record_is_named()
    {
        JournalReading reading = Read([0xEF, 0xBB, 0xBF, .. First]);

        Assert.Equal([1], Rounds(reading));
        Assert.Equal([new JournalDamage(0, 3, "3 bytes that are no record, from EFBBBF")], reading.Damage);
    }

    [Fact]
    public void A_missing_line_end_between_records_is_named()
    {
        JournalReading reading = Read([.. First[..^1], .. Second]);

        Assert.Equal([1, 2], Rounds(reading));
        Assert.Equal([new JournalDamage(First.Length - 1, 0, "no line end between two records")], reading.Damage);
    }

    [Fact]
    public void Line_ends_that_another_system_has_changed_cost_no_record()
    {
        JournalReading reading = Read([.. First[..^1], .. "\r\n"u8, .. Second[..^1], .. "\r\n"u8]);

        Assert.Equal([1, 2], Rounds(reading));
        Assert.Equal([First.Length - 1, First.Length + Second.Length], reading.Damage.Select(d => (int)d.Offset));
    }

    [Fact]
    public void Adjoining_damage_is_one_entry()
    {
        byte[] head = "{\"length\":5,\"crc32c\":\"00000000\",\"record\":"u8.ToArray();

        JournalReading reading = Read([.. First, .. head, .. head, .. "\0\0"u8, .. Second]);

        Assert.Equal([1, 2], Rounds(reading));
        Assert.Equal((First.Length, 2 * head.Length + 2), Place(Assert.Single(reading.Damage)));
    }

    [Fact]
    public void A_newer_format_is_refused_even_when_its_header_cannot_be_read()
    {
        byte[] future = JournalLine.Write("{\"type\":\"run\",\"schema\":2,\"anything\":[]}"u8);

        JournalException exception = Assert.Throws<JournalException>(() => Read([.. future, .. First]));

        Assert.Equal("run.jsonl has format 2; this version reads up to format 1. Use the version that wrote it.", exception.Message);
        Assert.Throws<JournalException>(() => Read(JournalExamples.Journal(JournalExamples.Header with { Schema = 2 })));
    }

    [Fact]
    public void A_field_that_this_version_does_not_know_is_passed_over()
    {
        byte[] line = JournalLine.Write(
            "{\"type\":\"end\",\"outcome\":\"finished\",\"message\":\"\",\"elapsedNanoseconds\":1,\"later\":{\"x\":[1]}}"u8);

        Assert.Equal([new RunEnd(RunOutcome.Finished, "", 1)], Read(line).Records);
    }

    [Fact]
    public void A_journal_that_does_not_tell_its_confidence_has_the_usual_one()
    {
        string json = Encoding.UTF8.GetString(JournalCodec.Write(JournalExamples.Experiment(new UsersTimesLoops(50, 5))));
        Assert.Contains("\"confidence\":0.95,", json, StringComparison.Ordinal);

        byte[] line = JournalLine.Write(Encoding.UTF8.GetBytes(json.Replace("\"confidence\":0.95,", "", StringComparison.Ordinal)));

        Assert.Equal(0.95, Assert.IsType<Experiment>(Assert.Single(Read(line).Records)).Confidence);
    }

    [Theory]
    [InlineData("{\"type\":\"dream\"}", "a whole record of unknown type \"dream\" that cannot be read at $")]
    [InlineData("{\"type\":\"\\u001b[31m\"}", "a whole record of unknown type \"\\u001B[31m\" that cannot be read at $")]
    [InlineData("{}", "a whole record of unknown type \"\" that cannot be read (NotSupportedException)")]
    [InlineData("null", "a whole record of unknown type \"\" that has an empty element")]
    [InlineData("{\"type\":\"end\"}", "a whole record of type \"end\" that cannot be read at $")]
    [InlineData("{\"type\":\"end\",\"outcome\":1,\"message\":\"\",\"elapsedNanoseconds\":1}", "a whole record of type \"end\" that cannot be read at $.outcome")]
    [InlineData("{\"type\":\"end\",\"outcome\":\"finished\",\"message\":null,\"elapsedNanoseconds\":1}", "a whole record of type \"end\" that cannot be read at $.message")]
    [InlineData("{\"type\":\"end\",\"outcome\":\"finished\",\"message\":\"\\ud800\",\"elapsedNanoseconds\":1}", "a whole record of type \"end\" that cannot be read at $.message")]
    public void A_whole_record_that_makes_no_sense_is_named_and_costs_no_other(string json, string found)
    {
        byte[] line = JournalLine.Write(Encoding.UTF8.GetBytes(json));

        JournalReading reading = Read([.. First, .. line, .. Second]);

        Assert.Equal([1, 2], Rounds(reading));
        Assert.Equal([new JournalDamage(First.Length, line.Length - 1, found)], reading.Damage);
    }

    [Theory]
    [InlineData("\"traces\":[]", "\"traces\":[null]")]
    [InlineData("\"pool\":[]", "\"pool\":[{\"atNanoseconds\":1}]")]
    [InlineData("\"counters\":{}", "\"counters\":{\"a\":1,\"a\":2}")]
    [InlineData("\"kind\":\"warmUp\"", "\"kind\":\"3\"")]
    [InlineData("\"round\":2,", "")]
    public void A_slot_that_breaks_its_contract_is_not_let_in(string part, string replacement)
    {
        string slot = Encoding.UTF8.GetString(JournalCodec.Write(JournalExamples.All[3]));
        Assert.Contains(part, slot);

        JournalReading reading = Read(JournalLine.Write(Encoding.UTF8.GetBytes(slot.Replace(part, replacement))));

        Assert.Empty(reading.Records);
        Assert.Single(reading.Damage);
    }

    [Fact]
    public void A_load_shape_outside_its_range_is_not_let_in()
    {
        string experiment = Encoding.UTF8.GetString(JournalCodec.Write(JournalExamples.All[1]));

        JournalReading reading = Read(JournalLine.Write(Encoding.UTF8.GetBytes(experiment.Replace("\"users\":50", "\"users\":50000"))));

        Assert.Empty(reading.Records);
        Assert.Equal(
            "a whole record of type \"experiment\" that cannot be read (ArgumentOutOfRangeException)",
            Assert.Single(reading.Damage).Found);
    }

    [Fact]
    public void Nesting_deeper_than_64_is_refused()
    {
        string deep = "{\"type\":\"end\",\"outcome\":\"finished\",\"message\":\"\",\"elapsedNanoseconds\":1,\"later\":"
            + new string('[', 100_000) + new string(']', 100_000) + "}";

        JournalReading reading = Read(JournalLine.Write(Encoding.UTF8.GetBytes(deep)));

        Assert.Empty(reading.Records);
        Assert.Single(reading.Damage);
    }

    [Fact]
    public void A_file_that_cannot_be_opened_is_named()
    {
        string path = Path.Combine(Path.GetTempPath(), "no such folder", "run.jsonl");

        JournalException exception = Assert.Throws<JournalException>(() => JournalReader.Read(path));

        Assert.StartsWith($"{path} cannot be read. Could not find", exception.Message);
    }

    /// <summary>The file is a hole: no disk is needed for it.</summary>
    [Fact]
    public void A_file_that_is_larger_than_any_journal_is_not_read()
    {
        using TemporaryFolder folder = new();
        string path = Path.Combine(folder.Path, "run.jsonl");
        using (FileStream file = File.Create(path))
            file.SetLength(1024L * 1024 * 1024 + 1);

        JournalException exception = Assert.Throws<JournalException>(() => JournalReader.Read(path));

        Assert.Equal($"{path} has 1,073,741,825 bytes; the most that is read is 1,073,741,824.", exception.Message);
    }

    [Theory]
    [InlineData("\u001b[31m", "\\u001B[31m")]
    [InlineData("one\ntwo", "one\\ntwo")]
    public void What_a_file_says_moves_no_cursor(string text, string printed) =>
        Assert.Equal(printed, JournalCodec.Printable(text));

    [Fact]
    public void What_a_file_says_fills_no_screen()
    {
        string longest = new('a', 60);

        Assert.Equal((longest, longest), (JournalCodec.Printable(longest), JournalCodec.Printable($"{longest}b")));
    }

    private static JournalReading Read(byte[] bytes) => new JournalScan(bytes, "run.jsonl").Run();

    private static IEnumerable<int> Rounds(JournalReading reading) => reading.Records.Cast<Slot>().Select(s => s.Round);

    private static (long Offset, long Length) Place(JournalDamage damage) => (damage.Offset, damage.Length);
}
