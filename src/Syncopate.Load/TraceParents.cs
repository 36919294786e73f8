using System.Globalization;
using System.Text;

namespace Syncopate.Load;

/// <summary>Gives each request of a load a header <c>traceparent</c> of its own (W3C Trace Context, level 2), so that a slow one is found
/// in the traces that its server sends elsewhere. All of them ask to be sampled.</summary>
/// <param name="seed">Of the ids: two loads with one seed have the same ones, which no store of traces expects.</param>
/// <remarks>Any number of threads. Ids are computed from the seed and the number of the request, so that a load keeps
/// numbers alone.</remarks>
internal sealed class TraceParents(ulong seed)
{
    /// <summary>Name of the header.</summary>
    public const string Header = "traceparent";

    /// <summary>Bytes of its value: "00-", the id of the trace, "-", that of the parent, "-01".</summary>
    internal const int Length = 55;

    private const int IdStart = 3;
    private const int IdDigits = 32;
    private const int ParentStart = IdStart + IdDigits + 1;

    private long _claimed;

    /// <summary>A seed for ids of a part of the load that is sent elsewhere: none of them is one of these.</summary>
    public ulong NewSeed() => Mixed(seed ^ (ulong)Claim());

    /// <summary>The number of the next request, from 1.</summary>
    internal long Claim() => Interlocked.Increment(ref _claimed);

    /// <summary>Writes the value of the header.</summary>
    /// <param name="number">Of the request.</param>
    /// <param name="text">Room for <see cref="Length"/> bytes.</param>
    internal void Write(long number, Span<byte> text)
    {
        var (high, low) = IdOf(number);
        "00-"u8.CopyTo(text);
        Hexadecimal(high, text.Slice(IdStart, 16));
        Hexadecimal(low, text.Slice(IdStart + 16, 16));
        text[ParentStart - 1] = (byte)'-';
        Hexadecimal(Mixed(high ^ low) | 1, text.Slice(ParentStart, 16)); // An id of zeros means none.
        "-01"u8.CopyTo(text[(ParentStart + 16)..]);
    }

    /// <summary>The value of the header.</summary>
    /// <param name="number">Of the request.</param>
    internal string Value(long number)
    {
        Span<byte> text = stackalloc byte[Length];
        Write(number, text);
        return Encoding.ASCII.GetString(text);
    }

    /// <summary>The id of a request's trace: 32 hexadecimal digits, in small letters.</summary>
    /// <param name="number">Of the request, from 1.</param>
    public string TraceId(long number)
    {
        var (high, low) = IdOf(number);
        return string.Create(CultureInfo.InvariantCulture, $"{high:x16}{low:x16}");
    }

    // Both halves look random: some samplers decide by the first, others by the last bytes.
    private (ulong High, ulong Low) IdOf(long number) => (Mixed(seed + 2 * (ulong)number), Mixed(~seed + 2 * (ulong)number + 1) | 1);

    // SplitMix64 (Steele, Lea, Flood 2014): different for different numbers.
    private static ulong Mixed(ulong value)
    {
        unchecked
        {
            ulong z = value * 0x9E3779B97F4A7C15;
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
            return z ^ (z >> 31);
        }
    }

    private static void Hexadecimal(ulong value, Span<byte> digits)
    {
        for (int i = digits.Length - 1; i >= 0; i--, value >>= 4)
            digits[i] = "0123456789abcdef"u8[(int)(value & 15)];
    }
}
