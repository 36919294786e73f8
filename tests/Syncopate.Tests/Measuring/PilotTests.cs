using Syncopate.Running.Rounds;
using Xunit;

namespace Syncopate.Tests.Measuring;

public sealed class PilotTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Theory]
    [InlineData(7.9, 7)]
    [InlineData(8, 8)]
    [InlineData(0.5, 0)]
    [InlineData(500, 200)]
    public void Servers_that_stay_cost_no_round(double seconds, int rounds) =>
        Assert.Equal(rounds, Pilot.RoundsWithin(TimeSpan.FromSeconds(seconds), Second, int.MaxValue, 8 * Second));

    [Theory]
    [InlineData(10, 10)]
    [InlineData(22, 22)] // 12 s are left after 10 rounds: not the 8 of new servers and 5 rounds on them, so the old ones go on.
    [InlineData(23, 15)] // 13 s are.
    [InlineData(36, 28)]
    public void New_servers_cost_their_start_when_they_are_worth_it(double seconds, int rounds) =>
        Assert.Equal(rounds, Pilot.RoundsWithin(TimeSpan.FromSeconds(seconds), Second, 10, 8 * Second));

    [Fact]
    public void A_pilot_has_the_users_or_the_rate_of_the_load()
    {
        Assert.Equal(new UsersForTime(20, Second), Pilot.Shape(new UsersTimesLoops(20, 3), Second));
        Assert.Equal(new UsersForTime(10, Second), Pilot.Shape(new SteppedUsers(1, 1, 10, Second), Second));
        Assert.Equal(Arrivals.AtRate(300, Second), Pilot.Shape(new Arrivals(100, 300, Second), Second));
    }

    [Theory]
    [InlineData(1, 4.8)]
    [InlineData(300, 4.8)]
    [InlineData(1600, 16)]
    [InlineData(4000, 16)]
    public void A_slot_and_its_slowest_answer_take_no_more_than_a_sixteenth_of_what_is_left(double p95Milliseconds, double leftSeconds)
    {
        TimeSpan left = TimeSpan.FromSeconds(leftSeconds);
        PilotReading slowest = Pilot.Slowest(
            [new(TimeSpan.FromMilliseconds(p95Milliseconds), 100), new(Second / 1000, 1000)], TimeSpan.Zero, left, 3);

        Assert.Equal(TimeSpan.FromMilliseconds(p95Milliseconds), slowest.P95);
        Assert.True(slowest.SlotLimit == TimeSpan.Zero || slowest.SlotLimit + slowest.P95 <= left / 16, $"{slowest.SlotLimit}");
        Assert.True(slowest.LongestSlot <= slowest.SlotLimit, $"{slowest.LongestSlot}");
    }
}
