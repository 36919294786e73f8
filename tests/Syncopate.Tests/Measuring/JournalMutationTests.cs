using Syncopate.Journaling;
using Xunit;

namespace Syncopate.Tests.Measuring;

/// <summary>Seeded damage to a journal, of which each record has a checksum.</summary>
public sealed class JournalMutationTests
{
    private static readonly byte[][] Lines =
    [
        JournalExamples.Journal(JournalExamples.Header),
        JournalExamples.Journal(JournalExamples.All[1]),
        JournalExamples.Journal(JournalExamples.Slot(1)),
        JournalExamples.Journal(JournalExamples.Doubt),
        JournalExamples.Journal(JournalExamples.End),
    ];

    private static readonly byte[] Whole = [.. Lines.SelectMany(l => l)];

    /// <summary>Pieces of the format itself, which chance alone would hardly ever make.</summary>
    private static readonly byte[][] Pieces = Damage.Bytes(
        "{\"length\":", "{\"length\":3,\"crc32c\":\"00000000\",\"record\":",
        "{\"length\":2147483647,\"crc32c\":\"ffffffff\",\"record\":{", "}\n", "\n", "\0\0\0\0\0\0\0\0",
        "null", "[null]", "{\"type\":\"slot\"}", "\"type\":", "\"\\ud800\"", "1e999", "-", "99999999999999999999", "[[[[[[[[", "\"", "\\",
        "{", "}", ",", "\u00FF", new string('x', 500));

    [Fact]
    public void A_damaged_journal_yields_each_record_it_still_holds_and_no_other()
    {
        for (int seed = 0; seed < Damage.Inputs * 5 / 2; seed++)
        {
            byte[] damaged = Damage.To(Whole, Pieces, new Random(seed));

            JournalReading reading = Read(damaged, seed);

            HashSet<int> read = reading.Records.Select(r => Array.FindIndex(Lines, JournalExamples.Journal(r).SequenceEqual)).ToHashSet();
            IEnumerable<int> held = Enumerable.Range(0, Lines.Length)
                .Where(i => damaged.AsSpan().IndexOf(Lines[i].AsSpan(0, Lines[i].Length - 1)) >= 0);
            Assert.True(read.SetEquals(held), $"Input {seed}: records {string.Join(", ", read)} read.");
            AssertOrdered(reading.Damage, damaged.Length, seed);
            Assert.True(reading.Damage.Count > 0 || IsJournal(damaged, reading.Records), $"Input {seed} holds damage that is not named.");
        }
    }

    /// <summary>The checksum is right, so that what is wrong is up to the reading of JSON.</summary>
    [Fact]
    public void A_record_forged_with_the_right_checksum_is_read_or_named_and_never_more()
    {
        for (int seed = 0; seed < Damage.Inputs * 5 / 2; seed++)
        {
            Random random = new(seed);
            byte[] original = Lines[random.Next(Lines.Length)];
            byte[] json = original.AsSpan("{\"length\":123,\"crc32c\":\"1a2b3c4d\",\"record\":".Length..^2).ToArray();
            byte[] forged = JournalLine.Write(Damage.To(json, Pieces, random));

            JournalReading reading = Read(forged, seed);

            Assert.True(reading.Records.Count + reading.Damage.Count > 0, $"Input {seed} vanished.");
            AssertOrdered(reading.Damage, forged.Length, seed);
        }
    }

    private static JournalReading Read(byte[] bytes, int seed)
    {
        try
        {
            return new JournalScan(bytes, "run.jsonl").Run();
        }
        catch (JournalException e) when (e.Message.Contains("has format", StringComparison.Ordinal))
        {
            return new JournalReading([], [new JournalDamage(0, 0, e.Message)]);
        }
        catch (Exception e)
        {
            throw new InvalidOperationException($"Input {seed} ended in {e.GetType()}.", e);
        }
    }

    private static bool IsJournal(byte[] bytes, IReadOnlyList<JournalRecord> records)
    {
        byte[] journal = JournalExamples.Journal(records);
        return bytes.AsSpan().SequenceEqual(journal) || bytes.AsSpan().SequenceEqual(journal.AsSpan(0, Math.Max(0, journal.Length - 1)));
    }

    private static void AssertOrdered(IReadOnlyList<JournalDamage> damage, int length, int seed)
    {
        long position = 0L;
        foreach (JournalDamage entry in damage)
        {
            Assert.True(
                entry.Offset >= position && entry.Length >= 0 && entry.Offset
                    + entry.Length <= length && entry.Found.Length is > 0 and < 300, $"Input {seed}: {entry}");
            Assert.DoesNotContain(entry.Found, char.IsControl);
            position = entry.Offset + entry.Length;
        }
    }
}
