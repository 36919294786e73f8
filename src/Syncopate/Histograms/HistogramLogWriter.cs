using System.Globalization;
using System.Text;

namespace Syncopate.Histograms;

/// <summary>
/// Writes a histogram log in format 1.3, which HdrHistogram tools and plotters read: UTF-8 without a byte order mark (they stumble
/// over it), lines end with \n, numbers have a point. One thread at a time.
/// </summary>
internal sealed class HistogramLogWriter : IDisposable
{
    private const double NanosecondsPerMillisecond = 1e6;

    private readonly StreamWriter _writer;

    /// <summary>Writes the head of the log. The stream stays open when the writer is disposed.</summary>
    /// <param name="stream">Receives the log; all of it only after <see cref="Dispose"/>.</param>
    /// <param name="startTime">Wall time that the start of every entry counts from; at least 1971, since readers take
    /// an entry that lies less than a year before it for an absolute time.</param>
    public HistogramLogWriter(Stream stream, DateTimeOffset startTime)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(startTime, DateTimeOffset.UnixEpoch.AddYears(1));
        _writer = new StreamWriter(stream, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), leaveOpen: true) { NewLine = "\n" };
        _writer.WriteLine("#[Histogram log format version 1.3]");
        _writer.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"#[StartTime: {startTime.ToUnixTimeMilliseconds() / 1000m:0.000} (seconds since epoch), {startTime.UtcDateTime:yyyy-MM-ddTHH:mm:ss.fffZ}]"));
        _writer.WriteLine("\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"");
    }

    /// <summary>Adds an entry. Readers expect entries in the order of their start.</summary>
    /// <exception cref="ArgumentException">The tag is empty or has a comma or white space, or a time is not a finite number.</exception>
    public void Write(HistogramLogEntry entry)
    {
        if (entry.Tag is { } tag && (tag.Length == 0 || tag.Any(c => c == ',' || char.IsWhiteSpace(c) || char.IsControl(c))))
        {
            throw new ArgumentException(
                $"The tag \"{tag}\" cannot be read back: it must not be empty and must not have commas or white space.", nameof(entry));
        }

        if (!double.IsFinite(entry.StartSeconds) || !double.IsFinite(entry.LengthSeconds))
        {
            throw new ArgumentException(
                FormattableString.Invariant(
                    $"An entry that starts at {entry.StartSeconds} s and takes {entry.LengthSeconds} s has no place in a log."),
                nameof(entry));
        }

        if (entry.Tag is not null)
            _writer.Write($"Tag={entry.Tag},");
        _writer.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{entry.StartSeconds:0.000######},{entry.LengthSeconds:0.000######},{entry.Histogram.Maximum / NanosecondsPerMillisecond:0.000},{HistogramCodec.Encode(entry.Histogram)}"));
    }

    /// <summary>Hands the rest of the log to the stream, which stays open.</summary>
    public void Dispose() => _writer.Dispose();
}

/// <summary>One interval of a histogram log (*.hlog): what was recorded in a stretch of time.</summary>
/// <param name="Tag">Tells the series of one log apart, such as "dashboard.async"; null for the untagged one.</param>
/// <param name="StartSeconds">Since the start time of the log; since 1970 when the log states none.</param>
/// <param name="LengthSeconds">How long the interval took.</param>
/// <param name="Histogram">The values, in nanoseconds where the maximum of the line is to be milliseconds.</param>
internal sealed record HistogramLogEntry(string? Tag, double StartSeconds, double LengthSeconds, Histogram Histogram);
