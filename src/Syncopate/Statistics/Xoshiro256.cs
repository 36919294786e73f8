using System.Numerics;

namespace Syncopate.Statistics;

/// <summary>
/// The generator behind every random order: xoshiro256** of D. Blackman and S. Vigna (ACM Transactions on Mathematical
/// Software 47, 2021), seeded by splitmix64. Our own because a recorded seed must give the same order under every version of the runtime.
/// Not for secrets; one thread at a time.</summary>
internal sealed class Xoshiro256
{
    private ulong _s0;
    private ulong _s1;
    private ulong _s2;
    private ulong _s3;

    public Xoshiro256(ulong seed)
        : this(SplitMix64(ref seed), SplitMix64(ref seed), SplitMix64(ref seed), SplitMix64(ref seed))
    {
    }

    /// <summary>Starts from a state; at least one word must not be 0.</summary>
    internal Xoshiro256(ulong s0, ulong s1, ulong s2, ulong s3) => (_s0, _s1, _s2, _s3) = (s0, s1, s2, s3);

    /// <summary>The next 64 bits.</summary>
    public ulong Next()
    {
        ulong result = BitOperations.RotateLeft(_s1 * 5, 7) * 9;
        ulong t = _s1 << 17;
        _s2 ^= _s0;
        _s3 ^= _s1;
        _s1 ^= _s2;
        _s0 ^= _s3;
        _s2 ^= t;
        _s3 = BitOperations.RotateLeft(_s3, 45);
        return result;
    }

    /// <summary>A number from 0 to <paramref name="bound"/> - 1, each equally likely.</summary>
    /// <remarks>D. Lemire, Fast Random Integer Generation in an Interval (2019): draws that would favour small numbers
    /// are repeated.</remarks>
    public int Below(int bound)
    {
        ulong range = (ulong)bound;
        ulong threshold = unchecked(0 - range) % range;
        ulong low;
        ulong high;
        do
        {
            high = Math.BigMul(Next(), range, out low);
        }
        while (low < threshold);
        return (int)high;
    }

    /// <summary>A number from 0 to below 1, of 53 bits.</summary>
    public double Uniform() => (Next() >> 11) * (1.0 / (1UL << 53));

    /// <summary>A number of the exponential distribution of mean 1: the gap between arrivals at random, in units of its mean.</summary>
    public double Exponential() => -Math.Log(1 - Uniform());

    /// <summary>One step of splitmix64 (S. Vigna, 2015): advances the state and returns well-mixed bits even for states
    /// 0, 1, 2, ...</summary>
    public static ulong SplitMix64(ref ulong state)
    {
        ulong z = state += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
}
