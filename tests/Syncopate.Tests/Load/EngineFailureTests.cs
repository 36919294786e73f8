using System.Net;
using System.Net.Sockets;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Xunit;

namespace Syncopate.Tests.Load;

[Trait("Judges", "behaviour")]
public sealed class EngineFailureTests
{
    private static readonly UsersForTime Forever = new(4, TimeSpan.FromHours(24));

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_target_that_dies_ends_the_load_within_two_seconds()
    {
        using ManualTime time = new();
        int answered = 0;
        TaskCompletionSource busy = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await connection.SendAsync(ScriptedServer.Good);
                if (Interlocked.Increment(ref answered) == 100)
                    busy.SetResult();
            }
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target, time: time);

        Task<LoadResult> running = loop.RunAsync(new LoadRequest("/", Forever), Token);
        await busy.Task;
        server.Die();
        LoadResult result = await PassAsync(time, running);

        Assert.NotNull(result.Failure);
        Assert.Equal(Findings.ConnectionRefused, result.Failure.Finding);
        // The clock moves with every timer of every user, so it runs ahead of each of them while another is slow.
        Assert.InRange(result.Failure.AtNanoseconds, 0.5e9, 2e9);
        Assert.Contains(server.Target.BaseAddress.ToString(), result.Failure.What, StringComparison.Ordinal);
        Assert.True(result.Count >= 96, $"{result.Count} answers");
        Assert.True(result.Errors[Findings.ConnectionRefused] >= 4);
        Assert.False(result.Cancelled);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_target_that_dies_under_the_last_requests_is_found_dead_too()
    {
        TaskCompletionSource asked = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            asked.SetResult();
            await connection.ReadRequestAsync();
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target);

        Task<LoadResult> running = loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 1)), Token);
        await asked.Task;
        server.Die();
        LoadResult result = await running;

        Assert.Equal([new KeyValuePair<string, long>(Findings.ConnectionReset, 1)], result.Errors);
        Assert.Equal(Findings.ConnectionRefused, result.Failure?.Finding);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_target_that_is_not_there_is_named_at_once()
    {
        using Socket silent = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        silent.Bind(new IPEndPoint(IPAddress.Loopback, 0)); // Taken, so that nobody else listens there, and refuses whoever comes.
        using ILoadEngine loop = LoadEngine.Open(new HttpTarget(new Uri($"http://{silent.LocalEndPoint}")));

        LoadResult result = await loop.RunAsync(new LoadRequest("/", Forever), Token);

        Assert.Equal(Findings.ConnectionRefused, result.Failure?.Finding);
        Assert.Equal(0, result.Count);
        Assert.Equal(0, result.InFlightShare);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_target_that_hangs_times_out_and_is_dead_when_it_hangs_for_all()
    {
        using ManualTime time = new();
        using SemaphoreSlim asked = new(0);
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
                asked.Release();
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target, new LoadOptions { TotalTimeout = TimeSpan.FromSeconds(10) }, time);

        Task<LoadResult> running = loop.RunAsync(new LoadRequest("/", Forever), Token);
        for (int i = 0; i < Forever.Users; i++)
            await asked.WaitAsync(Token);
        time.Advance(TimeSpan.FromSeconds(9.99));
        Assert.False(running.IsCompleted);
        time.Advance(TimeSpan.FromSeconds(0.25));
        LoadResult result = await running;

        Assert.Equal([new KeyValuePair<string, long>(Findings.TimedOut, Forever.Users)], result.Errors);
        Assert.Equal(Findings.TimedOut, result.Failure?.Finding);
        Assert.Equal(0, result.Count);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_target_that_is_stopped_while_it_answers_is_dead_after_one_timeout()
    {
        using ManualTime time = new();
        using SemaphoreSlim hanging = new(0);
        int requests = 0;
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                time.Advance(TimeSpan.FromMilliseconds(1));
                if (Interlocked.Increment(ref requests) <= 100)
                    await connection.SendAsync(ScriptedServer.Good);
                else
                    hanging.Release();
            }
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target, new LoadOptions { TotalTimeout = TimeSpan.FromSeconds(10) }, time);

        Task<LoadResult> running = loop.RunAsync(new LoadRequest("/", Forever), Token);
        for (int i = 0; i < Forever.Users; i++)
            await hanging.WaitAsync(Token);
        time.Advance(TimeSpan.FromSeconds(10.25));
        LoadResult result = await running;

        Assert.Equal(100, result.Count);
        Assert.Equal([new KeyValuePair<string, long>(Findings.TimedOut, Forever.Users)], result.Errors);
        Assert.Equal(Findings.TimedOut, result.Failure?.Finding);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_request_that_hangs_alone_is_given_up_and_the_others_go_on()
    {
        using ManualTime time = new();
        int requests = 0;
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                // Three seconds in all: enough for the one that hangs, too little for a second one, however slowly this is scheduled.
                int request = Interlocked.Increment(ref requests);
                if (request <= 30)
                    time.Advance(TimeSpan.FromMilliseconds(100));
                if (request != 5)
                    await connection.SendAsync(ScriptedServer.Good);
            }
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target, new LoadOptions { TotalTimeout = TimeSpan.FromSeconds(2) }, time);

        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(2, 50)), Token);

        Assert.Equal([new KeyValuePair<string, long>(Findings.TimedOut, 1)], result.Errors);
        Assert.Equal(99, result.Count);
        Assert.Null(result.Failure);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_reset_is_counted_and_the_user_goes_on_with_a_new_connection()
    {
        await using ScriptedServer server = new(async connection =>
        {
            for (int i = 0; await connection.ReadRequestAsync() is not null; i++)
            {
                if (connection.Number == 0 && i == 3)
                    connection.Reset();
                await connection.SendAsync(ScriptedServer.Good);
            }
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target);

        // A method that may not be repeated: any other would be sent once more.
        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 10)) { Method = "POST" }, Token);

        Assert.Equal([new KeyValuePair<string, long>(Findings.ConnectionReset, 1)], result.Errors);
        Assert.Equal(9, result.Count);
        Assert.Equal(2, server.Accepted);
        Assert.Null(result.Failure);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_target_that_resets_every_connection_is_dead()
    {
        using ManualTime time = new();
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            connection.Reset();
        });
        // Time passes as fast as the loop turns, however slow the server is.
        using ILoadEngine loop =
            LoadEngine.Open(server.Target, new LoadOptions { TotalTimeout = TimeSpan.FromHours(1) }, time);

        LoadResult result = await PassAsync(time, loop.RunAsync(new LoadRequest("/", Forever), Token));

        Assert.Equal(Findings.ConnectionReset, result.Failure?.Finding);
        Assert.Equal([Findings.ConnectionReset], result.Errors.Keys);
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData(1)]
    [InlineData(50)]
    public async Task Cancelling_gives_up_what_is_in_flight_and_keeps_what_was_measured(int users)
    {
        using SemaphoreSlim hanging = new(0);
        using SemaphoreSlim gone = new(0);
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync(ScriptedServer.Good);
            await connection.ReadRequestAsync();
            hanging.Release();
            try
            {
                await connection.ReadRequestAsync();
            }
            finally
            {
                gone.Release();
            }
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target);
        using CancellationTokenSource cancel = new();

        Task<LoadResult> running = loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(users, 10)), cancel.Token);
        for (int i = 0; i < users; i++)
            await hanging.WaitAsync(Token);
        await cancel.CancelAsync();
        LoadResult result = await running;
        for (int i = 0; i < users; i++)
            await gone.WaitAsync(Token); // The server learns of it, so it stops working on what nobody wants.

        Assert.True(result.Cancelled);
        Assert.Equal(users, result.Count);
        Assert.Empty(result.Errors);
        Assert.Null(result.Failure);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Users_who_wait_for_their_step_or_pause_are_cancelled_as_well()
    {
        using ManualTime time = new();
        await using ScriptedServer server = new(async connection => await connection.ReadRequestAsync());
        using ILoadEngine loop = LoadEngine.Open(server.Target, time: time);
        using CancellationTokenSource cancel = new();

        Task<LoadResult> running = loop.RunAsync(new LoadRequest("/", new SteppedUsers(1, 1, 2, TimeSpan.FromHours(1))), cancel.Token);
        while (loop.Progress.Errors < 2) // Then the first user pauses, and the second one waits for its step.
            await time.NextTimerAsync(Token);
        await cancel.CancelAsync();
        LoadResult result = await running;

        Assert.True(result.Cancelled);
        Assert.Equal(2, result.Errors[Findings.ConnectionClosed]);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_load_that_was_cancelled_before_it_began_sends_nothing()
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using ILoadEngine loop = LoadEngine.Open(server.Target);

        LoadResult result = await loop.RunAsync(new LoadRequest("/", Forever), new CancellationToken(canceled: true));

        Assert.True(result.Cancelled);
        Assert.Equal(0, result.Count);
        Assert.Equal(0, server.Accepted);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task After_a_cancelled_load_the_next_one_is_whole()
    {
        TaskCompletionSource asked = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                if (asked.TrySetResult())
                    continue;
                await connection.SendAsync(ScriptedServer.Good);
            }
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target);
        using CancellationTokenSource cancel = new();

        Task<LoadResult> first = loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 3)), cancel.Token);
        await asked.Task;
        await cancel.CancelAsync();
        await first;
        LoadResult second = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 3)), Token);

        Assert.Equal(3, second.Count);
        Assert.False(second.Cancelled);
        Assert.Empty(second.Errors);
    }

    // Lets time pass whenever somebody waits for it.
    private static async Task<LoadResult> PassAsync(ManualTime time, Task<LoadResult> running)
    {
        while (await Task.WhenAny(running, time.NextTimerAsync(Token)) != running)
            time.Advance(TimeSpan.FromMilliseconds(250)); // The longest that an engine waits without looking.
        return await running;
    }
}
