using Syncopate.Load;
using Syncopate.Load.Client;
using Syncopate.Load.Engines;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>Servers that close connections as they may: after each answer of HTTP/1.0, and after one that says so.</summary>
[Trait("Judges", "behaviour")]
public sealed class ClosingServerTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>As python3 -m http.server does. RFC 9112, 9.3: without keep-alive such a connection carries no other request.</summary>
    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData("GET", "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello")]
    [InlineData("GET", "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n")]
    [InlineData("GET", "HTTP/1.0 200 OK\r\n\r\nhello")]
    [InlineData("GET", "HTTP/1.0 404 Not Found\r\nContent-Length: 5\r\n\r\nhello")]
    public async Task No_request_is_lost_at_a_server_of_HTTP_1_0_that_closes_after_each_answer(string method, string answer)
    {
        int asked = 0;
        await using ScriptedServer server = new(async connection =>
        {
            if (await connection.ReadRequestAsync() is null)
                return;
            Interlocked.Increment(ref asked);
            await connection.SendAsync(answer); // And closes; what is on its way to it then is answered by a reset.
        });
        using HttpClientEngine engine = new(server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(8, 200)) { Method = method }, Token);

        long lost = result.Errors.Where(e => e.Key != "status 404").Sum(e => e.Value);
        Assert.Equal((1_600, 0), (result.Count + result.Errors.GetValueOrDefault("status 404"), lost));
        Assert.Equal(1_600, asked);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_server_of_HTTP_1_0_that_keeps_its_connections_is_asked_on_them()
    {
        await using ScriptedServer server = ScriptedServer.Answering(
            "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello");
        using HttpClientEngine engine = new(server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(4, 50)), Token);

        Assert.Equal((200, 0), (result.Count, result.Errors.Count));
        Assert.InRange(server.Accepted, 1, 8);
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello")]
    [InlineData("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello")]
    public async Task To_connect_anew_is_the_servers_doing_and_counts_as_in_flight(string answer)
    {
        using ManualTime time = new();
        await using ScriptedServer server = new(async connection =>
        {
            if (await connection.ReadRequestAsync() is null)
                return;
            time.Advance(TimeSpan.FromMilliseconds(10));
            await connection.SendAsync(answer);
        });
        using ILoadEngine loop = LoadEngine.Open(
            server.Target, new LoadOptions { TotalTimeout = TimeSpan.FromHours(1) }, time: new Slow(time));

        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 20)), Token);

        Assert.Equal((20, 0), (result.Count, result.Errors.Count));
        Assert.DoesNotContain(LoadDoubts.Of(result, new LoadRequest("/", new UsersTimesLoops(1, 20))), d => d.Code == "little-law");
    }

    /// <summary>Each reading of the clock takes a millisecond: what lies between two of them, such as to connect, shows.</summary>
    private sealed class Slow(ManualTime time) : TimeProvider
    {
        public override long TimestampFrequency => time.TimestampFrequency;

        public override long GetTimestamp()
        {
            time.Advance(TimeSpan.FromMilliseconds(1));
            return time.GetTimestamp();
        }

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            time.CreateTimer(callback, state, dueTime, period);
    }
}
