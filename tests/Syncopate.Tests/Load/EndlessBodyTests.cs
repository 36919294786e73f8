using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>A server that answers and does not end, as event streams do, lives and is told from one that is silent.</summary>
[Trait("Judges", "behaviour")]
public sealed class EndlessBodyTests
{
    private const string Head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData("HttpClient", Head + "Transfer-Encoding: chunked\r\n\r\n", true)]
    [InlineData("HttpClient", Head + "\r\n", false)]
    [InlineData("event loop", Head + "Transfer-Encoding: chunked\r\n\r\n", true)]
    [InlineData("event loop", Head + "\r\n", false)]
    public async Task A_stream_of_events_is_told_as_a_body_without_an_end(string name, string head, bool isChunked)
    {
        string data = new('x', 64 * 1024);
        TaskCompletionSource flowing = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync(head);
            for (int i = 0; i < 500; i++) // More than sockets hold: the head has been read by the end.
                await connection.SendAsync(isChunked ? $"10000\r\n{data}\r\n" : data);
            flowing.TrySetResult();
            await connection.ReadRequestAsync();
        });

        LoadResult result = await RunAsync(name, server, flowing.Task);

        Assert.Equal(["body did not end"], result.Errors.Keys);
        Assert.Contains("its body did not end. An event stream (text/event-stream)", result.Failure?.What, StringComparison.Ordinal);
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData("HttpClient", "")]
    [InlineData("HttpClient", Head)]
    [InlineData("event loop", "")]
    [InlineData("event loop", Head)]
    public async Task Silence_stays_a_timeout(string name, string beginning)
    {
        TaskCompletionSource asked = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            if (beginning.Length > 0)
                await connection.SendAsync(beginning);
            asked.TrySetResult();
            await connection.ReadRequestAsync();
        });

        LoadResult result = await RunAsync(name, server, asked.Task);

        Assert.Equal([Findings.TimedOut], result.Errors.Keys);
    }

    /// <summary>One request, with which time passes only when the server has gone so far.</summary>
    private static async Task<LoadResult> RunAsync(string name, ScriptedServer server, Task begun)
    {
        using ManualTime time = new();
        using ILoadEngine engine = Given.Engine(name, server.Target, time: time);
        Task<LoadResult> running = engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 1)), Token);
        await begun.WaitAsync(Token);
        while (!running.IsCompleted)
        {
            time.Advance(TimeSpan.FromSeconds(10));
            await Task.Yield();
        }

        return await running;
    }
}
