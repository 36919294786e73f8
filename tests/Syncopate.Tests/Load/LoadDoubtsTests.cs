using Syncopate.Load;
using Syncopate.Measuring;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class LoadDoubtsTests
{
    [Fact]
    public void A_load_without_a_flaw_has_no_doubts() => Assert.Empty(LoadDoubts.Of(Result()));

    [Fact]
    public void Users_that_were_not_in_flight_are_told()
    {
        Assert.Equal(["little-law"], Codes(Result() with { InFlightShare = 0.97 }));
        Assert.Empty(Codes(Result() with { InFlightShare = 0.98 }));
    }

    [Theory]
    [InlineData(0.95, 0)]
    [InlineData(0.2, 0.75)]
    public void A_generator_at_its_limit_is_told_whether_it_worked_or_waited_for_a_processor(double cpu, double waited)
    {
        ThreadUse free = new(1_000, 100, 0, 0);
        ThreadUse busy = new(1_000, (long)(1_000 * cpu), (long)(1_000 * waited), 0);

        Assert.Equal(["generator-limit"], Codes(Result() with { Threads = [free, busy] }));
        Assert.Empty(Codes(Result() with { Threads = [free] }));
    }

    [Fact]
    public void A_generator_on_the_thread_pool_that_takes_the_servers_processors_is_told()
    {
        LoadResult all = Result() with { Threads = [], GeneratorCpuNanoseconds = 1_000_000_000L * Environment.ProcessorCount };

        Assert.Equal(["generator-limit"], Codes(all));
        Assert.Empty(Codes(all with { GeneratorCpuNanoseconds = 400_000_000L * Environment.ProcessorCount }));
    }

    [Fact]
    public void Late_sends_are_told_from_one_in_a_hundred()
    {
        LoadResult result = Result() with { Lateness = Lateness(late: 11), InFlightShare = 0.5 };

        Assert.Equal(["late-sends"], Codes(result));
        Assert.Empty(Codes(result with { Lateness = Lateness(late: 10) }));
    }

    [Fact]
    public void Waiting_for_room_is_overflow_and_not_lateness() =>
        Assert.Equal(["overflow"], Codes(Result() with { Lateness = Lateness(late: 50), Overflowed = 45 }));

    [Fact]
    public void Want_of_ports_or_files_is_the_generators_own() =>
        Assert.Equal(["generator-resources"], Codes(Result() with { Errors = new Dictionary<string, long> { [Findings.NoFreePort] = 1 } }));

    private static IEnumerable<string> Codes(LoadResult result) => LoadDoubts.Of(result).Select(doubt => doubt.Code);

    private static Histogram Lateness(int late)
    {
        Histogram lateness = new();
        for (int i = 0; i < 1000; i++)
            lateness.Record(i < late ? 2_000_000 : 20_000);
        return lateness;
    }

    private static LoadResult Result() => new()
    {
        StartedTimestamp = 0,
        EndedTimestamp = TimeProvider.System.TimestampFrequency,
        Latencies = new Histogram(),
        LatencySumNanoseconds = 0,
        Count = 1000,
        Discarded = 0,
        Errors = new Dictionary<string, long>(),
        FirstBytes = new Histogram(),
        Connects = new Histogram(),
        Services = null,
        Lateness = null,
        Overflowed = 0,
        BodyBytes = 0,
        ReceivedBytes = 0,
        SentBytes = 0,
        InFlightShare = 1,
        MeanInFlight = 10,
        GeneratorCpuNanoseconds = 0,
        Threads = [new ThreadUse(1_000, 500, 100, 0)],
        Traces = [],
        Cancelled = false,
        Failure = null,
    };
}
