using Syncopate.Histograms;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>What is reported while a load runs, by both engines.</summary>
[Collection(nameof(EngineArrivalTests))]
[Trait("Judges", "time")]
public sealed class EngineIntervalTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string, string> Loads => new(
        from engine in (string[])["event loop", "HttpClient"]
        from load in (string[])["users", "rate", "thinking", "connection a request"]
        select new TheoryDataRow<string, string>(engine, load));

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Loads))]
    public async Task The_intervals_add_up_to_the_result(string name, string load)
    {
        int requests = 0;
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await connection.SendAsync(
                    Interlocked.Increment(ref requests) % 7 == 0 ? "HTTP/1.1 503 X\r\nContent-Length: 2\r\n\r\nno" : ScriptedServer.Good);
            }
        });
        using ILoadEngine engine = Given.Engine(name, server.Target, new LoadOptions { Threads = 2 });
        UsersForTime users = new(5, TimeSpan.FromMilliseconds(300));
        LoadRequest request = new("/", load == "rate" ? Arrivals.AtRate(1_000, users.Duration) with { MaximumInFlight = 20 } : users)
        {
            ThinkTime = TimeSpan.FromMilliseconds(load == "thinking" ? 3 : 0),
            KeepsConnections = load != "connection a request",
            Discard = TimeSpan.FromMilliseconds(50),
            IntervalLength = TimeSpan.FromMilliseconds(20),
        };

        (LoadResult result, IReadOnlyList<LoadInterval> intervals) = await RunAsync(engine, request, 3);

        Assert.Equal(
            (result.Count, result.Discarded, result.Overflowed, result.BodyBytes, result.ReceivedBytes, result.SentBytes),
            (
                intervals.Sum(i => i.Count), intervals.Sum(i => i.Discarded), intervals.Sum(i => i.Overflowed),
                intervals.Sum(i => i.BodyBytes), intervals.Sum(i => i.ReceivedBytes), intervals.Sum(i => i.SentBytes)));
        Assert.Equal(result.Errors["status 503"], intervals.Sum(i => i.Errors.GetValueOrDefault("status 503")));
        AssertSum(result.Latencies, intervals, i => i.Latencies);
        AssertSum(result.FirstByteTimes, intervals, i => i.FirstByteTimes);
        AssertSum(result.ConnectTimes, intervals, i => i.ConnectTimes);
        AssertSum(result.ServiceTimes, intervals, i => i.ServiceTimes);
        AssertSum(result.Lateness, intervals, i => i.Lateness);
        Assert.Equal(result.LatencySumNanoseconds, intervals.Sum(i => i.LatencySumNanoseconds), 1.0);
        Assert.Equal(
            result.InFlightShare, intervals.Sum(i => i.InFlightNanoseconds + i.ThinkNanoseconds) / intervals.Sum(
                i => i.ActiveNanoseconds + i.ThinkNanoseconds), 1e-6);
        Assert.Equal(result.Started, intervals.Sum(i => i.Started));
        Assert.Equal((result.Drained, result.DrainedFailures), (intervals.Sum(i => i.Drained), intervals.Sum(i => i.DrainedFailures)));
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData("event loop")]
    [InlineData("HttpClient")]
    public async Task The_intervals_follow_each_other_from_the_start_to_the_end(string name)
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using ILoadEngine engine = Given.Engine(name, server.Target);
        Received<LoadInterval> received = new();

        LoadResult result = await engine.RunAsync(
            new LoadRequest("/", new UsersForTime(2, TimeSpan.FromMilliseconds(200)))
            {
                Intervals = received,
                IntervalLength = TimeSpan.FromMilliseconds(20),
            },
            Token);

        IReadOnlyList<LoadInterval> intervals = received.Values;
        Assert.Equal(result.StartedTimestamp, intervals[0].FromTimestamp);
        Assert.True(intervals[^1].ToTimestamp >= result.EndedTimestamp);
        Assert.All(intervals.Zip(intervals.Skip(1)), pair => Assert.Equal(pair.First.ToTimestamp, pair.Second.FromTimestamp));
        Assert.All(intervals, interval => Assert.True(interval.ToTimestamp >= interval.FromTimestamp));
        Assert.Equal(0, intervals[^1].InFlight);
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData("event loop")]
    [InlineData("HttpClient")]
    public async Task An_interval_tells_what_is_in_flight_while_nothing_is_answered(string name)
    {
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
            }
        });
        using ILoadEngine engine = Given.Engine(name, server.Target, new LoadOptions { Threads = 2 });
        using CancellationTokenSource cancel = new();
        Received<LoadInterval> received = new(interval =>
        {
            if (interval.InFlight == 7)
                cancel.Cancel();
        });

        LoadResult result = await engine.RunAsync(
            new LoadRequest("/", new UsersTimesLoops(7, 1)) { Intervals = received, IntervalLength = TimeSpan.FromMilliseconds(10) },
            cancel.Token);

        Assert.True(result.Cancelled);
        Assert.Equal(7, received.Values[^1].InFlight); // Given up with the load.
        Assert.All(received.Values, interval => Assert.Equal(0, interval.Count));
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData("event loop")]
    [InlineData("HttpClient")]
    public async Task A_receiver_that_fails_ends_the_load(string name)
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using ILoadEngine engine = Given.Engine(name, server.Target);
        Received<LoadInterval> received = new(_ => throw new IOException("No space left."));
        LoadRequest request = new("/", new UsersForTime(2, TimeSpan.FromHours(1)))
        {
            Intervals = received,
            IntervalLength = TimeSpan.FromMilliseconds(10),
        };

        IOException failure = await Assert.ThrowsAsync<IOException>(() => engine.RunAsync(request, Token));

        Assert.Equal("No space left.", failure.Message);
        Assert.Equal(1, (await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 1)), Token)).Count);
    }

    [Fact]
    public void An_interval_is_neither_shorter_than_10_ms_nor_longer_than_an_hour()
    {
        LoadRequest request = new("/", new UsersTimesLoops(1, 1));

        Assert.Throws<ArgumentOutOfRangeException>(() => request with { IntervalLength = TimeSpan.FromMilliseconds(9) });
        Assert.Throws<ArgumentOutOfRangeException>(() => request with { IntervalLength = TimeSpan.FromMinutes(61) });
    }

    // A machine that stands still has fewer intervals; what they add up to must be right there too.
    private static async Task<(LoadResult Result, IReadOnlyList<LoadInterval> Intervals)> RunAsync(
        ILoadEngine engine, LoadRequest request, int fewest)
    {
        Received<LoadInterval> received = new();
        LoadResult? result = null;
        await QuietMachine.JudgeAsync(async () =>
        {
            received = new Received<LoadInterval>();
            result = await engine.RunAsync(request with { Intervals = received }, Token);
            Assert.True(received.Values.Count >= fewest, $"{received.Values.Count} intervals");
        });
        return (result!, received.Values); // Not null: it was judged.
    }

    private static void AssertSum(Histogram? result, IEnumerable<LoadInterval> intervals, Func<LoadInterval, Histogram?> part)
    {
        Histogram sum = new();
        foreach (Histogram histogram in intervals.Select(part).OfType<Histogram>())
            sum.Add(histogram);
        Assert.Equal(result?.Counts.ToArray() ?? new Histogram().Counts.ToArray(), sum.Counts.ToArray());
    }
}
