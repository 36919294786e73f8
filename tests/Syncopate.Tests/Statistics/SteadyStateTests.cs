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

    [Fact]
    public void At_the_ceiling_the_wait_ends_and_says_what_still_moved()
    {
        SteadyState state = new(TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(5));
        SteadyReading reading = default(SteadyReading);

        for (int i = 0; i <= 20; i++) reading = state.Observe(new SteadyObservation(i * 250_000_000L, 10 * i, 5 + i / 19, i * 100, i * 100 * 1e6));

        Assert.Equal(new SteadyReading(SteadyPhase.NotSteady, 40, 5, 6, 0), reading with { LatencyChangePercent = Math.Round(reading.LatencyChangePercent, 9) });
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

    private static (SteadyPhase Phase, double Seconds) WarmUp(
        Func<double, double> compiledPerSecond, Func<double, int> threads, Func<double, double> latencyMilliseconds, int answersPerSecond = 400)
    {
        SteadyState state = new(TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(30));
        var (compiled, answers, latencySum) = (0.0, 0L, 0.0);
        for (int i = 0; ; i++)
        {
            double t = i * TickSeconds;
            SteadyReading reading = state.Observe(new SteadyObservation((long)(t * 1e9), (long)compiled, threads(t), answers, latencySum));
            if (reading.Phase != SteadyPhase.Warming) return (reading.Phase, t);

            compiled += compiledPerSecond(t) * TickSeconds;
            long more = (long)(answersPerSecond * TickSeconds);
            answers += more;
            latencySum += more * latencyMilliseconds(t) * 1e6;
        }
    }
}
