using Syncopate.Reporting.Sentences;
using Xunit;

namespace Syncopate.Tests.Reporting;

public sealed class AgentTextTests
{
    /// <summary>Two agents that were late by as much in different slots never began together; journals of before hold one load's.</summary>
    [Theory]
    [InlineData(70_000.0, 70_000.0, 70)]
    [InlineData(null, null, 0)]
    public void How_far_apart_agents_began_is_of_one_load(double? first, double? second, double expected)
    {
        AgentPart[] parts = [Part("a1") with { ApartMicroseconds = first }, Part("a2") with { ApartMicroseconds = second }];

        Assert.Equal(expected, AgentText.Together(parts)?.SkewMilliseconds);
    }

    [Fact]
    public void One_agent_alone_begins_with_nobody() =>
        Assert.Null(AgentText.Together([Part("a1"), Part("a2") with { StartedLateMicroseconds = null }]));

    /// <summary>What is kept of several loads is the worst, and is reported as that.</summary>
    [Fact]
    public void A_line_tells_the_worst_of_all_loads_as_the_worst()
    {
        (string head, string text) = AgentText.Lines([AgentText.Of(Part("a1"))], null).Single();

        Assert.Equal(
            ("agent a1", "5 users: 100 answers, 0 failed, began at most 70 ms late, free for at least 75% of the time"), (head, text));
    }

    private static AgentPart Part(string name) => new()
    {
        Name = name,
        Machine = "m",
        Cores = 2,
        Part = "5 users",
        Count = 100,
        Errors = 0,
        StartedLateMicroseconds = 70_000,
        RoundTripMicroseconds = 100,
        WallOffsetMicroseconds = 0,
        BusyShare = 0.25,
        CpuNanoseconds = 0,
    };
}
