using Syncopate.Cluster.Agents;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>How an agent sets its clock by ways that take their time.</summary>
public sealed class AgentClockTests
{
    private const long Ahead = 5_000_000; // Of the common clock, in microseconds.
    private const int Questions = 15;

    // What the bounds of answers widen by within a test, in microseconds.
    private const long Widening = 20;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>The quickest answer alone was wrong by half of what its two ways differ by: 3 ms.</summary>
    [Fact]
    public async Task What_several_answers_bound_is_known_better_than_by_the_quickest_one()
    {
        (Ways ways, AgentClock clock) = await MeasuredAsync((20_000, 26_000), (29_000, 20_000), (40_000, 40_000));

        Assert.InRange(clock.OffsetMicroseconds - ways.Offset, -Widening, Widening);
        Assert.Equal(46_000, clock.Reading.RoundTripMicroseconds);
    }

    /// <summary>No question can tell: the report has half of the round trip as how well the start is known.</summary>
    [Fact]
    public async Task A_way_that_is_always_longer_there_shifts_the_clock_by_half_of_it_and_no_more()
    {
        (Ways ways, AgentClock clock) = await MeasuredAsync((35_000, 5_000), (38_000, 6_000));

        Assert.InRange(clock.OffsetMicroseconds - ways.Offset, 15_000 - Widening, 15_000 + Widening);
        Assert.Equal(40_000, clock.Reading.RoundTripMicroseconds);
    }

    /// <summary>What was bounded before a step and after it has nothing in common.</summary>
    [Theory]
    [InlineData(60_000_000)]
    [InlineData(-60_000_000)]
    public async Task A_common_clock_that_is_set_meanwhile_is_taken_by_what_was_answered_since(long step)
    {
        Ways ways = new(_ => (10_000, 10_000));
        AgentClock clock = new(ways);
        await clock.MeasureAsync(ways.ReadAsync, 1, Token);

        ways.Set(step);
        await clock.MeasureAsync(ways.ReadAsync, 2, Token);

        Assert.Equal(ways.Offset, clock.OffsetMicroseconds);
    }

    /// <summary>A timer on the way wakes every 4 ms. Whoever asks again at once is in step with it: each question waited for nearly 4 ms,
    /// no answer did, and the clock was wrong by 1.5 ms.</summary>
    [Fact]
    public async Task Questions_are_not_in_step_with_a_timer_on_the_way()
    {
        const long Tick = 4_000;
        Ways ways = new(now => (20_000 + (Tick - now % Tick) % Tick, 20_100));
        AgentClock clock = new(ways);

        await clock.MeasureAsync(ways.ReadAsync, Questions, Token);

        Assert.InRange(clock.OffsetMicroseconds - ways.Offset, -500, 500);
    }

    /// <summary>What the clocks drifted apart since the first answers would be half of what the clock is wrong by.</summary>
    [Theory]
    [InlineData(30e-6)]
    [InlineData(-30e-6)]
    public async Task Answers_count_for_less_the_older_they_are(double drift)
    {
        Ways ways = new(_ => (20_000, 20_000)) { Drift = drift };
        AgentClock clock = new(ways);

        for (int second = 0; second < 30; second++)
        {
            await HearAsync(clock, ways);
            ways.Pass(TimeSpan.FromSeconds(1));
        }

        await HearAsync(clock, ways);

        Assert.InRange(clock.OffsetMicroseconds - ways.Offset, -Widening, Widening);
    }

    /// <summary>A system makes up for a wrong clock by half a thousandth of the time: over ten seconds the clock was wrong by
    /// 2 ms.</summary>
    [Fact]
    public async Task A_clock_that_is_being_adjusted_is_followed_by_who_asks_often()
    {
        Ways ways = new(_ => (20_000, 20_000)) { Drift = 500e-6 };
        AgentClock clock = new(ways);

        for (int i = 0; i < 200; i++)
        {
            await HearAsync(clock, ways);
            ways.Pass(TimeSpan.FromMilliseconds(50));
        }

        await HearAsync(clock, ways);

        Assert.InRange(clock.OffsetMicroseconds - ways.Offset, -1_000, 1_000);
    }

    /// <summary>A way that was quick once says nothing of one that is slow now.</summary>
    [Fact]
    public async Task Answers_count_for_ten_seconds()
    {
        long way = 100;
        Ways ways = new(_ => (way, way));
        AgentClock clock = new(ways);
        await clock.MeasureAsync(ways.ReadAsync, Questions, Token);
        int asked = ways.Asked;

        await clock.MeasureAsync(ways.ReadAsync, Questions, Token);
        int again = ways.Asked;
        ways.Pass(TimeSpan.FromSeconds(11));
        way = 40_000;
        await clock.MeasureAsync(ways.ReadAsync, Questions, Token);

        Assert.Equal((Questions, Questions, 2 * Questions), (asked, again, ways.Asked));
        Assert.Equal(80_000, clock.Reading.RoundTripMicroseconds);
    }

