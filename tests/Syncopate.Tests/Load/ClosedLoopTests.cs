using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class ClosedLoopTests
{
    private const string Good = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    private const int Limit = 30_000;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact(Timeout = Limit)]
    public async Task Every_user_sends_exactly_its_loops()
    {
        await using ScriptedServer server = ScriptedServer.Answering(Good);
        using ClosedLoop loop = new(server.Target);

        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(7, 13)), Token);

        Assert.Equal(7 * 13, result.Count);
        Assert.Equal(7 * 13, result.Latencies.TotalCount);
        Assert.Equal(7 * 13 * 5, result.BodyBytes);
        Assert.Empty(result.Errors);
        Assert.Equal(7, server.Accepted);
        Assert.Equal(new LoadProgress(7 * 13, 0), loop.Progress);
        Assert.Null(result.Failure);
        Assert.False(result.Cancelled);
    }

    [Theory(Timeout = Limit)]
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
                await connection.SendAsync(Good);
            }
        });
        using ClosedLoop loop = new(server.Target);

        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(users, 1)), Token);

        Assert.Equal(users, result.Count);
    }

    [Fact(Timeout = Limit)]
    public async Task A_slow_answer_counts_with_its_whole_wait()
    {
        using ManualTime time = new();
        TaskCompletionSource asked = new(TaskCreationOptions.RunContinuationsAsynchronously);
        TaskCompletionSource answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            asked.SetResult();
            await connection.SendAsync(Good[..20]);
            await answer.Task;
            await connection.SendAsync(Good[20..]);
            await connection.ReadRequestAsync();
        });
        using ClosedLoop loop = new(server.Target, time: time);

        Task<LoadResult> running = loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 1)), Token);
        await asked.Task;
        time.Advance(TimeSpan.FromSeconds(7));
        answer.SetResult();
        LoadResult result = await running;

        Assert.Equal(7e9, result.LatencySumNanoseconds);
        Assert.Equal(7e9, result.Latencies.Maximum, 7e9 * 0.001);
        Assert.Equal(7 * time.TimestampFrequency, result.EndedTimestamp - result.StartedTimestamp);
        Assert.Equal(1, result.InFlightShare);
    }
}
