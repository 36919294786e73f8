using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class ArrivalScheduleTests
{
    private const long TicksPerSecond = 1_000_000_000;

    [Fact]
    public void A_constant_rate_is_evenly_spaced_without_drift()
    {
        ArrivalSchedule schedule = Schedule(300, 300, 86_400);

        Assert.Equal(300 * 86_400L, schedule.Count);
        Assert.Equal(0, schedule.DueOf(0));
        Assert.Equal(10_000_000, schedule.DueOf(3));
        Assert.Equal(86_399L * TicksPerSecond, schedule.DueOf(300 * 86_399L), TicksPerSecond * 1e-5);
    }

    [Theory]
    [InlineData(10, 30, 4)]
    [InlineData(30, 10, 4)]
    [InlineData(1, 1000, 2)]
    public void A_ramp_has_as_many_requests_due_as_the_area_under_it(double from, double to, double seconds)
    {
        ArrivalSchedule schedule = Schedule(from, to, seconds);

        Assert.Equal((from + to) / 2 * seconds, schedule.Count);
        for (long request = 1; request < schedule.Count; request++)
        {
            double t = (double)schedule.DueOf(request) / TicksPerSecond;
            Assert.Equal(request, from * t + (to - from) / seconds * t * t / 2, 1e-4);
            Assert.True(schedule.DueOf(request) > schedule.DueOf(request - 1));
        }
    }

    [Theory]
    [InlineData(30, 0.1, 3)]
    [InlineData(0.5, 1, 1)]
    [InlineData(1, 2.5, 3)]
    public void What_is_due_within_the_time_counts_and_what_comes_after_it_does_not(double rate, double seconds, long count)
    {
        ArrivalSchedule schedule = Schedule(rate, rate, seconds);

        Assert.Equal(count, schedule.Count);
        Assert.True(schedule.DueOf(count - 1) < seconds * TicksPerSecond);
        Assert.Equal(long.MaxValue, schedule.DueOf(count));
    }

    private static ArrivalSchedule Schedule(double from, double to, double seconds) =>
        new(new Arrivals(from, to, TimeSpan.FromSeconds(seconds)), TicksPerSecond);
}
