using System.Globalization;
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

    /// <summary>As recorded of five generated programs, in half seconds of some threads that completed some items: each was measured to
    /// complete 1.8 to 19 times as much with 60 threads. The last is a lock, with which 60 threads complete as much as these.</summary>
    [Theory]
    [InlineData("2: a signal, hill climbing", true,
        "2:4 2.3:8 3:6 3:12 3:6 2.7:12 2:4 2:8 5.5:8 7:29 7:17 7:32 7:14 2.5:18 "
        + "2:4 6.5:23 7:18 7.9:30 8:22 2.6:20 2:4 7.4:24 8:20 8:32 8:20 6.2:36 2:4 2.6:8 8:19")]
    [InlineData("8: a signal, one thread more each second", true,
        "3:4 3:4 3:2 3.1:1 4:2 4:5 4:6 4:4 4.1:3 5:2 5:8 5:6 5:3 5:6 "
        + "5:4 5.1:0 6:5 6:7 6:6 6:4 6.1:0 7:1 7.1:3 8:3 8:4 8:10 8.3:11 9:16 9:9")]
    [InlineData("12: tasks of the pool", true,
        "2.9:13 3:8 2.9:10 2:13 7.4:9 8:27 8:30 8:18 5.59:27 3.8:4 8:23 8:20 8:28 7.9:23 "
        + "3.3:16 7.38:15 8:24 8:22 8:23 6.4:24 2:6 7.38:18 8:24 8:23 8:29 3.79:16 6.23:10 8:22 8:28")]
    [InlineData("15: tasks of the pool", true,
        "2.7:14 3:16 2.3:13 2:8 2.39:8 6:25 6:28 6:24 3.2:16 2.4:12 6:24 6:25 6:30 3.2:16 "
        + "2.4:8 6:25 6:28 6:27 3.2:16 2.4:8 6:34 6.7:26 6.5:32 2:8 5.5:22 7:32 7:32 6.5:28 2:9")]
    [InlineData("5: a lock", false,
        "2.6:138 2.4:187 2:143 2:88 2:130 2.6:120 2:125 2.6:182 2.3:139 2.3:147 2.4:157 2:171 2:149 2.6:169 "
        + "2.4:238 2.5:180 2.7:161 2.6:141 2.9:171 2.4:171 2.5:177 2.3:169 2.4:164 2.7:163 2.6:107 2.2:103 2.9:161 2.8:154 2.6:178")]
    public void Recorded_programs_are_told_apart(string program, bool helps, string halves)
    {
        Assert.NotEmpty(program);
        Assert.Equal(helps, PoolGrowth.Of([.. Recorded(halves)]) is not null);
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

    // Half seconds, each as "threads:items".
    private static IEnumerable<PoolSample> Recorded(string halves)
    {
        (long at, long completed) = (0, 0);
        foreach (string half in halves.Split(' '))
        {
            double[] parts = [.. half.Split(':').Select(part => double.Parse(part, CultureInfo.InvariantCulture))];
            for (int tenth = 0; tenth <= 5; tenth++)
            {
                // Whole threads, in such parts of the time that their mean is the recorded one.
                int inUse = (int)Math.Floor(parts[0] + (tenth + 0.5) / 6);
                long items = tenth < 5 ? completed : completed + (long)parts[1];
                yield return new PoolSample(at + tenth * Second / 10, inUse, inUse, 1000, 0, 9, items);
            }

            at += Second / 2 + 1;
            completed += (long)parts[1];
        }
    }

    // Ten a second; what a thread completes is reported at once.
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
