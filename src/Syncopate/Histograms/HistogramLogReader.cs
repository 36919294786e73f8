using System.Globalization;
using System.Text;
using Syncopate.Units;

namespace Syncopate.Histograms;

/// <summary>
/// Reads histogram logs (*.hlog, up to format 1.3) of any HdrHistogram library, one entry at a time, so that a log may be larger than
/// memory. UTF-8, and UTF-16 with a byte order mark, which the .NET port writes. One thread at a time.
/// </summary>
internal sealed class HistogramLogReader : IDisposable
{
    /// <summary>Longest line in characters. A line without an end would otherwise be read into memory forever.</summary>
    public const int MaximumLineLength = 4 << 20;

    private const string StartTimeMark = "#[StartTime:";
    private const string BaseTimeMark = "#[BaseTime:";
    private const string TagMark = "Tag=";
    private const double SecondsPerYear = 365 * 24 * 3600.0;

    private readonly StreamReader _reader;
    private readonly StringBuilder _line = new();
    private int _lineNumber;
    private double? _startSeconds;
    private double? _baseSeconds;
    private double? _offsetSeconds;

    /// <summary>Reads from where the stream stands. The stream stays open when the reader is disposed.</summary>
    public HistogramLogReader(Stream stream) =>
        _reader = new StreamReader(stream, Encoding.UTF8, detectEncodingFromByteOrderMarks: true, leaveOpen: true);

    /// <summary>Wall time that entries count from, to the millisecond; null before the first <see cref="Read"/> and
    /// when the log states none.</summary>
    public DateTimeOffset? StartTime { get; private set; }

    /// <summary>The next entry, or null at the end of the log. Comments, legends and empty lines are passed over.</summary>
    /// <exception cref="HistogramFormatException">A line is damaged or too long; the message has its number.</exception>
    public HistogramLogEntry? Read()
    {
        while (ReadLine() is { } line)
        {
            if (line.StartsWith(StartTimeMark, StringComparison.Ordinal))
                SetStartTime(SecondsAfter(StartTimeMark, line));
            else if (line.StartsWith(BaseTimeMark, StringComparison.Ordinal))
                _baseSeconds = SecondsAfter(BaseTimeMark, line);
            else if (line.Length > 0 && line[0] is not ('#' or '"'))
                return Parse(line);
        }
        return null;
    }

    /// <summary>Lets go of the buffers; the stream stays open.</summary>
    public void Dispose() => _reader.Dispose();

    private string? ReadLine()
    {
        _line.Clear();
        _lineNumber++;
        int next;
        while ((next = _reader.Read()) is >= 0 and not '\n')
        {
            if (_line.Length == MaximumLineLength)
                throw Fault($"is longer than {MaximumLineLength} characters.");
            _line.Append((char)next);
        }
        return next < 0 && _line.Length == 0 ? null : _line.ToString().Trim();
    }

    private HistogramLogEntry Parse(string line)
    {
        string? tag = null;
        int comma = line.IndexOf(',', StringComparison.Ordinal);
        if (line.StartsWith(TagMark, StringComparison.Ordinal) && comma > 0)
        {
            tag = line[TagMark.Length..comma];
            line = line[(comma + 1)..];
        }
        string[] fields = line.Split(',', 5);
        if (fields.Length != 4)
            throw Fault("must be start, length, maximum and histogram, separated by commas.");

        double start = Seconds(fields[0]);
        _offsetSeconds ??= OffsetOf(start);
        try
        {
            return new HistogramLogEntry(tag, start + _offsetSeconds.Value, Seconds(fields[1]), HistogramCodec.Decode(fields[3]));
        }
        catch (HistogramFormatException exception)
        {
            throw Fault($"has a damaged histogram: {exception.Message}", exception);
        }
    }

    /// <summary>What to add to the stamps of this log so that they count from its start time; guessed from the first
    /// one as the reference reader does.</summary>
    private double OffsetOf(double firstStart)
    {
        double start = _startSeconds ?? 0;
        if (_baseSeconds is { } stated)
            return stated - start;
        bool countsFromStart = firstStart < start - SecondsPerYear;
        return countsFromStart ? 0 : -start;
    }

    private void SetStartTime(double seconds)
    {
        _startSeconds = seconds;
        StartTime = DateTimeOffset.FromUnixTimeMilliseconds((long)Math.Round(Milliseconds.FromSeconds(seconds)));
    }

    private double SecondsAfter(string mark, string line)
    {
        ReadOnlySpan<char> text = line.AsSpan(mark.Length).TrimStart();
        int end = text.IndexOfAny(' ', ']', ',');
        double seconds = Seconds(end < 0 ? text : text[..end]);
        if (seconds < DateTimeOffset.MinValue.ToUnixTimeSeconds() || seconds > DateTimeOffset.MaxValue.ToUnixTimeSeconds())
            throw Fault(FormattableString.Invariant($"states a time of {seconds} s since 1970, which no calendar has."));
        return seconds;
    }

    private double Seconds(ReadOnlySpan<char> text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double seconds) && double.IsFinite(seconds)
            ? seconds
            : throw Fault("must have finite numbers of seconds, such as 0.127.");

    private HistogramFormatException Fault(string message, Exception? inner = null) =>
        new($"Line {_lineNumber} of a histogram log {message}", inner);
}
