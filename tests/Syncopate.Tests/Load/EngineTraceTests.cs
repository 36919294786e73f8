using Syncopate.Load;
using Syncopate.Load.Engines;
using Xunit;

namespace Syncopate.Tests.Load;

[Trait("Judges", "behaviour")]
public sealed class EngineTraceTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_trace_shows_where_the_time_of_a_request_went()
    {
        using ManualTime time = new();
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                time.Advance(TimeSpan.FromMilliseconds(10));
                long served = time.GetTimestamp();
                time.Advance(TimeSpan.FromMilliseconds(5));
                long emails = time.GetTimestamp();
                time.Advance(TimeSpan.FromMilliseconds(20));
                await connection.SendAsync(
                    $"HTTP/1.1 200 OK\r\nServer-Timing: served;dur=25.5;desc=\"{served}\", emails;dur=20.125;desc=\"{emails}\"\r\nContent-Length: 0\r\n\r\n");
            }
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target, time: time);

        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 2)) { MaximumTraces = 10 }, Token);

        Assert.Equal([0, 35_000_000], result.Traces.Select(trace => trace.SentNanoseconds));
        Assert.Equal([10_000_000, 45_000_000], result.Traces.Select(trace => trace.ServedNanoseconds));
        Assert.Equal([35_000_000, 70_000_000], result.Traces.Select(trace => trace.EndNanoseconds));
        Assert.Equal([new RequestPart("emails", 50_000_000, 20_000_000)], result.Traces[1].Parts); // Cut at the end of the request.
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_mark_outside_its_request_is_left_out()
    {
        using ManualTime time = new();
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            time.Advance(TimeSpan.FromMilliseconds(10));
            long now = time.GetTimestamp();
            await connection.SendAsync(
                $"HTTP/1.1 200 OK\r\nServer-Timing: served;dur=1;desc=\"{now + 1}\", early;dur=1;desc=\"7\", late;dur=1;desc=\"{long.MaxValue}\"\r\nContent-Length: 0\r\n\r\n");
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target, time: time);

        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 1)) { MaximumTraces = 1 }, Token);

        RequestTrace trace = Assert.Single(result.Traces);
        Assert.Equal(-1, trace.ServedNanoseconds);
        Assert.Empty(trace.Parts);
        Assert.Equal(10_000_000, trace.EndNanoseconds);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task The_first_good_requests_behind_the_head_are_kept_in_the_order_sent()
    {
        using ManualTime time = new();
        int requests = 0;
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                time.Advance(TimeSpan.FromMilliseconds(10));
                bool fail = ++requests == 4;
                await connection.SendAsync(fail ? "HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n" : ScriptedServer.Good);
            }
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target, time: time);
        LoadRequest request = new("/", new UsersTimesLoops(1, 10)) { Discard = TimeSpan.FromMilliseconds(20), MaximumTraces = 3 };

        LoadResult result = await loop.RunAsync(request, Token);

        Assert.Equal([20_000_000, 40_000_000], result.Traces.Select(trace => trace.SentNanoseconds)); // The one sent at 30 ms failed.
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Every_users_requests_are_traced_under_its_own_number()
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using ILoadEngine loop = LoadEngine.Open(server.Target);

        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(5, 20)) { MaximumTraces = 1000 }, Token);

        Assert.Equal(100, result.Traces.Count);
        Assert.All(result.Traces.GroupBy(trace => trace.User), user => Assert.Equal(20, user.Count()));
        Assert.Equal([0, 1, 2, 3, 4], result.Traces.Select(trace => trace.User).Distinct().Order());
        Assert.Equal(
            result.Traces.OrderBy(trace => trace.SentNanoseconds).Select(trace => trace.SentNanoseconds),
            result.Traces.Select(trace => trace.SentNanoseconds));
        Assert.Equal(
            result.LatencySumNanoseconds,
            result.Traces.Sum(trace => (double)(trace.EndNanoseconds - trace.SentNanoseconds)), 100.0);
    }

    /// <summary>An engine keeps its connections, and a connection what its last request was marked with, until the next load.</summary>
    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_load_after_one_that_was_traced_and_drawn_is_neither()
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using ILoadEngine loop = LoadEngine.Open(server.Target);
        RequestRing ring = new();
        ring.Want(1_000);
        LoadRequest plain = new("/", new UsersTimesLoops(3, 20));
        LoadRequest marked = plain with { MaximumTraces = 1_000, Ring = ring, TraceParents = new TraceParents(1) };

        LoadResult first = await loop.RunAsync(marked, Token);
        int drawn = ring.Read().Count;
        LoadResult second = await loop.RunAsync(plain, Token);

        Assert.Equal((60, 60, 120), (first.Count, first.Traces.Count, drawn));
        Assert.Equal((60, 0, 0), (second.Count, second.Traces.Count, second.Slowest.Count));
        Assert.Empty(ring.Read());
    }

    /// <summary>All were drawn as those of one user, or of one thread, so that a fast load was not thinned.</summary>
    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData("HttpClient")]
    [InlineData("event loop")]
    public async Task Requests_at_a_rate_are_drawn_as_those_of_many_users_in_turn_whoever_sends_them(string name)
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using ILoadEngine engine = Given.Engine(name, server.Target);
        RequestRing ring = new();
        ring.Want(1_000);
        Arrivals arrivals = new(250, 250, TimeSpan.FromSeconds(1)) { MaximumInFlight = 20 };

        await engine.RunAsync(new LoadRequest("/", arrivals) { Ring = ring }, Token);

        int[] begun = [.. ring.Read().Where(mark => mark.Ended is null).Select(mark => mark.User)];
        Assert.Equal(250, begun.Length);
        Assert.Equal(Enumerable.Range(0, RequestRing.MostUsers), begun.Distinct().Order());
    }
}
