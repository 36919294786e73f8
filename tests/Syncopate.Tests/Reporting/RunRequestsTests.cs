using Syncopate.Histograms;
using Syncopate.Planning.Formulas;
using Syncopate.Reporting.Plans;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>A measured load as the requests of a plan.</summary>
public sealed class RunRequestsTests
{
    [Fact]
    public void What_an_answer_took_beyond_the_processor_time_is_its_wait()
    {
        // 100 answers of 20 ms that took 2 ms of a core each.
        TargetUse use = new(200_000_000, 4_096, 0, 0, 0, 0, 0, 4, 0);

        PlannedEndpoint kind = Assert.Single(RunRequests.Of(LoadJournals.Of(
            LoadJournals.Header,
            LoadJournals.Description(new UsersForTime(2, TimeSpan.FromSeconds(1))),
            LoadJournals.Interval(0, [.. Enumerable.Repeat(20.0, 100)]) with { Target = use },
            new RunEnd(RunOutcome.Finished, "", 1_000_000_000))));

        Assert.Equal("load", kind.Name);
        Assert.Equal(0.018, kind.Demand.WaitSeconds, 0.0005);
        Assert.Equal(0.002 - PoolConstants.Net10.RequestCpuSeconds, kind.Demand.CpuSeconds, 1e-9);
    }

    [Fact]
    public void A_page_that_was_asked_for_waits_what_its_answers_took_beyond_the_processor_time()
    {
        Histogram latencies = new();
        for (int i = 0; i < 100; i++)
            latencies.Record(20_000_000);

        PlannedEndpoint kind = RunRequests.Of(latencies, TimeSpan.FromMilliseconds(2), "/orders");

        Assert.Equal("/orders", kind.Name);
        Assert.Equal(0.018, kind.Demand.WaitSeconds, 0.0005);
        Assert.Equal(0.002 - PoolConstants.Net10.RequestCpuSeconds, kind.Demand.CpuSeconds, 1e-9);
    }

    [Fact]
    public void A_load_without_the_processor_time_of_a_request_is_refused()
    {
        ArgumentException refused = Assert.Throws<ArgumentException>(() => RunRequests.Of(LoadJournals.Whole()));

        Assert.Contains("no processor time per request", refused.Message, StringComparison.Ordinal);
    }
}
