using System.IO.Compression;
using System.Text;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>Everything that a hostile or broken server does, to both engines, through real connections: each is named,
/// none costs memory, and none reaches another server.</summary>
[Collection(nameof(EngineArrivalTests))]
[Trait("Judges", "time")]
public sealed class HostileServerTests
{
    private const int MostGrowthBytes = 32 * 1024 * 1024;
    private const string Ok = "HTTP/1.1 200 OK\r\n";
    private const string Chunked = Ok + "Transfer-Encoding: chunked\r\n\r\n";

    private static readonly byte[] Bomb = Compress(new byte[64 * 1024 * 1024]);

    private static readonly Behaviour[] Behaviours =
    [
        new("resets", connection => DoAsync(connection.Reset), Findings.ConnectionReset, Findings.ConnectionReset),
        new("closes instead of answering", connection => DoAsync(connection.Close), Findings.ConnectionClosed, Findings.CutShort),
        Answer("short body", Ok + "Content-Length: 6\r\n\r\nhello", Findings.CutShort, Findings.CutShort),
        Answer("short chunks", Chunked + "5\r\nhello\r\n", Findings.CutShort, Findings.CutShort),
        Answer("cut head", "HTTP/1.1 20", Findings.CutShort, Findings.CutShort),
        Answer("99 GB announced", Ok + "Content-Length: 99000000000\r\n\r\n", Findings.BodyTooLarge, Findings.BodyTooLarge),
        Answer("chunk of a negative size", Chunked + "-5\r\nhello\r\n", Findings.BadChunk, Findings.InvalidAnswer),
        Answer("chunk of 2^64", Chunked + "10000000000000000\r\n", Findings.BadChunk, Findings.InvalidAnswer),
        Answer("garbage", "\u00ff\u00fe\u00fd garbage\r\n\r\n", Findings.BadStatusLine, Findings.InvalidAnswer),
        Answer("another version", "HTTP/9.9 200 OK\r\n\r\n", Findings.BadStatusLine, Findings.InvalidAnswer),
        Answer("TLS", "\u0015\u0003\u0003\0\u0002\u0002\u0028\r\n\r\n", Findings.BadStatusLine, Findings.InvalidAnswer),
        Answer("HTTP/2", "\0\0\u0006\u0004\0\0\0\0\0\0\u0003\0\0\0\u0064\r\n", Findings.BadStatusLine, Findings.InvalidAnswer),
        Answer("invalid UTF-8 in a name", Ok + "X-\u00ff: a\r\nContent-Length: 0\r\n\r\n", Findings.BadHeader, Findings.InvalidAnswer),
        Answer(
            "invalid UTF-8 in a value and a body", Ok + "X-Text: \u00ff\u00fe\r\nContent-Length: 2\r\n\r\n\u00c3\u0028", null,
            null) with { Stays = true },
        Answer("endless interim answers", "", Findings.HeaderTooLarge, Findings.HeaderTooLarge, "HTTP/1.1 100 Continue\r\nX: y\r\n\r\n"),
        Answer("endless headers", Ok, Findings.HeaderTooLarge, Findings.HeaderTooLarge, "X-Header: value\r\n"),
        Answer("one endless header", Ok + "X-Header: ", Findings.HeaderTooLarge, Findings.HeaderTooLarge, "value"),
        Answer("endless body", Ok + "\r\n", Findings.BodyTooLarge, Findings.BodyTooLarge, "body without end"),
        Answer("endless chunks", Chunked, Findings.BodyTooLarge, Findings.BodyTooLarge, "8\r\neight by\r\n"),
        Answer("status 503", "HTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n", "status 503", "status 503") with { Stays = true },
        new("gzip bomb", SendBombAsync, null, null) { Stays = true },
        Answer("closes after each answer", Ok + "Connection: close\r\nContent-Length: 5\r\n\r\nhello", null, null),
        Answer("HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nhello", null, null),
        // The client of .NET takes these five for good: docs/load.md says so. They are red on the day that it no longer does.
        Answer("length that is no number", Ok + "Content-Length: many\r\n\r\nhello", Findings.BadContentLength, null),
        Answer(
            "two lengths", Ok + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!", Findings.TwoContentLengths,
            null) with { Stays = true },
        Answer(
            "length and chunks", Ok + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", Findings.LengthAndChunked,
            null) with { Stays = true },
        Answer("NUL in a header", Ok + "X: a\0b\r\nContent-Length: 0\r\n\r\n", Findings.NulInHeader, null) with { Stays = true },
        Answer("surplus bytes", Ok + "Content-Length: 5\r\n\r\nhello!", Findings.SurplusBytes, null) with { Stays = true },
    ];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string, string> Cases => new(
        from engine in (string[])["event loop", "HttpClient"]
        from behaviour in Behaviours
        select new TheoryDataRow<string, string>(engine, behaviour.Name));

