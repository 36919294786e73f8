using System.Buffers.Binary;
using System.IO.Compression;

namespace Syncopate.Histograms;

/// <summary>
/// Histograms as text, in the format that every HdrHistogram tool reads: V2 encoding, zlib (RFC 1950), Base64 ("HIST...").
/// </summary>
/// <remarks>
/// After EncodableHistogram and AbstractHistogram.java of HdrHistogram 2.1, all integers big-endian. Wrapper: int32 cookie, int32 length
/// of the zlib stream. Inside: int32 cookie, int32 payload length, int32 normalising offset, int32 digits, int64 lowest, int64 highest,
/// double ratio; then one number a counter, ZigZag and LEB128 in at most 9 bytes, where -n stands for n zeros, up to the last one in use.
/// </remarks>
internal static class HistogramCodec
{
    private const int CompressedCookie = 0x1c849314;
    private const int Cookie = 0x1c849313;
    private const int WrapperBytes = 8;
    private const int HeaderBytes = 40;
    private const int BytesPerCounter = 9;

    /// <summary>The histogram as one line of text. The number of clipped values is not part of the format and is lost.</summary>
    public static string Encode(Histogram histogram)
    {
        using MemoryStream plain = new();
        plain.SetLength(HeaderBytes);
        plain.Position = HeaderBytes;
        WriteCounts(plain, histogram.Counts[..Math.Max(1, histogram.LastUsedIndex + 1)]);
        Span<byte> bytes = plain.GetBuffer().AsSpan(0, (int)plain.Length);
        WriteHeader(bytes, histogram);

        using MemoryStream wrapped = new();
        wrapped.SetLength(WrapperBytes);
        wrapped.Position = WrapperBytes;
        using (ZLibStream zlib = new(wrapped, CompressionLevel.Optimal, leaveOpen: true))
            zlib.Write(bytes);
        bytes = wrapped.GetBuffer().AsSpan(0, (int)wrapped.Length);
        BinaryPrimitives.WriteInt32BigEndian(bytes, CompressedCookie);
        BinaryPrimitives.WriteInt32BigEndian(bytes[4..], bytes.Length - WrapperBytes);
        return Convert.ToBase64String(bytes);
    }

    /// <summary>
    /// Reads what <see cref="Encode"/> or another HdrHistogram library has written. Memory is bounded by the 32 MiB that the largest
    /// histogram takes, whatever the text claims.
    /// </summary>
    /// <exception cref="HistogramFormatException">The text is not a histogram in this encoding, is damaged or asks for
    /// too much memory.</exception>
    public static Histogram Decode(string text)
    {
        byte[] bytes = new byte[text.Length / 4 * 3 + 3];
        if (!Convert.TryFromBase64String(text, bytes, out int length))
            throw new HistogramFormatException("An encoded histogram must be Base64.");
        if (length < WrapperBytes || BinaryPrimitives.ReadInt32BigEndian(bytes) != CompressedCookie)
        {
            throw new HistogramFormatException(
                $"An encoded histogram must start with the compressed V2 cookie 0x{CompressedCookie:x8} (\"HISTFAAA\").");
        }

        int compressedLength = BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(4));
        if (compressedLength != length - WrapperBytes)
        {
            throw new HistogramFormatException(
                $"An encoded histogram says {compressedLength} compressed bytes and has {length - WrapperBytes}.");
        }

