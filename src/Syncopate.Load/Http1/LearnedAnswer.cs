namespace Syncopate.Load.Http1;

/// <summary>The last good answer that came in one piece, byte for byte. The same bytes again mean the same, so they
/// need not be read again: a comparison takes a few nanoseconds, a head ten times as many. An answer with a new Date is read, and learned
/// in turn. Used by one loop.</summary>
internal sealed class LearnedAnswer
{
    private const int MaximumBytes = 4096; // Of a longer one the head alone is quicker to read.

    private readonly byte[] _bytes = new byte[MaximumBytes];
    private int _length;

    public long BodyBytes { get; private set; }

    /// <summary>Whether its body is another one than was expected.</summary>
    public bool IsOther { get; private set; }

    public bool Is(ReadOnlySpan<byte> received) => received.Length == _length && received.SequenceEqual(_bytes.AsSpan(0, _length));

    public void Learn(ReadOnlySpan<byte> received, long bodyBytes, bool isOther = false)
    {
        if (received.Length > MaximumBytes)
            return;
        received.CopyTo(_bytes);
        _length = received.Length;
        (BodyBytes, IsOther) = (bodyBytes, isOther);
    }

    /// <summary>Knows no answer: the next load asks for something else.</summary>
    public void Forget() => _length = 0;
}
