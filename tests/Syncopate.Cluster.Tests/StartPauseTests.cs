using Syncopate.Cluster.Links;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>When the database is asked around the start of a load.</summary>
public sealed class StartPauseTests
{
    /// <summary>A question of 20 ms: none may begin in the last 20 ms before the start, nor within 5 ms after it.</summary>
    [Theory]
    [InlineData(30, 300, 30)] // Long before.
    [InlineData(30, 50, 30)] // The next one is over just in time.
    [InlineData(30, 49, 54)] // It would still be under way.
    [InlineData(30, 30, 35)]
    [InlineData(30, 26, 31)]
    [InlineData(30, 25, 30)] // It comes after the start by itself.
    [InlineData(30, 1, 30)]
    [InlineData(30, -1, 30)] // It has begun.
    [InlineData(3, 0, 5)]
    public void No_question_is_under_way_when_a_load_begins(int pause, int untilStart, int expected)
    {
        TimeSpan actual = StartPause.Of(Milliseconds(pause), Milliseconds(untilStart), Milliseconds(20));

        Assert.Equal(Milliseconds(expected), actual);
    }

    /// <summary>Two seconds without an answer end the load of an agent.</summary>
    [Fact]
    public void A_way_of_seconds_keeps_no_agent_from_asking()
    {
        TimeSpan near = StartPause.Of(Milliseconds(250), Milliseconds(449), TimeSpan.FromSeconds(3));
        TimeSpan far = StartPause.Of(Milliseconds(250), Milliseconds(450), TimeSpan.FromSeconds(3));

        Assert.Equal(Milliseconds(454), near);
        Assert.Equal(Milliseconds(250), far);
    }

    private static TimeSpan Milliseconds(int count) => TimeSpan.FromMilliseconds(count);
}
