using Syncopate.Watch.Starvation;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>What a pool that grew says of more threads: only where each of many completed nearly as much as each of few.</summary>
public sealed class PoolGrowthTests
{
    private const long Second = 1_000_000_000;

    /// <summary>By hand: 3 to 12 threads in nine seconds, each completes ten items per second: thirds of 4, 7.5 and 11 threads.</summary>
    [Fact]
    public void Threads_that_do_not_wait_for_one_another_are_seen_to_help()
    {
        PoolGrowth? growth = PoolGrowth.Of(Samples(9, second => 3 + second, threads => 10 * threads));

        Assert.NotNull(growth);
        Assert.InRange(growth.Few, 3.5, 4.5);
        Assert.InRange(growth.Many, 9.5, 10.5);
        Assert.InRange(growth.FewPerSecond / growth.Few, 9, 11);
        Assert.InRange(growth.ManyPerSecond / growth.Many, 9, 11);
    }

    [Theory]
    [InlineData("one at a time", 40)]
    [InlineData("five at a time", 50)]
    public void Threads_that_wait_for_one_another_are_not(string what, int most)
    {
        Assert.NotEmpty(what);
        Assert.Null(PoolGrowth.Of(Samples(9, second => 3 + second, threads => Math.Min(most, 10 * threads))));
    }

    [Fact]
    public void Too_short_a_time_too_few_items_or_threads_that_stay_say_nothing()
    {
        Assert.Null(PoolGrowth.Of([]));
        Assert.Null(PoolGrowth.Of(Samples(3, second => 3 + 3 * second, threads => 10 * threads)));
        Assert.Null(PoolGrowth.Of(Samples(9, second => 3 + second, threads => 0.3 * threads)));
        Assert.Null(PoolGrowth.Of(Samples(9, second => 10 + second / 3, threads => 10 * threads)));
    }

    /// <summary>Of eight pools whose completions come by chance, at one rate whatever the threads, in 2,000 runs.</summary>
    [Fact]
    public void Chance_alone_is_hardly_ever_taken_for_help()
    {
        Random random = new(7);
        int found = Enumerable.Range(0, 2_000).Count(_ =>
            PoolGrowth.Of(Samples(8, second => 3 + second, _ => 2 * random.Next(0, 31))) is not null);

        Assert.InRange(found, 0, 10);
    }

    // Ten a second; what a thread completes is told at once.
    private static PoolSample[] Samples(int seconds, Func<int, int> threads, Func<int, double> perSecond)
    {
        double completed = 0;
        List<PoolSample> samples = [];
        for (int i = 0; i <= 10 * seconds; i++)
        {
            int inUse = threads(i / 10);
            samples.Add(new PoolSample(i * Second / 10, inUse, inUse, 1000, 0, 5, (long)completed));
            completed += perSecond(inUse) / 10;
        }

        return [.. samples];
    }
}
