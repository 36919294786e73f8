using System.Buffers;
using System.Buffers.Text;
using System.Globalization;
using System.Text;
using Syncopate.Load.Tallying;

namespace Syncopate.Load.Http1;

/// <summary>Reads HTTP/1.x answers, one after the other, wherever their bytes are split (RFC 9112). Keeps nothing of a
/// body, allocates nothing, and names what it will not accept. Used by one user at a time.</summary>
internal sealed class ResponseReader(int headerLimitBytes, long bodyLimitBytes)
{
    /// <summary>Longest chunk-size line; the size itself needs 18 bytes, the rest would be extensions that nobody reads.</summary>
    private const int ChunkLineLimitBytes = 1024;

    private static readonly SearchValues<byte> TokenBytes =
        SearchValues.Create("!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"u8);

    private readonly BodyStart _start = new();
    private byte[] _timing = []; // Grows to its full size when the first one is kept: most users never keep any.
    private Part _part = Part.Done;
    private int _headBytes;
    private int _timingBytes;
    private long _length;
    private long _left;
    private bool _chunked;
    private bool _begun;
    private bool _bodyless;
    private bool _keepsTiming;
    private ExpectedStatuses _expected = ExpectedStatuses.Success;

    private enum Part
    {
        StatusLine,
        Fields,
        ChunkSize,
        ChunkEnd,
        Trailers,
        Body,
        BodyUntilClose,
        ChunkData,
        Done,
    }

    /// <summary>True when the answer is complete, or given up with a <see cref="Finding"/>.</summary>
    public bool Done => _part == Part.Done;

    /// <summary>Why the answer does not count; null for a complete answer with an expected status.</summary>
    public string? Finding { get; private set; }

    /// <summary>True when the answer was given up: what follows on the connection has no meaning.</summary>
    public bool Broken { get; private set; }

    /// <summary>True from the end of an answer's head to the end of its body.</summary>
    public bool IsInBody => _part is not (Part.Done or Part.StatusLine or Part.Fields);

    /// <summary>True when the server closed the connection rather than answer to the end.</summary>
    public bool Silent => Finding is Findings.ConnectionClosed or Findings.CutShort;

    /// <summary>True when the connection may carry another request.</summary>
    public bool KeepsConnection { get; private set; }

    /// <summary>Status of the final answer; 0 until its status line was read.</summary>
    public int Status { get; private set; }

    /// <summary>Body bytes so far.</summary>
    public long BodyBytes { get; private set; }

    /// <summary>Of the start of the body, when that was asked for.</summary>
    public uint Checksum => _start.Checksum;

    /// <summary>The values of all Server-Timing fields, joined with commas; those that would not fit are left out.</summary>
    public ReadOnlySpan<byte> Timing => _timing.AsSpan(0, _timingBytes);

    /// <summary>Expects a new answer.</summary>
    /// <param name="expected">Statuses of a good answer.</param>
    /// <param name="bodyless">True after HEAD: the answer has a length, but no body.</param>
    /// <param name="keepsTiming">Whether <see cref="Timing"/> is wanted.</param>
    /// <param name="checksBody">Whether <see cref="Checksum"/> is wanted.</param>
    public void Start(
        ExpectedStatuses expected, bool bodyless = false, bool keepsTiming = true, bool checksBody = false)
    {
        if (checksBody)
            _start.Begin();
        else
            _start.Leave();
        _expected = expected;
        _bodyless = bodyless;
        _keepsTiming = keepsTiming;
        Finding = null;
        Broken = false;
        BodyBytes = 0;
        _headBytes = 0;
        _begun = false;
        StartHead();
    }

    /// <summary>Takes what it can of the bytes received and not yet taken, and says how many those were; the rest must
    /// come again, with more behind it.</summary>
    public int Read(ReadOnlySpan<byte> received)
    {
        int taken = 0;
        _begun = true;
        while (!Done)
        {
            int step = _part is Part.Body or Part.BodyUntilClose or Part.ChunkData
                ? TakeBody(received[taken..])
                : TakeLine(received[taken..]);
            taken += step;
            if (step == 0)
                break;
        }

        if (Done && !Broken && taken < received.Length)
            Fail(Findings.SurplusBytes);
        return taken;
    }

