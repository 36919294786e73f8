using Syncopate.Planning.Formulas;
using Xunit;

namespace Syncopate.Tests.Capacity;

public sealed class OpenArrivalsTests
{
    [Theory]
    [InlineData(8, 10, 0.4091801507964435)]
    [InlineData(10, 19, 0.007873557511435208)]
    [InlineData(0.5, 1, 0.5)]
    public void Erlang_C_agrees_with_the_loss_recursion_of_another_program(double offered, int threads, double expected) =>
        Assert.Equal(expected, OpenArrivals.ErlangC(offered, threads), 1e-12);

    [Fact]
    public void Erlang_C_of_two_servers_is_its_closed_form() =>
        // M/M/2: C = 2 rho^2 / (1 + rho); L. Kleinrock, Queueing Systems 1, 1975, section 3.5.
        Assert.Equal(2 * 0.36 / 1.6, OpenArrivals.ErlangC(1.2, 2), 1e-12);

    [Theory]
    [InlineData(50, 19)]
    [InlineData(100, 32)]
    [InlineData(1_000, 235)]
    [InlineData(10_000, 2_108)]
    public void Threads_for_one_percent_of_waits_when_each_request_holds_its_thread_200_ms(double perSecond, int expected) =>
        Assert.Equal(expected, OpenArrivals.ThreadsFor(perSecond, 0.2, 0.01));

    [Fact]
    public void Mean_wait_follows_Allen_and_Cunneen_and_is_exact_for_random_service()
    {
        OpenArrivals random = new(40, 0.2, 10);
        OpenArrivals even = new(40, 0.2, 10, variability: 0.5);

        Assert.Equal(0.4091801507964435 * 0.2 / 2, random.MeanWaitSeconds, 1e-12);
        Assert.Equal(random.MeanWaitSeconds / 2, even.MeanWaitSeconds, 1e-12);
    }

    [Fact]
    public void The_tail_of_the_wait_is_exponential()
    {
        OpenArrivals queue = new(40, 0.2, 10);

        double t = queue.MeanWaitSeconds / queue.WaitProbability;
        Assert.Equal(0, queue.WaitQuantileSeconds(0.5));
        Assert.Equal(t * Math.Log(0.4091801507964435 / 0.01), queue.WaitQuantileSeconds(0.99), 1e-12);
    }

    [Fact]
    public void An_unstable_queue_is_refused_with_the_threads_it_needs()
    {
        ArgumentOutOfRangeException refusal = Assert.Throws<ArgumentOutOfRangeException>(() => new OpenArrivals(50, 0.2, 10));

        Assert.Contains("more than 10 threads", refusal.Message, StringComparison.Ordinal);
    }
}
