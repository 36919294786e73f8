using System.Numerics;

namespace Syncopate.Histograms;

/// <summary>
/// Counts of long values in buckets of constant relative width, so that one fixed block of memory holds nanoseconds and hours with
/// the same number of significant digits. Recording takes a few nanoseconds, allocates nothing and takes no lock: one thread writes
/// at a time, and nobody reads meanwhile. Every figure comes from the buckets alone, so a decoded copy answers exactly as the original.
/// </summary>
/// <remarks>
/// Layout of HdrHistogram (Gil Tene, public domain; AbstractHistogram.java), because its tools then read our files and agree to the
/// bit: bucket 0 holds 2^(h+1) equal sub-buckets of one unit (2^unitMagnitude), each further bucket doubles the width and adds 2^h
/// sub-buckets. h = ceil(log2(2 * 10^digits)) - 1.
/// </remarks>
public sealed class Histogram
{
    /// <summary>Most counters one histogram may have: 32 MiB of them. A header read from a file can ask for no more.</summary>
    internal const int MaximumCounters = 1 << 22;

    private readonly long[] _counts;
    private readonly long _subBucketMask;
    private readonly int _unitMagnitude;
    private readonly int _halfMagnitude;
    private readonly int _leadingZeroBase;
    private long _totalCount;

    /// <summary>An empty histogram; the default covers 1 ns to 1 h in 264 KiB.</summary>
    /// <param name="lowest">Smallest value to be distinguished from 0, at least 1: smaller differences fall into one bucket
    /// (rounded down to a power of two).</param>
    /// <param name="highest">Largest value that must fit, at least twice <paramref name="lowest"/>.</param>
    /// <param name="digits">Significant decimal digits kept, 0 to 5.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value outside the ranges above, or a combination that takes more
    /// than 32 MiB.</exception>
    public Histogram(long lowest = 1, long highest = 3_600_000_000_000, int digits = 3)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(lowest, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(lowest, highest / 2);
        ArgumentOutOfRangeException.ThrowIfNegative(digits);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(digits, 5);

        Lowest = lowest;
        Highest = highest;
        Digits = digits;
        long singleUnitLimit = 2;
        for (int i = 0; i < digits; i++)
            singleUnitLimit *= 10;
        _halfMagnitude = BitOperations.Log2((ulong)singleUnitLimit - 1);
        _unitMagnitude = BitOperations.Log2((ulong)lowest);
        _leadingZeroBase = 63 - _unitMagnitude - _halfMagnitude;
        if (_leadingZeroBase < 2)
            throw new ArgumentOutOfRangeException(nameof(lowest), lowest, $"{digits} digits above this value do not fit into 64 bits.");
        _subBucketMask = ((2L << _halfMagnitude) - 1) << _unitMagnitude;

        long counters = (BucketOf(highest) + 2L) << _halfMagnitude;
        if (counters > MaximumCounters)
        {
            throw new ArgumentOutOfRangeException(
                nameof(digits), digits,
                $"{lowest} to {highest} takes {counters} counters; at most {MaximumCounters} are allowed. Ask for fewer digits.");
        }

        _counts = new long[counters];
    }

    /// <summary>Smallest value distinguished from 0, as asked for.</summary>
    public long Lowest { get; }

    /// <summary>Largest value that was asked to fit; the last bucket may reach up to twice as far.</summary>
    public long Highest { get; }

    /// <summary>Significant decimal digits kept: 3 means that a value is known to 0.1 %.</summary>
    public int Digits { get; }

    /// <summary>Values recorded, clipped ones included.</summary>
    public long TotalCount => _totalCount;

    /// <summary>Values too large for the last bucket; each is counted there. The wire format has no place for this
    /// number, so a decoded histogram says 0.</summary>
    public long Clipped { get; private set; }

    /// <summary>Lower end of the first bucket that has a value; 0 when empty.</summary>
    public long Minimum => _counts.AsSpan().IndexOfAnyExcept(0L) is >= 0 and int index ? LowestAt(index) : 0;

    /// <summary>Upper end of the last bucket that has a value; 0 when empty.</summary>
    public long Maximum => LastUsedIndex is >= 0 and int index ? HighestAt(index) : 0;

    /// <summary>Mean of the bucket middles, 0 when empty. Off by at most half a bucket: 0.05 % with 3 digits.</summary>
    public double Mean
    {
        get
        {
            double sum = 0;
            foreach (HistogramBucket bucket in this)
                sum += (double)bucket.Count * bucket.Midpoint;
            return _totalCount == 0 ? 0 : sum / _totalCount;
        }
    }

    /// <summary>Counters in use are 0 to this index; -1 when empty.</summary>
    internal int LastUsedIndex => _counts.AsSpan().LastIndexOfAnyExcept(0L);

    /// <summary>The counters in value order.</summary>
    internal ReadOnlySpan<long> Counts => _counts;

    /// <summary>Counts one value. Too large a value goes to the last bucket and to <see cref="Clipped"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative; nothing is recorded.</exception>
    public void Record(long value)
    {
        long[] counts = _counts;
        int index = IndexOf(value);
        // A negative value has all leading bits set, so it lands beyond every array: one comparison guards both ends.
        if ((uint)index >= (uint)counts.Length)
            index = Clip(value);
        counts[index]++;
        _totalCount++;
    }

