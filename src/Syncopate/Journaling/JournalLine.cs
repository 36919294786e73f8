using System.Buffers.Text;
using System.Text;
using static System.FormattableString;

namespace Syncopate.Journaling;

/// <summary>The head of one line of a journal, and where it was found. A line is
/// <c>{"length":123,"crc32c":"1a2b3c4d","record":{...}}</c> and a line feed: JSON by itself, while length and CRC-32C
/// of the record's bytes, from its first brace to its last, stand in front so that a torn or changed record is known before it is
/// parsed.</summary>
/// <param name="Start">Where the line starts.</param>
/// <param name="RecordStart">Where the record starts.</param>
/// <param name="RecordLength">Bytes of the record, as the head states.</param>
/// <param name="Checksum">CRC-32C of the record, as the head states.</param>
internal readonly record struct JournalLine(int Start, int RecordStart, int RecordLength, uint Checksum)
{
    /// <summary>The longest record that is written or read; a slot with 10,000 traces has about 3 MB.</summary>
    public const int MaximumRecordBytes = 64 * 1024 * 1024;

    private static ReadOnlySpan<byte> LengthName => "{\"length\":"u8;

    private static ReadOnlySpan<byte> ChecksumName => ",\"crc32c\":\""u8;

    /// <summary>The line for a record.</summary>
    public static byte[] Write(ReadOnlySpan<byte> record) => [.. Head(record.Length, Crc32C.Compute(record)), .. record, .. "}\n"u8];

    /// <summary>Finds the first head at or after a place. A head never occurs inside a record: there, a name "crc32c"
    /// has no string for a value and quotes within strings are escaped. So the search may start anywhere, and a record that would reach
    /// beyond the next head is not one.</summary>
    public static bool TryFind(ReadOnlySpan<byte> bytes, int from, out JournalLine line)
    {
        while (bytes[from..].IndexOf(LengthName) is var distance and >= 0)
        {
            from += distance;
            if (TryParse(bytes[from..], out int length, out uint checksum, out int headLength))
            {
                line = new JournalLine(from, from + headLength, length, checksum);
                return true;
            }

            from += LengthName.Length;
        }

        line = default;
        return false;
    }

    private static bool TryParse(ReadOnlySpan<byte> bytes, out int length, out uint checksum, out int headLength)
    {
        checksum = 0;
        headLength = 0;
        if (!Utf8Parser.TryParse(bytes[LengthName.Length..], out length, out int digits) || length < 0)
            return false;
        int checksumStart = LengthName.Length + digits + ChecksumName.Length;
        if (bytes.Length < checksumStart + 8 || !Utf8Parser.TryParse(bytes.Slice(checksumStart, 8), out checksum, out _, 'x'))
            return false;
        // Only the form that is written: a flipped bit that makes "a" of "A" must not pass.
        byte[] head = Head(length, checksum);
        headLength = head.Length;
        return bytes.StartsWith(head);
    }

    private static byte[] Head(int length, uint checksum) =>
        Encoding.ASCII.GetBytes(Invariant($"{{\"length\":{length},\"crc32c\":\"{checksum:x8}\",\"record\":"));
}
