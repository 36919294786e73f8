using Syncopate.Journaling;

namespace Syncopate.Load.Tallying;

/// <summary>A checksum of the first KiB of a body, whose bytes may come in pieces. Where two bodies of equal length differ they differ
/// there as a rule, and a sum of a whole large body would cost the loop that reads it about as much as the reading. One thread at a
/// time.</summary>
internal sealed class BodyStart
{
    private const int Bytes = 1024;

    private uint _sum = uint.MaxValue;
    private int _left;

    /// <summary>Of what was taken since <see cref="Begin"/>.</summary>
    public uint Checksum => ~_sum;

    /// <summary>Expects a body.</summary>
    public void Begin() => (_sum, _left) = (uint.MaxValue, Bytes);

    /// <summary>Expects one of which no checksum is wanted.</summary>
    public void Leave() => _left = 0;

    /// <summary>Takes the next bytes, as far as they belong to it.</summary>
    public void Take(ReadOnlySpan<byte> bytes)
    {
        if (_left == 0)
            return;
        ReadOnlySpan<byte> part = bytes[..Math.Min(_left, bytes.Length)];
        _sum = Crc32C.Append(_sum, part);
        _left -= part.Length;
    }
}
