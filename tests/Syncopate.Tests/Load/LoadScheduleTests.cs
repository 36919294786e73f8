using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class LoadScheduleTests
{
    [Fact]
    public void Calls_within_a_process_are_no_load_over_HTTP()
    {
        ArgumentException refused = Assert.Throws<ArgumentException>(() => new LoadSchedule(new CallsInProcess(1), 1));

        Assert.StartsWith("Cannot drive a CallsInProcess: use users times loops,", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Users_of_a_later_step_start_when_it_begins()
    {
        LoadSchedule schedule = new(new SteppedUsers(2, 3, 6, TimeSpan.FromSeconds(1)), ticksPerSecond: 10);

        Assert.Equal([0, 0, 10, 10, 10, 20], Enumerable.Range(0, 6).Select(schedule.StartOf));
        Assert.Equal(30, schedule.DurationTicks);
    }
}
