using Syncopate.Cluster.Agents;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>How an agent sets its clock by ways that take their time.</summary>
public sealed class AgentClockTests
{
    private const long Ahead = 5_000_000; // Of the common clock, in microseconds.

    /// <summary>The quickest answer alone was wrong by half of what its two ways differ by: 3 ms.</summary>
    [Fact]
    public async Task What_several_answers_bound_is_known_better_than_by_the_quickest_one()
    {
        Ways ways = new((20_000, 26_000), (29_000, 20_000), (40_000, 40_000));

        AgentClock clock = await MeasureAsync(ways);

        Assert.Equal((Ahead, 46_000), (clock.OffsetMicroseconds, clock.Reading.RoundTripMicroseconds));
    }

    /// <summary>No question can tell: the report has half of the round trip as how well the start is known.</summary>
    [Fact]
    public async Task A_way_that_is_always_longer_there_shifts_the_clock_by_half_of_it_and_no_more()
    {
        Ways ways = new((35_000, 5_000), (38_000, 6_000));

        AgentClock clock = await MeasureAsync(ways);

        Assert.Equal(Ahead + 15_000, clock.OffsetMicroseconds);
        Assert.Equal(40_000, clock.Reading.RoundTripMicroseconds);
    }

    /// <summary>What was bounded before a step and after it has nothing in common.</summary>
    [Fact]
    public async Task A_common_clock_that_is_set_meanwhile_is_taken_by_the_quickest_answer()
    {
        Ways ways = new((20_000, 20_000), (10_000, 10_000)) { StepMicroseconds = 60_000_000 };

        AgentClock clock = await MeasureAsync(ways);

        Assert.Equal(Ahead + ways.StepMicroseconds, clock.OffsetMicroseconds);
    }

    private static Task<AgentClock> MeasureAsync(Ways ways) =>
        AgentClock.MeasureAsync(ways.ReadAsync, ways.Count, ways, TestContext.Current.CancellationToken);

    /// <summary>A monotonic clock that goes on by the ways of questions only.</summary>
    /// <param name="ways">Microseconds there and back of each question.</param>
    private sealed class Ways(params (long There, long Back)[] ways) : TimeProvider
    {
        private long _now = 1_000;
        private int _asked;

        public int Count => ways.Length;

        /// <summary>By how much the common clock is set after the first question.</summary>
        public long StepMicroseconds { get; init; }

        public override long TimestampFrequency => 1_000_000;

        public override long GetTimestamp() => _now;

        public Task<long> ReadAsync(CancellationToken cancellationToken)
        {
            (long there, long back) = ways[_asked];
            long common = _now + there + Ahead + (_asked > 0 ? StepMicroseconds : 0);
            _now += there + back;
            _asked++;
            return Task.FromResult(common);
        }
    }
}
