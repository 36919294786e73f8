using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Xunit;

namespace Syncopate.Tests.Capacity;

/// <summary>Waits that vary, compared with servers that the model had not seen: .NET 10.0.12 on two cores, Kestrel,
/// measured for 10 s and more.</summary>
public sealed class VariedWaitsTests
{
    private static readonly PlanQuestion Awaiting = new()
    {
        Endpoints = [new PlannedEndpoint(0, WaitTime.Exponential(0.1))],
        Cores = 2,
        Users = 40,
        Styles = [WaitStyle.Awaiting],
        Seed = 1,
    };

    /// <summary>Measured: exponential 72 and 436 ms, lognormal with a mean of 100 ms and s = 1 64 and 644 ms, nine of
    /// ten 32 and one 512 ms 33 and 515 ms.</summary>
    [Theory]
    [InlineData("100ms:exp", 72, 436)]
    [InlineData("60.65ms,621ms:lognormal", 64, 644)]
    [InlineData("32ms,32ms,32ms,32ms,32ms,32ms,32ms,32ms,32ms,512ms", 33, 515)]
    public void Median_and_99th_percentile_are_predicted_within_15_percent_of_what_servers_did(string wait, double p50, double p99)
    {
        PlannedLevel start = Planner.Predict(
            Awaiting with { Endpoints = [new PlannedEndpoint(0, WaitTime.Parse(wait))] }, WaitStyle.Awaiting,
            TimeSpan.FromSeconds(10), warmRequests: 60);

        Assert.InRange(start.P50Milliseconds.Median / p50, 0.85, 1.15);
        Assert.InRange(start.P99Milliseconds.Median / p99, 0.85, 1.15);
    }

    [Fact]
    public void Blocking_on_enough_threads_is_predicted_too()
    {
        // Sync, exponential 50 ms, 16 threads, 200/s: 197 per second, p99 239 ms.
        PlanQuestion question = Awaiting with
        {
            Endpoints = [new PlannedEndpoint(0, WaitTime.Exponential(0.05))],
            Users = null,
            ArrivalsPerSecond = 200,
            MinimumThreads = 16,
            MaximumThreads = 16,
            Styles = [WaitStyle.Blocking],
        };

        PlannedLevel start = Planner.Predict(question, WaitStyle.Blocking, TimeSpan.FromSeconds(20), warmRequests: 60);

        Assert.InRange(start.RequestsPerSecond.Median / 197, 0.95, 1.05);
        Assert.InRange(start.P99Milliseconds.Median / 239, 0.85, 1.15);
    }

    [Fact]
    public void The_variation_of_requests_is_reckoned_and_not_assumed()
    {
        // One kind of equal requests: 0. Exponential waits of 90 ms with 10 ms on a core: (0.09 / 0.1)².
        Assert.Equal(0, (Awaiting with { Endpoints = [new PlannedEndpoint(new RequestDemand(0.01, 0.09))] }).HoldVariation, 1e-12);
        Assert.Equal(0.81, (Awaiting with { Endpoints = [new PlannedEndpoint(0.01, WaitTime.Exponential(0.09))] }).HoldVariation, 1e-12);
        // Two kinds of 20 and 180 ms: variance 80², mean 100.
        Assert.Equal(
            0.64,
            (
                Awaiting with
                {
                    Endpoints =
                    [
                        new PlannedEndpoint(new RequestDemand(0, 0.02)),
                        new PlannedEndpoint(new RequestDemand(0, 0.18)),
                    ],
                }).HoldVariation,
            1e-12);
    }

    [Fact]
    public void The_mean_wait_for_a_thread_grows_with_the_variation_as_Allen_and_Cunneen_say()
    {
        PlanQuestion equal = Awaiting with
        {
            Users = null,
            ArrivalsPerSecond = 40,
            MinimumThreads = 10,
            MaximumThreads = 10,
            Styles = [WaitStyle.Blocking],
            Endpoints = [new PlannedEndpoint(new RequestDemand(0, 0.2))],
        };
        double even = Plans.Small(equal).Forms[0].SteadyMilliseconds;
        double varied = Plans.Small(
            equal with { Endpoints = [new PlannedEndpoint(0, WaitTime.Exponential(0.2))] }).Forms[0].SteadyMilliseconds;

        // Erlang C of 8 on 10 is 0.40918: 40.9 ms with random times, half of that with equal ones.
        Assert.Equal(220.459, even, 1e-3);
        Assert.Equal(240.918, varied, 1e-3);
    }

    [Fact]
    public void Waits_that_vary_do_not_look_like_a_queue()
    {
        PlannedForm form = Plans.Small(Awaiting).Forms[0];

        Assert.Null(form.Onset);
        Assert.Equal(0, form.CollapsedShare);
    }

    [Fact]
    public void A_wait_of_minutes_is_no_reason_not_to_keep_up()
    {
        PlannedForm form = Plans.Small(
            Awaiting with { Users = 3, Endpoints = [new PlannedEndpoint(new RequestDemand(0.001, 90))] }).Forms[0];

        Assert.Equal(0, form.CollapsedShare);
    }

    [Fact]
    public void A_mistake_in_the_waits_of_a_scenario_names_it()
    {
        Assert.Equal(0.1, PlanFile.Parse("""{ "endpoints": [ { "wait": "100ms:exp" } ] }""").Kinds()[0].Wait.MeanSeconds);
        Assert.Contains("both wait and waitMilliseconds", Assert.Throws<ArgumentException>(() => PlanFile.Parse("""{ "endpoints": [ { "wait": "1ms", "waitMilliseconds": 2 } ] }""").Kinds()).Message, StringComparison.Ordinal);
        Assert.Contains("'soon' is not a wait", Assert.Throws<ArgumentException>(() => PlanFile.Parse("""{ "endpoints": [ { "wait": "soon" } ] }""").Kinds()).Message, StringComparison.Ordinal);
    }
}
