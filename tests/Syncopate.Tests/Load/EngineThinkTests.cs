using Syncopate.Load;
using Syncopate.Load.Engines;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>Users who think, and the time that a load lasts, by both engines.</summary>
[Trait("Judges", "behaviour")]
public sealed class EngineThinkTests
{
    private static readonly TimeSpan Length = TimeSpan.FromMilliseconds(500);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string, int> Pauses => new(
        from engine in (string[])["event loop", "HttpClient"]
        from milliseconds in (int[])[200, 450, 5_000]
        select new TheoryDataRow<string, int>(engine, milliseconds));

    public static TheoryData<string> Engines => ["event loop", "HttpClient"];

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Pauses))]
    public async Task Users_who_would_think_beyond_the_end_send_nothing_more(string name, int milliseconds)
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using ILoadEngine engine = Given.Engine(name, server.Target);
        Intervals intervals = new();
        LoadRequest request = new("/", new UsersForTime(5, Length))
        {
            ThinkTime = TimeSpan.FromMilliseconds(milliseconds),
            Intervals = intervals,
            IntervalLength = TimeSpan.FromMilliseconds(100),
        };

        LoadResult result = await engine.RunAsync(request, Token);

        int most = (int)Math.Ceiling(Length.TotalMilliseconds / milliseconds); // Of each user: at the start, and after each pause.
        Assert.InRange(result.Count, 5, 5 * most);
        Assert.All(intervals.Seen, interval => Assert.InRange(interval.Count, 0, 5 * most));
        Assert.True(
            result.EndedTimestamp - result.StartedTimestamp >= Length.TotalSeconds
                * TimeProvider.System.TimestampFrequency,
            "A load for a time lasts for it, whatever its users do.");
        Assert.DoesNotContain(
            LoadDoubts.Of(result, request), doubt => doubt.Code is "books" || (doubt.Code == "think-law" && result.Count > 5 * most));
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public async Task Users_who_come_step_by_step_think_as_well(string name)
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using ILoadEngine engine = Given.Engine(name, server.Target);
        LoadRequest request = new("/", new SteppedUsers(1, 1, 3, Length / 3)) { ThinkTime = TimeSpan.FromSeconds(2) };

        LoadResult result = await engine.RunAsync(request, Token);

        Assert.InRange(result.Count, 1, 3);
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public async Task A_rate_lasts_for_its_time_and_not_until_its_last_request(string name)
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using ILoadEngine engine = Given.Engine(name, server.Target);
        LoadRequest request = new("/", Arrivals.AtRate(4, Length));

        LoadResult result = await engine.RunAsync(request, Token);

        Assert.Equal(2, result.Count);
        Assert.Equal(2, result.Started);
        Assert.True(
            result.EndedTimestamp - result.StartedTimestamp >= Length.TotalSeconds
                * TimeProvider.System.TimestampFrequency,
            "4 per second for half a second are 2 in half a second.");
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Answers_after_the_time_of_a_load_are_told_apart()
    {
        using ManualTime time = new();
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                time.Advance(TimeSpan.FromMilliseconds(300));
                await connection.SendAsync(ScriptedServer.Good);
            }
        });
        using ILoadEngine engine = LoadEngine.Open(server.Target, time: time);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersForTime(1, TimeSpan.FromSeconds(1))), Token);

        Assert.Equal(4, result.Count); // The last one was sent at 900 ms.
        Assert.Equal(1, result.Drained);
        Assert.Equal(0, result.DrainedFailures);
        Assert.Equal(0.2e9, result.DrainNanoseconds, 1.0);
    }

    private sealed class Intervals : IProgress<LoadInterval>
    {
        public List<LoadInterval> Seen { get; } = [];

        public void Report(LoadInterval value) => Seen.Add(value);
    }
}
