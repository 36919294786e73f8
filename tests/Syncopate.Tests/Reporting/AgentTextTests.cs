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

    /// <summary>"Began at most -3 ms late, free for at least -2% of the time".</summary>
    [Fact]
    public void An_agent_that_began_early_and_was_busy_throughout_has_no_negative_figures()
    {
        AgentPart part = Part("a1") with { StartedLateMicroseconds = -3_000, BusyShare = 1.02 };

        Assert.Equal("5 users: 100 answers, 0 failed, began at least 3 ms early, free for at least 0% of the time",
            AgentText.Lines([AgentText.Of(part)], null).Single().Text);
    }

    /// <summary>A generator on the thread pool has no threads of its own: it is judged by its machine's processors.</summary>
    [Theory]
    [InlineData(0.9, false, false)]
    [InlineData(0.93, false, true)]
    [InlineData(0.5, true, false)]
    [InlineData(0.6, true, true)]
    public void An_agent_that_was_the_limit_is_a_doubt(double busy, bool isOfProcessors, bool isLimit)
    {
        AgentPart part = Part("a1") with { BusyShare = busy, IsOfProcessors = isOfProcessors };

        Doubt[] doubts = [.. AgentText.Doubts([part, Part("a2")])];

        Assert.Equal(isLimit ? 1 : 0, doubts.Length);
        Assert.All(doubts, doubt => Assert.Equal(AgentText.Limit, doubt.Code));
        Assert.All(doubts, doubt => Assert.StartsWith("Agent a1 was the limit of its part", doubt.What, StringComparison.Ordinal));
        Assert.Equal(isLimit, AgentText.Of(part).WasTheLimit);
    }

    /// <summary>The conditions of a slot are those of the machine that coordinates: what sends is elsewhere.</summary>
    [Theory]
    [InlineData(null, false)]
    [InlineData(0.02, false)]
    [InlineData(0.25, true)]
    public void An_agent_whose_machine_was_kept_from_its_processors_is_a_doubt(double? stolen, bool isDoubt)
    {
        Doubt[] doubts = [.. AgentText.Doubts([Part("a1") with { StolenShare = stolen }, Part("a2")])];

        Assert.Equal(isDoubt, doubts.Any(doubt => doubt.Code == AgentText.Stolen
            && doubt.What.Contains("took 25% of the processors’ time of agent a1 on m while it sent", StringComparison.Ordinal)));
        Assert.Equal(isDoubt ? 1 : 0, doubts.Length);
    }

    /// <summary>As for the machine that coordinates: one bad load among many is no doubt of all.</summary>
    [Theory]
    [InlineData(0.05, false)]
    [InlineData(0.2, true)]
    public void What_is_stolen_of_an_agent_is_judged_by_the_mean_of_its_loads(double mean, bool isDoubt)
    {
        AgentPart part = Part("a1") with { StolenShare = 0.25, MeanStolenShare = mean };
        const string Said = "CPU steal: the hypervisor took 20% of the processors’ time of agent a1 on m while it sent, "
            + "up to 25% in a load.";
        string[] expected = isDoubt ? [Said] : [];

        Assert.Equal(expected, AgentText.Doubts([part]).Select(doubt => doubt.What));
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
