using Syncopate.Cluster.Loads;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>What each agent did in several loads, as one line of a report has it.</summary>
public sealed class ClusterFleetTests
{
    [Fact]
    public void What_an_agent_did_adds_up_and_what_is_told_of_it_is_the_worst()
    {
        AgentPart sum = ClusterFleet.Sum(
            Part(0.2, false) with { StartedLateMicroseconds = 70, Errors = 1 },
            Part(0.4, false) with { StartedLateMicroseconds = null, Errors = 2, Part = "2 users", LateIntervals = 3 });

        Assert.Equal((200, 3, 3), (sum.Count, sum.Errors, sum.LateIntervals));
        Assert.Equal(70.0, sum.StartedLateMicroseconds);
        Assert.Equal(0.4, sum.BusyShare);
        Assert.Equal("its part of each load", sum.Part);
    }

    /// <summary>Of one URL by http, sent by event loops, and one by https, sent on the thread pool: a thread that was busy for 80 % of the
    /// time was judged as if it had been 80 % of all processors.</summary>
    [Theory]
    [InlineData(0.8, 0.3, false)]
    [InlineData(0.8, 0.6, true)]
    [InlineData(0.95, 0.3, true)]
    [InlineData(0.8, null, false)]
    public void Loads_that_were_sent_in_different_ways_are_judged_each_by_its_own_limit(
        double ofThread, double? ofProcessors, bool isLimit)
    {
        AgentPart byLoops = Part(ofThread, isOfProcessors: false);
        AgentPart onPool = Part(ofProcessors, isOfProcessors: ofProcessors is not null);

        Assert.Equal(isLimit, ClusterFleet.Sum(byLoops, onPool).WasTheLimit);
        Assert.Equal(isLimit, ClusterFleet.Sum(onPool, byLoops).WasTheLimit);
    }

    private static AgentPart Part(double? busy, bool isOfProcessors) => new()
    {
        Name = "a1",
        Machine = "m",
        Cores = 2,
        Part = "5 users",
        Count = 100,
        Errors = 0,
        StartedLateMicroseconds = 50,
        RoundTripMicroseconds = 100,
        WallOffsetMicroseconds = 0,
        BusyShare = busy,
        IsOfProcessors = isOfProcessors,
        CpuNanoseconds = 0,
    };
}