    /// <summary>Adds every count of another histogram: the result is as if its values had been recorded here. Exact in any order.</summary>
    /// <exception cref="ArgumentException">The other has another layout; nothing is added.</exception>
    /// <exception cref="OverflowException">Together more than 2^63 - 1 values; nothing is added.</exception>
    public void Add(Histogram other)
    {
        RequireSameLayout(other);
        _totalCount = checked(_totalCount + other._totalCount);
        Clipped += other.Clipped;
        long[] counts = _counts;
        long[] added = other._counts;
        for (int i = 0; i < counts.Length && i < added.Length; i++)
            counts[i] += added[i];
    }

    /// <summary>Forgets every value and keeps the memory.</summary>
    public void Reset()
    {
        Array.Clear(_counts);
        _totalCount = 0;
        Clipped = 0;
    }

    /// <summary>
    /// The upper end of the bucket that holds the value of rank ceil(quantile * count), as HDR tools print it: at least that share of the
    /// values is not above it. Quantile 0 is <see cref="Minimum"/>; an empty histogram gives 0.
    /// </summary>
    /// <param name="quantile">0 to 1: 0.99 is the 99th percentile.</param>
    public long ValueAtQuantile(double quantile)
    {
        if (quantile is not (>= 0 and <= 1))
            throw new ArgumentOutOfRangeException(nameof(quantile), quantile, "A quantile lies in 0 to 1.");
        if (quantile == 0)
            return Minimum;

        // 0.55 * 100 is 55.000000000000007: one step down undoes the rounding, as the reference does, else the rank would be 56.
        long rank = Math.Max(1, (long)Math.Ceiling(Math.BitDecrement(quantile * _totalCount)));
        long seen = 0;
        for (int i = 0; i < _counts.Length; i++)
        {
            seen += _counts[i];
            if (seen >= rank)
                return HighestAt(i);
        }
        return 0;
    }

    /// <summary>Values in all buckets up to the one that holds <paramref name="value"/>, that one included; 0 for a
    /// negative value.</summary>
    public long CountAtOrBelow(long value)
    {
        if (value < 0)
            return 0;

        long sum = 0;
        foreach (long count in _counts.AsSpan(0, Math.Min(IndexOf(value) + 1, _counts.Length)))
            sum += count;
        return sum;
    }

    /// <summary>Walks the buckets that have a value, from small to large, without allocating. Don't record meanwhile.</summary>
    public BucketEnumerator GetEnumerator() => new(this);

    /// <summary>Sets a counter while decoding.</summary>
    /// <exception cref="OverflowException">Together more than 2^63 - 1 values.</exception>
    internal void AddAt(int index, long count)
    {
        _totalCount = checked(_totalCount + count);
        _counts[index] += count;
    }

    private int BucketOf(long value) => _leadingZeroBase - BitOperations.LeadingZeroCount((ulong)(value | _subBucketMask));

    internal int IndexOf(long value)
    {
        int bucket = BucketOf(value);
        return (bucket << _halfMagnitude) + (int)(value >>> (bucket + _unitMagnitude));
    }

    internal long LowestAt(int index)
    {
        int bucket = Math.Max(0, (index >> _halfMagnitude) - 1);
        return (long)(index - (bucket << _halfMagnitude)) << (bucket + _unitMagnitude);
    }

    private long WidthAt(int index) => 1L << (Math.Max(0, (index >> _halfMagnitude) - 1) + _unitMagnitude);

    private long HighestAt(int index) => LowestAt(index) + (WidthAt(index) - 1);

    private int Clip(long value)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(value);
        Clipped++;
        return _counts.Length - 1;
    }

    private void RequireSameLayout(Histogram other)
    {
        if (other._unitMagnitude != _unitMagnitude || other._halfMagnitude != _halfMagnitude || other._counts.Length != _counts.Length)
        {
            throw new ArgumentException(
                $"{other.Lowest} to {other.Highest} with {other.Digits} digits does not fit {Lowest} to {Highest} with {Digits} digits.",
                nameof(other));
        }
    }

    /// <summary>Position in a walk over the buckets; <c>foreach</c> uses it.</summary>
    public struct BucketEnumerator
    {
        private readonly Histogram _histogram;
        private int _index;

        internal BucketEnumerator(Histogram histogram)
        {
            _histogram = histogram;
            _index = -1;
        }

        /// <summary>The bucket reached; valid after <see cref="MoveNext"/> returned true.</summary>
        public readonly HistogramBucket Current =>
            new(_histogram.LowestAt(_index), _histogram.HighestAt(_index), _histogram._counts[_index]);

        /// <summary>Goes to the next bucket that has a value; false at the end.</summary>
        public bool MoveNext()
        {
            int step = _histogram._counts.AsSpan(_index + 1).IndexOfAnyExcept(0L);
            _index = step < 0 ? _histogram._counts.Length - 1 : _index + 1 + step;
            return step >= 0;
        }
    }
}