        try
        {
            using MemoryStream compressed = new(bytes, WrapperBytes, compressedLength);
            using BufferedStream plain = new(new ZLibStream(compressed, CompressionMode.Decompress));
            return Read(plain);
        }
        // ZLibStream reports most damage as invalid data, but a preset dictionary (one flipped header bit) as a bare IOException.
        catch (Exception exception) when (exception is InvalidDataException or IOException)
        {
            throw new HistogramFormatException("The zlib stream of an encoded histogram is damaged.", exception);
        }
    }

    private static void WriteHeader(Span<byte> bytes, Histogram histogram)
    {
        BinaryPrimitives.WriteInt32BigEndian(bytes, Cookie);
        BinaryPrimitives.WriteInt32BigEndian(bytes[4..], bytes.Length - HeaderBytes);
        BinaryPrimitives.WriteInt32BigEndian(bytes[8..], 0);
        BinaryPrimitives.WriteInt32BigEndian(bytes[12..], histogram.Digits);
        BinaryPrimitives.WriteInt64BigEndian(bytes[16..], histogram.Lowest);
        BinaryPrimitives.WriteInt64BigEndian(bytes[24..], histogram.Highest);
        BinaryPrimitives.WriteDoubleBigEndian(bytes[32..], 1.0);
    }

    private static void WriteCounts(MemoryStream stream, ReadOnlySpan<long> counts)
    {
        while (!counts.IsEmpty)
        {
            int zeros = counts.IndexOfAnyExcept(0L);
            if (zeros < 0)
                zeros = counts.Length;
            WriteNumber(stream, zeros > 1 ? -zeros : counts[0]);
            counts = counts[Math.Max(1, zeros)..];
        }
    }

    private static void WriteNumber(MemoryStream stream, long number)
    {
        ulong rest = (ulong)((number << 1) ^ (number >> 63));
        // Eight bytes of seven bits; a ninth carries all of its eight bits, unlike the LEB128 of other formats.
        for (int i = 1; i < BytesPerCounter && rest > 0x7f; i++)
        {
            stream.WriteByte((byte)(rest | 0x80));
            rest >>= 7;
        }
        stream.WriteByte((byte)rest);
    }

    private static Histogram Read(BufferedStream plain)
    {
        Span<byte> header = stackalloc byte[HeaderBytes];
        int read = plain.ReadAtLeast(header, HeaderBytes, throwOnEndOfStream: false);
        if (read < HeaderBytes || BinaryPrimitives.ReadInt32BigEndian(header) != Cookie)
        {
            throw new HistogramFormatException(
                $"The zlib stream must hold a header of {HeaderBytes} bytes that starts with the V2 cookie 0x{Cookie:x8}; it holds {read} bytes.");
        }

        // The normalising offset and the ratio are not looked at: hdr-histogram-js writes 1 and the integer 1 where Java writes 0 and 1.0.
        int payloadLength = BinaryPrimitives.ReadInt32BigEndian(header[4..]);
        Histogram histogram = Create(header);
        if (payloadLength < 0)
            throw new HistogramFormatException($"A payload cannot have {payloadLength} bytes.");
        ReadCounts(plain, payloadLength, histogram);
        if (plain.ReadByte() >= 0)
            throw new HistogramFormatException($"The zlib stream goes on after the {payloadLength} bytes of its payload.");
        return histogram;
    }

    private static Histogram Create(ReadOnlySpan<byte> header)
    {
        int digits = BinaryPrimitives.ReadInt32BigEndian(header[12..]);
        long lowest = BinaryPrimitives.ReadInt64BigEndian(header[16..]);
        long highest = BinaryPrimitives.ReadInt64BigEndian(header[24..]);
        try
        {
            return new Histogram(lowest, highest, digits);
        }
        catch (ArgumentOutOfRangeException exception)
        {
            throw new HistogramFormatException($"A histogram of {digits} digits from {lowest} to {highest} cannot be.", exception);
        }
    }

    /// <summary>Stops at the last counter, so a payload that unfolds without end costs at most nine bytes a counter.</summary>
    private static void ReadCounts(BufferedStream plain, int payloadLength, Histogram histogram)
    {
        int index = 0;
        for (int left = payloadLength; left > 0;)
        {
            long number = ReadNumber(plain, ref left);
            if (number < index - (long)histogram.Counts.Length || (number >= 0 && index == histogram.Counts.Length))
                throw new HistogramFormatException($"The payload has counts beyond the {histogram.Counts.Length} counters of the header.");
            if (number >= 0)
                Add(histogram, index++, number);
            else
                index -= (int)number;
        }
    }

    private static void Add(Histogram histogram, int index, long count)
    {
        try
        {
            histogram.AddAt(index, count);
        }
        catch (OverflowException exception)
        {
            throw new HistogramFormatException("The counts add up to more than 2^63 - 1.", exception);
        }
    }

    private static long ReadNumber(BufferedStream plain, ref int left)
    {
        ulong bits = 0;
        for (int i = 0; i < BytesPerCounter; i++)
        {
            int next = left-- > 0 ? plain.ReadByte() : -1;
            if (next < 0)
                throw new HistogramFormatException("The payload ends within a number.");
            bool last = i == BytesPerCounter - 1 || next < 0x80;
            bits |= (ulong)(last ? next : next & 0x7f) << (7 * i);
            if (last)
                break;
        }
        return (long)(bits >> 1) ^ -(long)(bits & 1);
    }
}

/// <summary>An encoded histogram or a histogram log is damaged, foreign or too large; the only thing its readers throw
/// about their input.</summary>
/// <param name="message">What was read, the value found and the value allowed.</param>
/// <param name="innerException">What the decompressor or the constructor of the histogram said; null when the reader
/// found the fault itself.</param>
internal sealed class HistogramFormatException(string message, Exception? innerException = null) : FormatException(message, innerException);
