using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class SteadyStateTests
{
    private const double TickSeconds = 0.25;

    [Fact]
    public void A_calm_server_is_steady_at_the_floor() =>
        Assert.Equal((SteadyPhase.Steady, 3.0), WarmUp(_ => 0, _ => 5, _ => 10));

    [Fact]
    public void A_server_that_still_compiles_is_not_steady_before_it_stops_for_two_seconds() =>
        Assert.Equal((SteadyPhase.Steady, 8.0), WarmUp(t => t < 6 ? 100 : 0, _ => 5, _ => 10));

    [Fact]
    public void Two_methods_a_second_are_a_steady_trickle() =>
        Assert.Equal((SteadyPhase.Steady, 3.0), WarmUp(_ => 2, _ => 5, _ => 10));

    [Fact]
    public void A_new_thread_starts_the_wait_again() =>
        Assert.Equal((SteadyPhase.Steady, 4.5), WarmUp(_ => 0, t => t < 2.5 ? 5 : 6, _ => 10));

    [Fact]
    public void A_latency_that_still_falls_is_not_steady() =>
        Assert.Equal(SteadyPhase.NotSteady, WarmUp(_ => 0, _ => 5, t => 100 * Math.Exp(-t / 30)).Phase);

    /// <summary>At 5.75 s an eighth of the earlier two seconds was before the change, at 6 s nothing of it.</summary>
    [Fact]
    public void A_latency_that_changed_more_than_four_seconds_ago_no_longer_counts() =>
        Assert.Equal((SteadyPhase.Steady, 6.0), WarmUp(_ => 0, _ => 5, t => t < 2 ? 10 : 20));

    [Fact]
    public void At_the_ceiling_the_wait_ends_and_says_what_still_moved()
    {
        SteadyState state = new(TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(5));
        SteadyReading reading = default(SteadyReading);

        for (int i = 0; i <= 20; i++)
            reading = state.Observe(new SteadyObservation(i * 250_000_000L, 10 * i, 5 + i / 19, i * 100, i * 100 * 1e6));

        Assert.Equal(
            new SteadyReading(SteadyPhase.NotSteady, 40, 5, 6, 0),
            reading with { LatencyChangePercent = Math.Round(reading.LatencyChangePercent, 9) });
    }

    [Fact]
    public void Without_answers_nothing_is_steady() =>
        Assert.Equal((SteadyPhase.NotSteady, 30.0), WarmUp(_ => 0, _ => 5, _ => 10, answersPerSecond: 0));

    [Fact]
    public void Time_that_runs_backwards_is_refused()
    {
        SteadyState state = new(TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(30));
        state.Observe(new SteadyObservation(1, 0, 1, 0, 0));

        Assert.Throws<ArgumentException>(() => state.Observe(new SteadyObservation(1, 0, 1, 0, 0)));
    }

    [Fact]
    public void The_floor_is_a_window_at_least_and_the_ceiling_the_floor()
    {
        TimeSpan window = TimeSpan.FromSeconds(2);

        Assert.Throws<ArgumentOutOfRangeException>(() => new SteadyState(window - TimeSpan.FromTicks(1), window));
        Assert.Throws<ArgumentOutOfRangeException>(() => new SteadyState(window, window - TimeSpan.FromTicks(1)));
        Assert.Equal(SteadyPhase.Warming, new SteadyState(window, window).Observe(new SteadyObservation(0, 0, 1, 0, 0)).Phase);
    }

    /// <summary>A half second whose mean is 32 and two seconds whose mean is 33: 3.125 % more, which is 5 % for two windows
    /// of two seconds. At two seconds there is no earlier window yet.</summary>
    [Fact]
    public void A_change_of_5_percent_is_steady_and_the_earlier_window_may_be_cut_by_the_start()
    {
        SteadyState state = new(TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(30));
        state.Observe(new SteadyObservation(0, 0, 5, 0, 0));
        state.Observe(new SteadyObservation(500_000_000, 0, 5, 10, 320));
        SteadyReading early = state.Observe(new SteadyObservation(2_000_000_000, 3, 5, 40, 320 + 30 * 33));
        SteadyReading late = state.Observe(new SteadyObservation(2_500_000_000, 4, 5, 50, 320 + 40 * 33));

        Assert.Equal((SteadyPhase.Warming, 1.5), (early.Phase, early.CompiledPerSecond));
        Assert.Equal(new SteadyReading(SteadyPhase.Steady, 2, 5, 5, 5), late);
    }

    [Fact]
    public void Before_two_seconds_there_is_no_reading() =>
        Assert.Equal(
            new SteadyReading(SteadyPhase.Warming, double.NaN, 7, 7, double.NaN),
            new SteadyState(TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(30)).Observe(new SteadyObservation(1, 9, 7, 9, 9)));

    private static (SteadyPhase Phase, double Seconds) WarmUp(
        Func<double, double> compiledPerSecond, Func<double, int> threads, Func<double, double> latencyMilliseconds,
        int answersPerSecond = 400)
    {
        SteadyState state = new(TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(30));
        var (compiled, answers, latencySum) = (0.0, 0L, 0.0);
        for (int i = 0; ; i++)
        {
            double t = i * TickSeconds;
            SteadyReading reading = state.Observe(new SteadyObservation((long)(t * 1e9), (long)compiled, threads(t), answers, latencySum));
            if (reading.Phase != SteadyPhase.Warming)
                return (reading.Phase, t);

            compiled += compiledPerSecond(t) * TickSeconds;
            long more = (long)(answersPerSecond * TickSeconds);
            answers += more;
            latencySum += more * latencyMilliseconds(t) * 1e6;
        }
    }
}
