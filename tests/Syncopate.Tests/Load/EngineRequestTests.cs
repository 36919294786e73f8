using System.Text;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>What is sent, and how its answer is read, by both engines.</summary>
[Collection(nameof(EngineArrivalTests))]
[Trait("Judges", "time")]
public sealed class EngineRequestTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string> Engines => ["event loop", "HttpClient"];

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Method_headers_and_body_go_over_the_wire_as_given()
    {
        TaskCompletionSource<string?> received = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using ScriptedServer server = new(async connection =>
        {
            string? head = await connection.ReadRequestAsync();
            received.TrySetResult($"{head}\r\n\r\n{await connection.ReadBodyAsync(5)}");
            await connection.SendAsync(ScriptedServer.Good);
        });
        using ILoadEngine engine = LoadEngine.Open(server.Target);
        LoadRequest request = new("/a?b=c", new UsersTimesLoops(1, 1))
        {
            Method = "PUT",
            Headers = [new("Content-Type", "text/plain"), new("accept", "text/html"), new("X-Key", "a b\tc")],
            Body = "h\u00e9ll"u8.ToArray(),
            KeepsConnections = false,
        };

        LoadResult result = await engine.RunAsync(request, Token);

        Assert.Equal(1, result.Count);
        Assert.Equal(
            $"PUT /a?b=c HTTP/1.1\r\nHost: {server.Target.EndPoint}\r\nUser-Agent: Syncopate\r\nContent-Type: text/plain\r\naccept: text/html\r\nX-Key: a b\tc\r\n" +
            "Content-Length: 5\r\nConnection: close\r\n\r\nh\u00c3\u00a9ll",
            await received.Task);
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData("POST", true)]
    [InlineData("PATCH", true)]
    [InlineData("DELETE", false)]
    [InlineData("GET", false)]
    public async Task A_method_that_carries_a_body_says_that_it_has_none(string method, bool saysLength)
    {
        string? head = null;
        await using ScriptedServer server = new(async connection =>
        {
            head ??= await connection.ReadRequestAsync();
            await connection.SendAsync(ScriptedServer.Good);
        });
        using ILoadEngine engine = LoadEngine.Open(server.Target);

        await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 1)) { Method = method }, Token);

        Assert.Equal(saysLength, head!.Contains("Content-Length: 0", StringComparison.Ordinal));
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public async Task A_body_larger_than_the_sockets_buffers_arrives_whole(string name)
    {
        byte[] body = Enumerable.Range(0, 20_000_000).Select(i => (byte)('a' + i % 23)).ToArray();
        int wrong = 0;
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                string received = await connection.ReadBodyAsync(body.Length);
                wrong += Encoding.Latin1.GetBytes(received).AsSpan().SequenceEqual(body) ? 0 : 1;
                await connection.SendAsync(ScriptedServer.Good);
            }
        });
        using ILoadEngine engine = Given.Engine(name, server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 2)) { Method = "POST", Body = body }, Token);

        Assert.Equal((2, 0), ((int)result.Count, wrong));
        Assert.True(name == "HttpClient" || result.SentBytes > 2 * body.Length, $"{result.SentBytes} bytes");
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task An_answer_before_the_end_of_the_request_counts_and_ends_the_connection()
    {
        byte[] body = new byte[20_000_000];
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync("HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n");
            await connection.ReadBodyAsync(body.Length);
        });
        using ILoadEngine engine = LoadEngine.Open(server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 2)) { Method = "POST", Body = body }, Token);

        Assert.Equal([new KeyValuePair<string, long>("status 413", 2)], result.Errors);
        Assert.True(server.Accepted >= 2);
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public async Task The_answer_to_head_has_a_length_and_no_body(string name)
    {
        await using ScriptedServer server = ScriptedServer.Answering("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n");
        using ILoadEngine engine = Given.Engine(name, server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(2, 5)) { Method = "HEAD" }, Token);

        Assert.Equal((10, 0), (result.Count, result.BodyBytes));
        Assert.InRange(server.Accepted, 1, 2); // HttpClient has one where the first user is done before the second begins.
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public async Task One_connection_a_request_opens_as_many_and_measures_their_opening(string name)
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using ILoadEngine engine = Given.Engine(name, server.Target);

        List<LoadResult> results = [];

        await QuietMachine.JudgeAsync(async () =>
        {
            results.Add(await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(3, 5)) { KeepsConnections = false }, Token));
            Assert.InRange(results[^1].InFlightShare, 0.5, 1.0);
        });

        Assert.Equal(15 * results.Count, server.Accepted);
        Assert.All(results, result => Assert.Equal((15, 15, 0), (result.Count, result.ConnectTimes.TotalCount, result.Errors.Count)));
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public Task Time_to_think_is_kept_and_is_no_idleness(string name) => QuietMachine.JudgeAsync(async () =>
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using ILoadEngine engine = Given.Engine(name, server.Target);
        LoadRequest request = new("/", new UsersTimesLoops(4, 3)) { ThinkTime = TimeSpan.FromMilliseconds(100) };

        LoadResult result = await engine.RunAsync(request, Token);

        Assert.Equal(12, result.Count);
        Assert.InRange(result.EndedTimestamp - result.StartedTimestamp, 200e6, 2e9); // Between the requests, not after the last.
        Assert.InRange(result.Latencies.ValueAtQuantile(0.5), 0, 50_000_000);
        Assert.True(result.MeanInFlight < 3, $"{result.MeanInFlight} in flight");
    });

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public Task A_connection_that_the_server_closes_while_a_user_thinks_is_no_error(string name) => QuietMachine.JudgeAsync(async () =>
    {
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync(ScriptedServer.Good);
        });
        using ILoadEngine engine = Given.Engine(name, server.Target);

        LoadResult result =
            await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(2, 3)) { ThinkTime = TimeSpan.FromMilliseconds(100) }, Token);

        Assert.Empty(result.Errors);
        Assert.Equal(6, result.Count);
    });

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public Task The_first_byte_is_told_from_the_last(string name) => QuietMachine.JudgeAsync(async () =>
    {
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await connection.SendAsync(ScriptedServer.Good[..^5]);
                await Task.Delay(50);
                await connection.SendAsync(ScriptedServer.Good[^5..]);
            }
        });
        using ILoadEngine engine = Given.Engine(name, server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 3)), Token);

        Assert.Equal(3, result.FirstByteTimes.TotalCount);
        Assert.InRange(result.Latencies.Minimum - result.FirstByteTimes.Minimum, 40_000_000, 1_000_000_000);
    });

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public Task Fifty_users_are_fifty_in_flight(string name) => QuietMachine.JudgeAsync(async () =>
    {
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await Task.Delay(20);
                await connection.SendAsync(ScriptedServer.Good);
            }
        });
        using ILoadEngine engine = Given.Engine(name, server.Target);
        await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(50, 2)), Token);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(50, 20)), Token);

        Assert.InRange(result.MeanInFlight, 45, 50.001);
        Assert.InRange(result.InFlightShare, 0.98, 1.0001);
        // Little: users = rate x mean latency.
        double rate = result.Count / ((result.EndedTimestamp - result.StartedTimestamp) / 1e9);
        Assert.Equal(result.MeanInFlight, rate * result.LatencySumNanoseconds / result.Count / 1e9, result.MeanInFlight * 0.001);
    });

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public Task No_latency_is_below_the_time_that_the_server_took_itself(string name) => QuietMachine.JudgeAsync(async () =>
    {
        long shortest = long.MaxValue;
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                long began = TimeProvider.System.GetTimestamp();
                await Task.Delay(20);
                InterlockedMinimum(ref shortest, (long)TimeProvider.System.GetElapsedTime(began).TotalNanoseconds);
                await connection.SendAsync(ScriptedServer.Good);
            }
        });
        using ILoadEngine engine = Given.Engine(name, server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(10, 10)), Token);

        Assert.InRange(result.Latencies.Minimum, (long)(shortest * 0.999), shortest + 30_000_000);
    });

    private static void InterlockedMinimum(ref long minimum, long value)
    {
        long seen = Volatile.Read(ref minimum);
        while (value < seen && Interlocked.CompareExchange(ref minimum, value, seen) != seen)
            seen = Volatile.Read(ref minimum);
    }
}
