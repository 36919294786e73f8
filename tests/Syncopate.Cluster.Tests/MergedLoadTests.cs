using Syncopate.Cluster.Loads;
using Syncopate.Histograms;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Cluster.Tests;

public sealed class MergedLoadTests
{
    private const long Second = 1_000_000_000;
    private static readonly string Empty = HistogramCodec.Encode(new Histogram());

    /// <summary>The conductor knows of the start and of a loss by messages that took their time: "from 0.29 s nothing of it counts" was
    /// said of an agent whose first second counts.</summary>
    [Theory]
    [InlineData(0.29, 1.0)]
    [InlineData(1.7, 1.7)]
    [InlineData(null, null)]
    public void Since_an_agent_was_lost_nothing_of_it_counts(double? seen, double? told)
    {
        MergedLoad load = new(new LoadRequest("/", new UsersForTime(2, TimeSpan.FromSeconds(3))), parts: 2, TimeProvider.System);

        load.Keep(1, Interval(0, Second).ToText());

        Assert.Equal(told, load.LostAt(1, seen));
        Assert.Equal(seen, load.LostAt(0, seen));
    }

    private static AgentInterval Interval(long from, long to) => new()
    {
        From = from,
        To = to,
        InFlight = 0,
        Latencies = Empty,
        LatencySum = 0,
        Discarded = 0,
        Errors = new Dictionary<string, long>(),
        Started = 0,
        Unasked = 0,
        Drained = 0,
        DrainedFailures = 0,
        Reopened = 0,
        FailedInStep = [],
        Steps = [],
        FirstBytes = Empty,
        Connects = Empty,
        Services = null,
        Lateness = null,
        Overflowed = 0,
        BodyBytes = 0,
        ReceivedBytes = 0,
        SentBytes = 0,
        InFlightTime = 0,
        ActiveTime = 0,
        ThinkTime = 0,
        Cpu = 0,
    };
}
