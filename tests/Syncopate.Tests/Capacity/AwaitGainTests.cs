using Syncopate.Planning.Formulas;
using Xunit;

namespace Syncopate.Tests.Capacity;

public sealed class AwaitGainTests
{
    [Fact]
    public void Ten_threads_that_wait_150_of_200_ms_carry_four_times_as_much_when_they_await()
    {
        // 50 a second: 7.5 of 10 threads blocked, 2.5 of 16 cores busy.
        AwaitGain gain = AwaitGain.Of(10, 7.5, 2.5, 16);

        Assert.Equal((7.5, 4.0, Resource.Threads), (gain.ThreadsFreed, gain.ThroughputRatio, gain.Binds));
        // a = 2.5: Erlang C is 1.5 % with 7 threads and 0.5 % with 8.
        Assert.Equal(8, gain.ThreadsNeeded);
    }

    [Fact]
    public void On_four_cores_the_cores_end_it_earlier()
    {
        AwaitGain gain = AwaitGain.Of(10, 7.5, 2.5, 4);

        Assert.Equal((1.6, Resource.Cores), (gain.ThroughputRatio, gain.Binds));
    }

    [Fact]
    public void A_process_that_uses_every_core_gains_nothing() => Assert.Equal(1, AwaitGain.Of(10, 5, 4.1, 4).ThroughputRatio);

    [Fact]
    public void When_all_threads_wait_at_one_place_one_thread_would_do() => Assert.Equal(1, AwaitGain.Of(40, 40, 0, 2).ThreadsNeeded);

    [Theory]
    [InlineData(0, 0, 0, 1)]
    [InlineData(5, 6, 0, 1)]
    [InlineData(5, -1, 0, 1)]
    [InlineData(5, 1, -1, 1)]
    [InlineData(5, 1, 0, 0)]
    [InlineData(double.NaN, 1, 0, 1)]
    public void What_cannot_be_observed_is_refused(double inUse, double blocked, double busy, int cores) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => AwaitGain.Of(inUse, blocked, busy, cores));
}
