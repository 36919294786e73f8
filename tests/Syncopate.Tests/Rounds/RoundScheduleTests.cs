using Syncopate.Running.Rounds;
using Xunit;

namespace Syncopate.Tests.Rounds;

/// <summary>What an experiment does next, by tables: a round takes 2 s here, a start 4 s.</summary>
public sealed class RoundScheduleTests
{
    private static readonly ExperimentPlan Plan = SimulatedPlan.Warm(new SimulatedWorld(1)) with { RoundsPerProcess = 6 };

    [Theory]
    [InlineData("a round fits", false, 2.0, 0, "Round")]
    [InlineData("none fits", false, 1.9, 0, "Stop")]
    [InlineData("the next look, four rounds away, fits", true, 8.0, 0, "Round")]
    [InlineData("a round fits, but not the next look, and others want the time", true, 7.9, 0, "Stop")]
    [InlineData("half as many rounds on new servers fit", false, 10.0, 6, "NewServers")]
    [InlineData("fewer than half as many rounds fit on new servers, some do on these", false, 9.9, 6, "Round")]
    [InlineData("the servers are not old yet", false, 100.0, 5, "Round")]
    public void The_next_step_follows_from_the_time_that_is_left(string what, bool shares, double left, int onThese, string step)
    {
        Assert.NotEmpty(what);
        RoundSchedule schedule = At(0) with { SharesTime = shares };

        Assert.Equal(step, schedule.Next(TimeSpan.FromSeconds(left), onThese).ToString());
    }

    [Fact]
    public void What_is_decided_stops_however_much_time_is_left() =>
        Assert.Equal(RoundStep.Stop, (At(0) with { IsOpen = false }).Next(TimeSpan.FromHours(1), onThese: 0));

    [Theory]
    [InlineData(0, 4)]
    [InlineData(4, 1)]
    [InlineData(7, 1)]
    [InlineData(8, 4)]
    [InlineData(12, 6)]
    public void The_next_look_is_so_many_rounds_away(int rounds, int away) => Assert.Equal(away, At(rounds).RoundsToNextLook);

    [Fact]
    public void Rounds_that_are_wanted_at_most_come_before_the_look() =>
        Assert.Equal(1, (At(0) with { Plan = Plan with { MaximumRounds = 1 } }).RoundsToNextLook);

    [Fact]
    public void A_profile_keeps_its_time_until_it_is_over()
    {
        RoundSchedule schedule = At(0) with
        {
            Plan = Plan with
            {
                Experiment = Plan.Experiment with { Profile = new SteppedUsers(1, 1, 2, TimeSpan.FromSeconds(5)) },
            },
        };

        Assert.Equal(RoundStep.Stop, schedule.Next(schedule.ProfileTime, onThese: 0));
        Assert.Equal(RoundStep.Round, schedule.Next(schedule.ProfileTime + TimeSpan.FromSeconds(2), onThese: 0));
        Assert.Equal(TimeSpan.Zero, (schedule with { IsProfiled = true }).ProfileTime);
    }

    /// <summary>Twelve rounds, half of them on new servers, reach a second look; a millisecond less does not, and where no look fits one
    /// is planned all the same.</summary>
    [Theory]
    [InlineData(12, 0, 200, 2)]
    [InlineData(12, -1, 200, 1)]
    [InlineData(0, 0, 200, 1)]
    [InlineData(12, 0, 11, 1)]
    public void The_looks_of_a_load_that_follows_from_a_pilot_are_those_for_which_its_rounds_leave_time(
        int rounds, int more, int most, int looks)
    {
        PilotReading slowest = new(TimeSpan.FromMilliseconds(75), 100);
        SlotLoad load = new(new UsersForTime(10, TimeSpan.FromSeconds(1)), TimeSpan.FromMilliseconds(50));
        TimeSpan round = 3 * Pilot.LengthOf(load.Shape, slowest); // Two forms, and the slot for the noise.
        TimeSpan start = TimeSpan.FromSeconds(4);
        TimeSpan left = rounds * round + start + TimeSpan.FromMilliseconds(more);
        RoundSchedule schedule = At(0) with { Plan = Plan with { MaximumRounds = most } };

        RoundSchedule piloted = schedule.Piloted(slowest, load, left);

        Experiment asked = piloted.Experiment;
        Assert.Equal((load.Shape, 50.0, looks), (asked.Load, asked.DiscardMilliseconds, asked.Looks));
        Assert.Equal((round, start), (piloted.Pace.Round, piloted.Pace.Start));
    }

    private static RoundSchedule At(int rounds) => new(
        Plan.Experiment with { Looks = 3 }, Plan, new RoundPace(TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(4)), rounds, IsOpen: true);
}