    /// <summary>The server has closed its side.</summary>
    public void End()
    {
        if (_part == Part.BodyUntilClose)
            Complete();
        else if (!Done)
            Fail(_begun ? Findings.CutShort : Findings.ConnectionClosed);
    }

    /// <summary>Gives the answer up.</summary>
    public void Fail(string finding)
    {
        _part = Part.Done;
        Finding = finding;
        Broken = true;
        KeepsConnection = false;
    }

    private void StartHead()
    {
        _part = Part.StatusLine;
        Status = 0;
        _length = -1;
        _chunked = false;
        _timingBytes = 0;
    }

    private int TakeBody(ReadOnlySpan<byte> rest)
    {
        int step = _part == Part.BodyUntilClose ? rest.Length : (int)Math.Min(rest.Length, _left);
        _start.Take(rest[..step]);
        BodyBytes += step;
        _left -= step;
        if (BodyBytes > bodyLimitBytes)
            Fail(Findings.BodyTooLarge);
        else if (_part == Part.Body && _left == 0)
            Complete();
        else if (_part == Part.ChunkData && _left == 0)
            _part = Part.ChunkEnd;
        return step;
    }

    private int TakeLine(ReadOnlySpan<byte> rest)
    {
        bool inChunk = _part is Part.ChunkSize or Part.ChunkEnd;
        int end = rest.IndexOf((byte)'\n');
        int size = end < 0 ? rest.Length : end + 1;
        if (_part == Part.StatusLine && !"HTTP/1."u8.StartsWith(rest[..Math.Min(size, 7)]))
            Fail(Findings.BadStatusLine); // At once, since garbage may never send a line end.
        else if (inChunk ? size > ChunkLineLimitBytes : size > headerLimitBytes - _headBytes)
            Fail(inChunk ? Findings.BadChunk : Findings.HeaderTooLarge);
        if (Done)
            return size;
        if (end < 0)
            return 0;

        if (!inChunk)
            _headBytes += size;
        ReadOnlySpan<byte> line = rest[..end];
        if (line is [.. var text, (byte)'\r'] && text.IndexOfAny((byte)0, (byte)'\r') < 0)
            ReadLine(text);
        else
            Fail(inChunk ? Findings.BadChunk : line.Contains((byte)0) ? Findings.NulInHeader : Findings.BadHeader);
        return size;
    }

    private void ReadLine(ReadOnlySpan<byte> line)
    {
        switch (_part)
        {
            case Part.StatusLine:
                ReadStatusLine(line);
                break;
            case Part.Fields when line.IsEmpty:
                EndHead();
                break;
            case Part.Fields:
                ReadField(line);
                break;
            case Part.ChunkSize:
                ReadChunkSize(line);
                break;
            case Part.ChunkEnd when line.IsEmpty:
                _part = Part.ChunkSize;
                break;
            case Part.ChunkEnd:
                Fail(Findings.BadChunk);
                break;
            case Part.Trailers when line.IsEmpty:
                Complete();
                break;
            default: // Of the parts that have lines only the trailers are left.
                CheckName(line, out _);
                break;
        }
    }

    private void ReadStatusLine(ReadOnlySpan<byte> line)
    {
        bool good = line.Length >= 12 && line[7] is (byte)'0' or (byte)'1' && line[8] == ' ' && (line.Length == 12 || line[12] == ' ')
            && line[9] is >= (byte)'1' and <= (byte)'5' && char.IsAsciiDigit((char)line[10]) && char.IsAsciiDigit((char)line[11]);
        if (!good)
        {
            Fail(Findings.BadStatusLine);
            return;
        }

        KeepsConnection = line[7] == '1';
        Status = (line[9] - '0') * 100 + (line[10] - '0') * 10 + (line[11] - '0');
        _part = Part.Fields;
    }