    /// <summary>Fifteen answers of a second are never there within ten: it asked for ever.</summary>
    [Fact]
    public async Task A_clock_that_answers_slowly_is_asked_so_many_times_and_no_more()
    {
        Ways ways = new(_ => (600_000, 600_000));
        AgentClock clock = new(ways);

        await clock.MeasureAsync(ways.ReadAsync, Questions, Token);

        Assert.Equal(Questions, ways.Asked);
        Assert.InRange(clock.OffsetMicroseconds - ways.Offset, -1_000, 1_000);
    }

    /// <summary>The wall clock of an agent that is far away was shown as wrong by half of a round trip.</summary>
    [Fact]
    public async Task What_the_wall_clock_is_off_by_has_nothing_of_the_way_in_it()
    {
        (_, AgentClock clock) = await MeasuredAsync((20_000, 20_000), (21_000, 21_000));

        Assert.InRange(clock.Reading.WallOffsetMicroseconds - Ways.WallAhead, -Widening, Widening);
    }

    /// <summary>The goal for agents of which half are 40 ms away. Each way takes up to 6 ms more by chance, one in twenty up to 30 ms more
    /// than that, and clocks drift by up to 30 millionths.</summary>
    [Fact]
    public async Task Four_agents_agree_on_an_instant_to_two_milliseconds_in_99_of_100_starts()
    {
        const int Starts = 400;
        Random random = new(20_261_129);
        List<long> apart = [];
        for (int i = 0; i < Starts; i++)
        {
            List<long> wrong = [];
            for (int agent = 0; agent < 4; agent++)
                wrong.Add(await WrongByAsync(random, agent < 2 ? 20_000 : 100));
            apart.Add(wrong.Max() - wrong.Min());
        }

        apart.Sort();
        Assert.InRange(apart[Starts * 99 / 100 - 1], 0, 2_000);
    }

    private static async Task<long> WrongByAsync(Random random, long way)
    {
        double drift = (random.NextDouble() - 0.5) * 60e-6;
        Ways ways = new(_ => (way + Chance(random, way), way + Chance(random, way))) { Drift = drift };
        AgentClock clock = new(ways);
        await clock.MeasureAsync(ways.ReadAsync, Questions, Token);
        ways.Pass(TimeSpan.FromSeconds(0.5)); // It opens connections, and is told of the start.
        return clock.OffsetMicroseconds - ways.Offset;
    }

    private static long Chance(Random random, long way) =>
        (long)(random.NextDouble() * 0.3 * way) + (random.Next(20) == 0 ? random.Next(30_000) : 0);

    private static async Task<(Ways Ways, AgentClock Clock)> MeasuredAsync(params (long There, long Back)[] each)
    {
        Queue<(long There, long Back)> next = new(each);
        Ways ways = new(_ => next.Dequeue());
        AgentClock clock = new(ways);
        await clock.MeasureAsync(ways.ReadAsync, each.Length, Token);
        return (ways, clock);
    }

    /// <summary>An answer to a question that was about something else.</summary>
    private static async Task HearAsync(AgentClock clock, Ways ways)
    {
        long asked = ways.GetTimestamp();
        long common = await ways.ReadAsync(Token);
        clock.Add(asked, common, ways.GetTimestamp());
    }

    /// <summary>A monotonic clock that goes on by the ways of questions and by pauses only, in microseconds.</summary>
    /// <param name="way">Microseconds there and back of a question, by when it leaves.</param>
    private sealed class Ways(Func<long, (long There, long Back)> way) : TimeProvider
    {
        /// <summary>Of the wall clock before the common one.</summary>
        public const long WallAhead = 61_000_000;

        private long _now = 1_000;
        private long _set;

        /// <summary>Questions so far.</summary>
        public int Asked { get; private set; }

        /// <summary>What the common clock gains, as a share of the time.</summary>
        public double Drift { get; init; }

        /// <summary>What the clocks differ by now.</summary>
        public long Offset => Ahead + _set + (long)(Drift * _now);

        public override long TimestampFrequency => 1_000_000;

        public override long GetTimestamp() => _now;

        public override DateTimeOffset GetUtcNow() =>
            DateTimeOffset.UnixEpoch.AddMicroseconds(_now + Offset + WallAhead);

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            Pass(dueTime);
            callback(state);
            return new Elapsed();
        }

        public void Pass(TimeSpan time) => _now += (long)time.TotalMicroseconds;

        /// <summary>Sets the common clock.</summary>
        public void Set(long microseconds) => _set += microseconds;

        public Task<long> ReadAsync(CancellationToken cancellationToken)
        {
            Asked++;
            (long there, long back) = way(_now);
            _now += there;
            long common = _now + Offset;
            _now += back;
            return Task.FromResult(common);
        }
    }

    /// <summary>A timer that has elapsed.</summary>
    private sealed class Elapsed : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => false;

        public void Dispose()
        {
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
