using System.Globalization;
using System.Text;
using Syncopate.Units;

namespace Syncopate.Load;

/// <summary>One entry of a Server-Timing field (W3C Server Timing) as the sample sites write it:
/// <c>name;dur=MILLISECONDS;desc="TIMESTAMP"</c>.</summary>
/// <param name="Name">"served" for the server's own work, else the outside call.</param>
/// <param name="StartedTimestamp">The description: the server's reading of the machine's monotonic clock when it began.</param>
/// <param name="DurationNanoseconds">At least 0.</param>
internal readonly record struct ServerTiming(string Name, long StartedTimestamp, long DurationNanoseconds)
{
    /// <summary>The entry for the server's own work on the request.</summary>
    public const string Served = "served";

    private const double LongestMilliseconds = 86_400_000; // A day.

    /// <summary>The entries that have all three parts in their own form. Others are left out: any server may send
    /// Server-Timing, most for a browser.</summary>
    public static IReadOnlyList<ServerTiming> Read(ReadOnlySpan<byte> value)
    {
        List<ServerTiming> entries = [];
        while (!value.IsEmpty)
        {
            ReadOnlySpan<byte> entry = TakeUntil(ref value, (byte)',');
            if (ReadEntry(entry) is { } timing)
                entries.Add(timing);
        }

        return entries;
    }

    private static ServerTiming? ReadEntry(ReadOnlySpan<byte> entry)
    {
        ReadOnlySpan<byte> name = TakeUntil(ref entry, (byte)';');
        long? started = null;
        double? milliseconds = null;
        while (!entry.IsEmpty)
        {
            ReadOnlySpan<byte> parameter = TakeUntil(ref entry, (byte)';');
            if (parameter.StartsWith("dur="u8)
                && double.TryParse(
                    parameter[4..], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double duration))
            {
                milliseconds = duration;
            }
            else if (parameter.StartsWith("desc="u8)
                && long.TryParse(parameter[5..].Trim((byte)'"'), NumberStyles.None, CultureInfo.InvariantCulture, out long timestamp))
            {
                started = timestamp;
            }
        }

        return IsName(name) && started is { } start && milliseconds is >= 0 and <= LongestMilliseconds
            ? new ServerTiming(Encoding.ASCII.GetString(name), start, (long)Math.Round(Nanoseconds.FromMilliseconds(milliseconds.Value)))
            : null;
    }

    private static bool IsName(ReadOnlySpan<byte> name)
    {
        foreach (byte letter in name)
        {
            if (!char.IsAsciiLetterOrDigit((char)letter) && letter is not ((byte)'-' or (byte)'_' or (byte)'.'))
                return false;
        }

        return name.Length is > 0 and <= 64;
    }

    // Cuts off the part before the next separator that is not within quotes.
    private static ReadOnlySpan<byte> TakeUntil(ref ReadOnlySpan<byte> value, byte separator)
    {
        bool quoted = false;
        int end = 0;
        while (end < value.Length && (quoted || value[end] != separator))
            quoted ^= value[end++] == '"';
        ReadOnlySpan<byte> part = value[..end].Trim(" \t"u8);
        value = value[Math.Min(end + 1, value.Length)..];
        return part;
    }
}