    private void ReadField(ReadOnlySpan<byte> line)
    {
        if (!CheckName(line, out int colon))
            return;
        ReadOnlySpan<byte> name = line[..colon];
        ReadOnlySpan<byte> value = line[(colon + 1)..].Trim(" \t"u8);
        if (Ascii.EqualsIgnoreCase(name, "content-length"u8))
            ReadContentLength(value);
        else if (Ascii.EqualsIgnoreCase(name, "transfer-encoding"u8))
            ReadTransferEncoding(value);
        else if (Ascii.EqualsIgnoreCase(name, "connection"u8))
            ReadConnection(value);
        else if (_keepsTiming && Ascii.EqualsIgnoreCase(name, "server-timing"u8))
            KeepTiming(value);
    }

    private bool CheckName(ReadOnlySpan<byte> line, out int colon)
    {
        colon = line.IndexOf((byte)':');
        bool good = colon > 0 && !line[..colon].ContainsAnyExcept(TokenBytes);
        if (!good)
            Fail(Findings.BadHeader);
        return good;
    }

    private void ReadContentLength(ReadOnlySpan<byte> value)
    {
        if (value.IsEmpty || value.ContainsAnyExceptInRange((byte)'0', (byte)'9'))
            Fail(Findings.BadContentLength);
        else if (!long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out long length))
            Fail(Findings.BodyTooLarge);
        else if (_length >= 0 && _length != length)
            Fail(Findings.TwoContentLengths);
        else
            _length = length;
    }

    private void ReadTransferEncoding(ReadOnlySpan<byte> value)
    {
        if (_chunked || !Ascii.EqualsIgnoreCase(value, "chunked"u8))
            Fail(Findings.UnknownTransferCoding);
        _chunked = true;
    }

    private void ReadConnection(ReadOnlySpan<byte> value)
    {
        foreach (Range option in value.Split((byte)','))
        {
            ReadOnlySpan<byte> name = value[option].Trim(" \t"u8);
            if (Ascii.EqualsIgnoreCase(name, "close"u8))
                KeepsConnection = false;
            else if (Ascii.EqualsIgnoreCase(name, "keep-alive"u8))
                KeepsConnection = true;
        }
    }

    private void KeepTiming(ReadOnlySpan<byte> value)
    {
        if (_timing.Length == 0)
            _timing = new byte[TraceStore.TimingLimitBytes];
        int separator = _timingBytes == 0 ? 0 : 1;
        if (value.Length + separator > _timing.Length - _timingBytes)
            return;
        if (separator == 1)
            _timing[_timingBytes++] = (byte)',';
        value.CopyTo(_timing.AsSpan(_timingBytes));
        _timingBytes += value.Length;
    }

    private void EndHead()
    {
        if (_chunked && _length >= 0)
            Fail(Findings.LengthAndChunked);
        else if (Status is >= 100 and < 200 and not 101)
            StartHead(); // An interim answer; the bytes of all heads count towards the one limit, so that endless ones end.
        else if (_bodyless || Status is 101 or 204 or 304)
            Complete();
        else if (_length > bodyLimitBytes)
            Fail(Findings.BodyTooLarge);
        else
            StartBody();
    }

    private void StartBody()
    {
        _left = _length;
        _part = _chunked ? Part.ChunkSize : _length >= 0 ? Part.Body : Part.BodyUntilClose;
        if (_part == Part.BodyUntilClose)
            KeepsConnection = false;
        if (_length == 0)
            Complete();
    }

    private void ReadChunkSize(ReadOnlySpan<byte> line)
    {
        bool good = Utf8Parser.TryParse(line, out long size, out int digits, 'x') && digits <= 15
            && (digits == line.Length || line[digits] is (byte)';' or (byte)' ' or (byte)'\t');
        _left = size;
        if (!good)
            Fail(Findings.BadChunk);
        else if (size > bodyLimitBytes - BodyBytes)
            Fail(Findings.BodyTooLarge);
        else
            _part = size == 0 ? Part.Trailers : Part.ChunkData;
    }

    private void Complete()
    {
        _part = Part.Done;
        KeepsConnection &= Status != 101;
        if (!_expected.Include(Status))
            Finding = Findings.Status(Status);
    }
}
