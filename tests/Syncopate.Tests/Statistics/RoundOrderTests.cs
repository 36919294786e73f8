using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class RoundOrderTests
{
    /// <summary>First outputs for seed 1234567 as listed for splitmix64 on Rosetta Code.</summary>
    [Fact]
    public void Splitmix_gives_the_published_sequence()
    {
        ulong state = 1234567UL;

        ulong[] outputs = [Xoshiro256.SplitMix64(ref state), Xoshiro256.SplitMix64(ref state), Xoshiro256.SplitMix64(ref state)];

        Assert.Equal([6457827717110365317, 3203168211198807973, 9817491932198370423], outputs);
    }

    /// <summary>State 1, 2, 3, 4: the reference vector of the authors' C code, as used in the tests of the Rust crate
    /// rand_xoshiro.</summary>
    [Fact]
    public void Xoshiro_gives_the_reference_vector()
    {
        Xoshiro256 random = new(1, 2, 3, 4);

        ulong[] outputs = [random.Next(), random.Next(), random.Next(), random.Next(), random.Next()];

        Assert.Equal([11520, 0, 1509978240, 1215971899390074240, 1216172134540287360], outputs);
    }

    /// <summary>Drawn by a separate program in Python 3.11 from the published generators.</summary>
    [Fact]
    public void The_same_seed_gives_the_same_order_for_ever()
    {
        Assert.Equal([1, 0, 2], RoundOrder.Draw(42, "dashboard", 1, 3));
        Assert.Equal([2, 3, 0, 1], RoundOrder.Draw(42, "dashboard", 2, 4));
        Assert.Equal([0, 1], RoundOrder.Draw(ulong.MaxValue, "io-bound", 7, 2));
    }

    /// <summary>Chi-squared with 23 degrees of freedom stays below 49.7 in 99.9 % of draws (standard table).</summary>
    [Fact]
    public void Every_order_of_four_slots_is_equally_likely()
    {
        int[] counts = Enumerable.Range(1, 24_000).GroupBy(r =>
            string.Join(',', RoundOrder.Draw(7, "delay", r, 4))).Select(g => g.Count()).ToArray();

        Assert.Equal(24, counts.Length);
        Assert.InRange(counts.Sum(c => (c - 1000.0) * (c - 1000.0) / 1000), 0, 49.7);
    }

    /// <summary>The share of equal neighbours among 10,000 fair coins has a standard deviation of 0.5 %.</summary>
    [Fact]
    public void Rounds_and_experiments_draw_independently()
    {
        int[] rounds = Enumerable.Range(1, 10_000).ToArray();

        int sameAsNext = rounds.Count(r => RoundOrder.Draw(7, "delay", r, 2)[0] == RoundOrder.Draw(7, "delay", r + 1, 2)[0]);
        int sameAsOther = rounds.Count(r => RoundOrder.Draw(7, "delay", r, 2)[0] == RoundOrder.Draw(7, "external", r, 2)[0]);
        int sameAsNextSeed = rounds.Count(r => RoundOrder.Draw(7, "delay", r, 2)[0] == RoundOrder.Draw(8, "delay", r, 2)[0]);

        Assert.InRange(sameAsNext, 4800, 5200);
        Assert.InRange(sameAsOther, 4800, 5200);
        Assert.InRange(sameAsNextSeed, 4800, 5200);
    }

    /// <summary>From the reference vector: 0 is a number like another, and 11520 and 1509978240 without their last
    /// eleven bits are 5 and 737294 of 2^53.</summary>
    [Fact]
    public void A_number_in_a_range_and_a_share_are_made_of_one_draw_each()
    {
        Xoshiro256 random = new(1, 2, 3, 4);

        Assert.Equal((0, 0), (random.Below(1), random.Below(1)));
        Assert.Equal(737294 / Math.Pow(2, 53), random.Uniform());

        random = new(1, 2, 3, 4);
        Assert.Equal(5 / Math.Pow(2, 53), random.Uniform());
        Assert.Equal(0, random.Exponential());
        Assert.Equal(737294 / Math.Pow(2, 53), random.Exponential(), 1e-16);
    }

    /// <summary>Of 2^64 draws one is too many for three numbers: 0, which the generator has here as its second.</summary>
    [Fact]
    public void A_draw_that_would_favour_a_number_is_repeated()
    {
        Xoshiro256 random = new(1, 2, 3, 4);

        Assert.Equal((0, 0), (random.Below(3), random.Below(3)));
        Assert.Equal(1215971899390074240UL, random.Next());
    }

    [Fact]
    public void A_round_has_a_slot_at_least()
    {
        Assert.Equal([0], RoundOrder.Draw(7, "delay", 1, 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => RoundOrder.Draw(7, "delay", 1, 0));
    }
}