    public static TheoryData<string, string> LargeCases => new(
        from engine in (string[])["event loop", "HttpClient"]
        from name in (string[])["99 GB announced", "endless headers", "one endless header", "endless body", "endless chunks", "gzip bomb"]
        select new TheoryDataRow<string, string>(engine, name));

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Cases))]
    public async Task Is_survived_and_named(string name, string behaviour)
    {
        Behaviour does = Behaviours.Single(known => known.Name == behaviour);
        await using ScriptedServer server = Serving(does);
        using ILoadEngine engine = Given.Engine(name, server.Target, new LoadOptions { BodyLimitBytes = 1_000_000 });

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(4, 5)), Token);

        string? finding = name == "HttpClient" ? does.ClientFinding : does.LoopFinding;
        Assert.Equal(finding is null ? [] : [finding], result.Errors.Keys);
        Assert.Equal(finding is null ? 20 : 0, result.Count);
        Assert.InRange(result.BodyBytes, 0, 25_000_000);
    }

    /// <summary>Only what is large or has no end: to collect all that the test program holds takes longer than any of them.</summary>
    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(LargeCases))]
    public async Task Costs_no_memory(string name, string behaviour)
    {
        await using ScriptedServer server = Serving(Behaviours.Single(known => known.Name == behaviour));
        using ILoadEngine engine = Given.Engine(name, server.Target, new LoadOptions { BodyLimitBytes = 1_000_000 });
        long before = GC.GetTotalMemory(forceFullCollection: true);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(4, 5)), Token);

        Assert.InRange(GC.GetTotalMemory(forceFullCollection: true) - before, long.MinValue, MostGrowthBytes);
        Assert.Equal(20, result.Count + result.Errors.Values.Sum());
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData("event loop", "")]
    [InlineData("event loop", Ok + "X-Slow: ")]
    [InlineData("event loop", Ok + "Content-Length: 1000\r\n\r\n")]
    [InlineData("HttpClient", "")]
    [InlineData("HttpClient", Ok + "X-Slow: ")]
    [InlineData("HttpClient", Ok + "Content-Length: 1000\r\n\r\n")]
    public async Task A_server_that_drips_a_byte_a_second_is_ended_within_a_second_of_the_timeout(string name, string start)
    {
        using ManualTime time = new();
        TaskCompletionSource<ScriptedConnection> asked = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync(start);
            asked.TrySetResult(connection);
            await connection.ReadRequestAsync(); // Stays, until the client has had enough.
        });
        LoadOptions options = new() { TotalTimeout = TimeSpan.FromSeconds(30) };
        using ILoadEngine engine = Given.Engine(name, server.Target, options, time);

        Task<LoadResult> running = engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 1)), Token);
        ScriptedConnection dripping = await asked.Task;
        for (int second = 1; second < 30; second++)
        {
            time.Advance(TimeSpan.FromSeconds(1));
            if (start.Length > 0)
                await dripping.SendAsync("x");
            Assert.False(running.IsCompleted);
        }

        time.Advance(TimeSpan.FromSeconds(1.25));
        LoadResult result = await running;

        // Whether the head was read before the time was over is a matter of chance here.
        Assert.True(Findings.IsTimeout(Assert.Single(result.Errors).Key), result.Errors.Keys.First());
        Assert.InRange(
            time.GetElapsedTime(result.StartedTimestamp, result.EndedTimestamp), TimeSpan.FromSeconds(30),
            TimeSpan.FromSeconds(31));
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData("event loop")]
    [InlineData("HttpClient")]
    public async Task Nothing_that_a_server_or_the_environment_says_leads_to_another_server(string name)
    {
        const string Proxy = "http_proxy";
        await using ScriptedServer elsewhere = ScriptedServer.Answering(ScriptedServer.Good);
        string other = elsewhere.Target.BaseAddress.ToString();
        int answers = 0;
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                string head = (Interlocked.Increment(ref answers) % 5) switch
                {
                    0 => $"301 Moved\r\nLocation: {other}",
                    1 => $"307 Temporary\r\nLocation: //{elsewhere.Target.EndPoint}/",
                    2 => $"305 Use Proxy\r\nLocation: {other}",
                    3 => $"200 OK\r\nRefresh: 0; url={other}\r\nAlt-Svc: http/1.1=\"{elsewhere.Target.EndPoint}\"; persist=1",
                    _ => $"200 OK\r\nLink: <{other}>; rel=preload\r\nContent-Location: {other}",
                };
                await connection.SendAsync($"HTTP/1.1 {head}\r\nContent-Length: 0\r\n\r\n");
            }
        });
        string? before = Environment.GetEnvironmentVariable(Proxy);
        Environment.SetEnvironmentVariable(Proxy, other);
        try
        {
            using ILoadEngine engine = Given.Engine(name, server.Target);

            LoadResult result = await engine.RunAsync(new LoadRequest($"/{other}", new UsersTimesLoops(5, 10)), Token);

            Assert.Equal(50, result.Count + result.Errors.Values.Sum());
            Assert.Equal(["status 301", "status 305", "status 307"], result.Errors.Keys);
            Assert.Equal(0, elsewhere.Accepted);
        }
        finally
        {
            Environment.SetEnvironmentVariable(Proxy, before);
        }
    }

    private static ScriptedServer Serving(Behaviour does) => new(async connection =>
    {
        do
        {
            if (await connection.ReadRequestAsync() is null)
                return;
            await does.AnswerAsync(connection);
        }
        while (does.Stays);
    });

    private static Behaviour Answer(string name, string answer, string? loopFinding, string? clientFinding, string repeated = "")
    {
        byte[] block = Encoding.Latin1.GetBytes(string.Concat(Enumerable.Repeat(repeated, 1_000)));
        return new Behaviour(name, SendAsync, loopFinding, clientFinding);

        async Task SendAsync(ScriptedConnection connection)
        {
            await connection.SendAsync(answer);
            while (block.Length > 0)
                await connection.SendAsync(block);
        }
    }

    private static async Task SendBombAsync(ScriptedConnection connection)
    {
        await connection.SendAsync($"{Ok}Content-Encoding: gzip\r\nContent-Length: {Bomb.Length}\r\n\r\n");
        await connection.SendAsync(Bomb);
    }

    private static byte[] Compress(byte[] bytes)
    {
        using MemoryStream compressed = new();
        using (GZipStream gzip = new(compressed, CompressionLevel.Optimal, leaveOpen: true))
            gzip.Write(bytes);
        return compressed.ToArray();
    }

    private static Task DoAsync(Action action)
    {
        action();
        return Task.CompletedTask;
    }

    private sealed record Behaviour(string Name, Func<ScriptedConnection, Task> AnswerAsync, string? LoopFinding, string? ClientFinding)
    {
        /// <summary>Whether the connection stays open after the answer.</summary>
        public bool Stays { get; init; }
    }
}
