using Syncopate.Units;
using Xunit;

namespace Syncopate.Tests.Measuring;

/// <summary>Powers of ten, written out.</summary>
public sealed class UnitsTests
{
    [Fact]
    public void Each_unit_is_a_thousand_of_the_next_smaller_one()
    {
        Assert.Equal(1.5, Nanoseconds.ToMilliseconds(1_500_000));
        Assert.Equal(1.5, Nanoseconds.ToSeconds(1_500_000_000));
        Assert.Equal(1_500_000, Nanoseconds.FromMilliseconds(1.5));
        Assert.Equal(1_500_000_000, Nanoseconds.FromSeconds(1.5));
        Assert.Equal(TimeSpan.FromMilliseconds(1.5), Nanoseconds.ToTimeSpan(1_500_000));
        Assert.Equal(1.5, Microseconds.ToMilliseconds(1_500));
        Assert.Equal(1_500, Microseconds.ToNanoseconds(1.5));
        Assert.Equal(1_500_000, Microseconds.FromSeconds(1.5));
        Assert.Equal(1.5, Milliseconds.ToSeconds(1_500));
        Assert.Equal(1_500, Milliseconds.FromSeconds(1.5));
        Assert.Equal(1.5, Megabytes.Of(1_500_000));
        Assert.Equal(1_500_000, Megabytes.ToBytes(1.5));
    }

    [Theory]
    [InlineData(0, 0, 0, 0)]
    [InlineData(1, 0, 1, 1)]
    [InlineData(1_000_000, 0, 1_000_000, 1)]
    [InlineData(1_000_001, 0, 1_000_001, 2)]
    [InlineData(2_500_000_000, 2, 500_000_000, 2_500)]
    public void A_wait_for_the_kernel_is_whole_and_never_shorter(
        long nanoseconds, long seconds, long rest, long milliseconds)
    {
        Assert.Equal((seconds, rest), Nanoseconds.Split(nanoseconds));
        Assert.Equal(milliseconds, Nanoseconds.ToWholeMilliseconds(nanoseconds));
    }

    [Fact]
    public void A_mebibyte_has_1024_times_1024_bytes() => Assert.Equal(1.5, Mebibytes.Of(1_572_864));

    [Fact]
    public void A_clock_of_ten_million_ticks_per_second_has_ticks_of_100_ns()
    {
        Assert.Equal(100, Nanoseconds.PerTick(10_000_000));
        Assert.Equal(0.01, Nanoseconds.TicksIn(10_000_000));
        Assert.Equal(0.1, Microseconds.PerTick(10_000_000));
        Assert.Equal(10, Microseconds.TicksIn(10_000_000));
        Assert.Equal(15_000_000, ClockTicks.Of(TimeSpan.FromSeconds(1.5), 10_000_000));
        Assert.Equal(0, ClockTicks.Of(TimeSpan.FromTicks(9), 1_000_000)); // 0.9 µs.
    }

    [Theory]
    [InlineData(0.043, 430)] // 429.99999999999994 ticks, as doubles have it.
    [InlineData(1_500, 15_000_000)]
    [InlineData(-1_000, -10_000_000)]
    [InlineData(1e300, long.MaxValue)]
    public void A_length_of_time_is_rounded_to_its_nearest_tick_and_never_overflows(double milliseconds, long ticks) =>
        Assert.Equal(ticks, Milliseconds.ToTimeSpan(milliseconds).Ticks);

    [Fact]
    public void What_was_not_measured_stays_unknown()
    {
        Assert.Null(Nanoseconds.ToMilliseconds(null));
        Assert.Null(Nanoseconds.ToSeconds(null));
        Assert.Null(Mebibytes.Of(null));
    }
}
