using Syncopate.Load;
using Syncopate.Load.Engines;
using Xunit;

namespace Syncopate.Tests.Load;

[Trait("Judges", "behaviour")]
public sealed class EngineShapeTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Users_for_a_time_send_until_it_is_over_and_finish_what_they_sent()
    {
        using ManualTime time = new();
        await using ScriptedServer server = AnsweringAfter(TimeSpan.FromMilliseconds(300), time);
        using ILoadEngine loop = LoadEngine.Open(server.Target, time: time);

        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersForTime(1, TimeSpan.FromSeconds(1))), Token);

        Assert.Equal(4, result.Count); // Sent at 0, 300, 600 and 900 ms.
        Assert.Equal(TimeSpan.FromMilliseconds(1200).Ticks, result.EndedTimestamp - result.StartedTimestamp);
        Assert.Equal(1.2e9, result.LatencySumNanoseconds);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task What_is_sent_in_the_head_is_answered_but_not_recorded()
    {
        using ManualTime time = new();
        await using ScriptedServer server = AnsweringAfter(TimeSpan.FromMilliseconds(100), time);
        using ILoadEngine loop = LoadEngine.Open(server.Target, time: time);
        LoadRequest request = new("/", new UsersForTime(1, TimeSpan.FromSeconds(1))) { Discard = TimeSpan.FromMilliseconds(250) };

        LoadResult result = await loop.RunAsync(request, Token);

        Assert.Equal(3, result.Discarded); // Sent at 0, 100 and 200 ms.
        Assert.Equal(7, result.Count);
        Assert.Equal(7, result.Latencies.TotalCount);
        Assert.Equal(0.7e9, result.LatencySumNanoseconds);
        Assert.Equal(50, result.BodyBytes);
        Assert.Equal(1, result.InFlightShare);
        Assert.Equal(new LoadProgress(10, 0), loop.Progress);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_failure_in_the_head_is_still_a_failure()
    {
        using ManualTime time = new();
        await using ScriptedServer server = ScriptedServer.Answering("HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n");
        using ILoadEngine loop = LoadEngine.Open(server.Target, time: time);

        LoadResult result =
            await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 2)) { Discard = TimeSpan.FromSeconds(1) }, Token);

        Assert.Equal(2, result.Errors["status 500"]);
        Assert.Equal(0, result.Discarded);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Users_are_added_step_by_step()
    {
        using ManualTime time = new();
        using SemaphoreSlim arrived = new(0);
        TaskCompletionSource answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                arrived.Release();
                await answer.Task;
                await connection.SendAsync(ScriptedServer.Good);
            }
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target, time: time);
        SteppedUsers steps = new(start: 2, step: 3, maximum: 7, TimeSpan.FromSeconds(5));

        Task<LoadResult> running = loop.RunAsync(new LoadRequest("/", steps), Token);
        await AwaitAsync(arrived.WaitAsync, 2);
        time.Advance(TimeSpan.FromSeconds(5) - TimeSpan.FromTicks(1));
        Assert.Equal(0, arrived.CurrentCount);
        time.Advance(TimeSpan.FromTicks(1));
        await AwaitAsync(arrived.WaitAsync, 3);
        time.Advance(TimeSpan.FromSeconds(5));
        await AwaitAsync(arrived.WaitAsync, 2);
        time.Advance(TimeSpan.FromSeconds(5));
        Assert.Equal(0, arrived.CurrentCount);
        answer.SetResult();
        LoadResult result = await running;

        Assert.Equal(7, result.Count); // The time is over, so nobody sends a second request.
        Assert.Equal(2 * 15e9 + 3 * 10e9 + 2 * 5e9, result.LatencySumNanoseconds);
        Assert.Equal(1, result.InFlightShare);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Time_without_a_request_in_flight_shows_in_littles_law()
    {
        using ManualTime time = new();
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            if (connection.Number < 2)
                return; // Closed without an answer: after the second time the user pauses for 50 ms.
            time.Advance(TimeSpan.FromMilliseconds(50));
            await connection.SendAsync(ScriptedServer.Good);
            await connection.ReadRequestAsync();
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target, time: time);

        Task<LoadResult> running = loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 3)), Token);
        while (loop.Progress.Errors < 2)
            await time.NextTimerAsync(Token);
        time.Advance(TimeSpan.FromMilliseconds(50));
        LoadResult result = await running;

        Assert.Equal(2, result.Errors[Findings.ConnectionClosed]);
        Assert.Equal(1, result.Count);
        Assert.Equal(0.5, result.InFlightShare);
        Assert.Null(result.Failure);
    }

    private static ScriptedServer AnsweringAfter(TimeSpan delay, ManualTime time) => new(async connection =>
    {
        while (await connection.ReadRequestAsync() is not null)
        {
            time.Advance(delay);
            await connection.SendAsync(ScriptedServer.Good);
        }
    });

    private static async Task AwaitAsync(Func<CancellationToken, Task> once, int times)
    {
        for (int i = 0; i < times; i++)
            await once(Token);
    }
}
