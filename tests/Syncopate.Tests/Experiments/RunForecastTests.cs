using Syncopate.Experiments;
using Syncopate.Running;
using Syncopate.Running.Rounds;
using Syncopate.Tests.Load;
using Xunit;

namespace Syncopate.Tests.Experiments;

/// <summary>What a quick run says that it will probably take, while it does.</summary>
public sealed class RunForecastTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    /// <summary>By hand: 4 + 6 + 10 s; the first takes 8 s, twice what it seemed to need, and so will the others.</summary>
    [Fact]
    public async Task What_has_taken_twice_as_long_makes_the_rest_twice_as_long()
    {
        using ManualTime time = new();
        await using SimulatedRun run = new();
        ExperimentPlan[] plans = [Question(run, "a"), Question(run, "b"), Question(run, "c")];
        RunForecast forecast = new(new RunClock(time), [(plans[0], 4 * Second), (plans[1], 6 * Second), (plans[2], 10 * Second)]);

        Assert.Equal(20 * Second, forecast.Expected);

        forecast.Begin(plans[0]);
        time.Advance(3 * Second);
        Assert.Equal(17 * Second, forecast.Expected);

        time.Advance(5 * Second);
        Assert.Equal(16 * Second, forecast.Expected); // Over its time, it may end at any moment.

        forecast.End();
        Assert.Equal(32 * Second, forecast.Expected);
        forecast.Begin(plans[1]);
        time.Advance(12 * Second);
        forecast.End();
        Assert.Equal(20 * Second, forecast.Expected);
    }

    [Fact]
    public async Task A_question_that_was_quick_promises_nothing_for_the_next()
    {
        using ManualTime time = new();
        await using SimulatedRun run = new();
        ExperimentPlan[] plans = [Question(run, "a"), Question(run, "b")];
        RunForecast forecast = new(new RunClock(time), [(plans[0], 4 * Second), (plans[1], 6 * Second)]);

        forecast.Begin(plans[0]);
        time.Advance(Second);
        forecast.End();

        Assert.Equal(6 * Second, forecast.Expected);
    }

    private static ExperimentPlan Question(SimulatedRun run, string id) => run.Question(id, Second, Second, _ => 1);
}
