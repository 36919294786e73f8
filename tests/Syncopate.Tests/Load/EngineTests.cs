using Syncopate.Load;
using Syncopate.Load.Engines;
using Xunit;

namespace Syncopate.Tests.Load;

[Trait("Judges", "behaviour")]
public sealed class EngineTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Every_user_sends_exactly_its_loops()
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using ILoadEngine loop = LoadEngine.Open(server.Target);

        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(7, 13)), Token);

        Assert.Equal(7 * 13, result.Count);
        Assert.Equal(7 * 13, result.Latencies.TotalCount);
        Assert.Equal(7 * 13 * 5, result.BodyBytes);
        Assert.Equal(7, server.Accepted);
        Assert.Empty(result.Errors);
        Assert.Empty(result.Traces);
        Assert.Null(result.Failure);
        Assert.False(result.Cancelled);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task The_request_is_a_plain_get_for_the_path_at_the_host()
    {
        string? received = null;
        await using ScriptedServer server = new(async connection =>
        {
            received ??= await connection.ReadRequestAsync();
            await connection.SendAsync(ScriptedServer.Good);
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target);

        await loop.RunAsync(new LoadRequest("/delays/async?ms=500", new UsersTimesLoops(1, 1)), Token);

        Assert.Equal(
            $"GET /delays/async?ms=500 HTTP/1.1\r\nHost: {server.Target.EndPoint}\r\nUser-Agent: Syncopate\r\nAccept: */*", received);
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData(1)]
    [InlineData(50)]
    [InlineData(300)]
    public async Task All_users_have_a_request_in_flight_at_once(int users)
    {
        int arrived = 0;
        TaskCompletionSource all = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                if (Interlocked.Increment(ref arrived) == users)
                    all.SetResult();
                await all.Task; // Nobody is answered before everybody has asked.
                await connection.SendAsync(ScriptedServer.Good);
            }
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target);

        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(users, 1)), Token);

        Assert.Equal(users, result.Count);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_slow_answer_counts_with_its_whole_wait()
    {
        using ManualTime time = new();
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            time.Advance(TimeSpan.FromSeconds(3));
            await connection.SendAsync(ScriptedServer.Good[..20]);
            time.Advance(TimeSpan.FromSeconds(4));
            await connection.SendAsync(ScriptedServer.Good[20..]);
            await connection.ReadRequestAsync();
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target, time: time);

        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 1)), Token);

        Assert.Equal(7e9, result.LatencySumNanoseconds);
        Assert.Equal(7e9, result.Latencies.Maximum, 7e9 * 0.001);
        Assert.Equal(7 * time.TimestampFrequency, result.EndedTimestamp - result.StartedTimestamp);
        Assert.Equal(1, result.InFlightShare);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Connections_stay_open_from_one_load_to_the_next()
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using ILoadEngine loop = LoadEngine.Open(server.Target);

        await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(3, 2)), Token);
        await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(5, 2)), Token);
        LoadResult last = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(2, 2)), Token);

        Assert.Equal(5, server.Accepted);
        Assert.Equal(4, last.Count);
        Assert.Equal(4, last.Latencies.TotalCount);
        Assert.Equal(20, last.BodyBytes);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_connection_that_closed_between_two_loads_is_no_error()
    {
        SemaphoreSlim close = new(0);
        TaskCompletionSource closed = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await connection.SendAsync(ScriptedServer.Good);
                if (connection.Number > 0)
                    continue;
                await close.WaitAsync();
                connection.Close();
                closed.SetResult();
            }
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target);

        await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 1)), Token);
        close.Release();
        await closed.Task;
        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 1)), Token);

        Assert.Empty(result.Errors);
        Assert.Equal(1, result.Count);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_server_that_closes_after_each_answer_is_asked_on_new_connections()
    {
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello");
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target);

        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(2, 10)), Token);

        Assert.Equal(20, result.Count);
        Assert.Empty(result.Errors);
        Assert.True(server.Accepted >= 20, $"{server.Accepted} connections");
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Another_status_is_an_error_that_keeps_the_connection()
    {
        await using ScriptedServer server = ScriptedServer.Answering("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 5\r\n\r\nsorry");
        using ILoadEngine loop = LoadEngine.Open(server.Target);

        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(2, 10)), Token);

        Assert.Equal([new KeyValuePair<string, long>("status 503", 20)], result.Errors);
        Assert.Equal(0, result.Count);
        Assert.Equal(0, result.Latencies.TotalCount);
        Assert.Equal(100, result.BodyBytes);
        Assert.Equal(new LoadProgress(0, 20), loop.Progress);
        Assert.Equal(2, server.Accepted);
        Assert.Null(result.Failure);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_redirect_is_not_followed()
    {
        await using ScriptedServer elsewhere = ScriptedServer.Answering(ScriptedServer.Good);
        await using ScriptedServer server = ScriptedServer.Answering(
            $"HTTP/1.1 302 Found\r\nLocation: {elsewhere.Target.BaseAddress}\r\nContent-Length: 0\r\n\r\n");
        using ILoadEngine loop = LoadEngine.Open(server.Target);

        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 3)), Token);

        Assert.Equal([new KeyValuePair<string, long>("status 302", 3)], result.Errors);
        Assert.Equal(0, elsewhere.Accepted);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Progress_can_be_read_while_the_load_runs()
    {
        TaskCompletionSource second = new(TaskCreationOptions.RunContinuationsAsynchronously);
        TaskCompletionSource answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync(ScriptedServer.Good);
            await connection.ReadRequestAsync();
            second.TrySetResult();
            await answer.Task;
            await connection.SendAsync("HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n");
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target);
        Assert.Equal(default, loop.Progress);

        Task<LoadResult> running = loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 2)), Token);
        await second.Task;
        LoadProgress meanwhile = loop.Progress;
        answer.SetResult();
        await running;

        Assert.Equal(new LoadProgress(1, 0) { InFlight = 1 }, meanwhile);
        Assert.Equal(new LoadProgress(1, 1), loop.Progress);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Two_loads_at_once_are_refused()
    {
        TaskCompletionSource answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            await answer.Task;
            await connection.SendAsync(ScriptedServer.Good);
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target);
        LoadRequest request = new("/", new UsersTimesLoops(1, 1));

        Task<LoadResult> first = loop.RunAsync(request, Token);
        await Assert.ThrowsAsync<InvalidOperationException>(() => loop.RunAsync(request, Token));
        answer.SetResult();

        Assert.Equal(1, (await first).Count);
    }
}
