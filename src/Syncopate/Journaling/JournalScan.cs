using Syncopate.Texts;
using static System.FormattableString;

namespace Syncopate.Journaling;

/// <summary>One pass over the bytes of a journal. Each head opens a stretch that ends at the next head or at the end of
/// the file, and each stretch is judged alone:
/// damage never spreads, and the cost is linear whatever the heads claim.</summary>
/// <param name="bytes">The whole file.</param>
/// <param name="name">The file's name, for messages.</param>
internal sealed class JournalScan(byte[] bytes, string name)
{
    private readonly List<JournalRecord> _records = [];
    private readonly List<JournalDamage> _damage = [];

    /// <summary>Reads it all; once.</summary>
    /// <exception cref="JournalException">It was written in a newer format.</exception>
    public JournalReading Run()
    {
        bool found = JournalLine.TryFind(bytes, 0, out JournalLine next);
        AddForeign(0, found ? next.Start : bytes.Length);
        while (found)
        {
            JournalLine line = next;
            found = JournalLine.TryFind(bytes, line.RecordStart, out next);
            AddLine(line, found ? next.Start : bytes.Length);
        }

        return new JournalReading(_records, _damage);
    }

    private void AddLine(JournalLine line, int end)
    {
        int available = end - line.RecordStart;
        if (line.RecordLength > JournalLine.MaximumRecordBytes)
        {
            AddDamage(
                line.Start, end,
                Invariant($"a record said to have {line.RecordLength:N0} bytes; the most is {JournalLine.MaximumRecordBytes:N0}"));
            return;
        }

        if (line.RecordLength >= available)
        {
            AddDamage(line.Start, end, Invariant($"a record cut off: {Counted.Of(available, "byte")} of {line.RecordLength + 1:N0}"));
            return;
        }

        Span<byte> record = bytes.AsSpan(line.RecordStart, line.RecordLength);
        int brace = line.RecordStart + line.RecordLength;
        if (bytes[brace] != '}' || Crc32C.Compute(record) != line.Checksum)
        {
            AddDamage(
                line.Start, end, Invariant(
                    $"a changed record: its bytes do not fit length {line.RecordLength:N0} and checksum {line.Checksum:x8} in its head"));
            return;
        }

        AddRecord(record, line.Start, brace + 1);
        AddLineEnd(brace + 1, end);
    }

    private void AddRecord(ReadOnlySpan<byte> json, int start, int end)
    {
        JournalRecord? record = JournalCodec.Read(json, out string problem);
        // A header in a newer format may well not be readable, but its schema number is.
        JournalRecordName own = record is null ? JournalCodec.ReadName(json) : new JournalRecordName(null, (record as RunHeader)?.Schema);
        if (own.Schema > JournalReader.Schema)
        {
            throw new JournalException(
                Invariant(
                    $"{name} has format {own.Schema}; this version reads up to format {JournalReader.Schema}. Use the version that wrote it."));
        }

        if (record is not null)
        {
            _records.Add(record);
        }
        else
        {
            AddDamage(
                start, end,
                $"a whole record of {(JournalCodec.Knows(own) ? "" : "unknown ")}type \"{JournalCodec.Printable(own.Type ?? "")}\" that {problem}");
        }
    }

    private void AddLineEnd(int start, int end)
    {
        if (start == end && end < bytes.Length)
            AddDamage(start, end, "no line end between two records");
        else
            AddForeign(start < end && bytes[start] == '\n' ? start + 1 : start, end);
    }

    private void AddForeign(int start, int end)
    {
        if (start == end)
            return;
        Span<byte> foreign = bytes.AsSpan(start, end - start);
        AddDamage(start, end, foreign.ContainsAnyExcept((byte)0)
            ? $"{Counted.Of(foreign.Length, "byte that is", "bytes that are")} no record, "
                + $"from {Convert.ToHexString(foreign[..Math.Min(16, foreign.Length)])}"
            : Counted.Of(foreign.Length, "zero byte"));
    }

    /// <summary>Damage that adjoins the one before is one with it, so that a file of nothing but damage yields one
    /// entry, not millions.</summary>
    private void AddDamage(int start, int end, string found)
    {
        if (_damage.Count > 0 && _damage[^1] is var last && last.Offset + last.Length == start)
            _damage[^1] = last with { Length = end - last.Offset };
        else
            _damage.Add(new JournalDamage(start, end - start, found));
    }
}
