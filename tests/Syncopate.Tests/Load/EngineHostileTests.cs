using Syncopate.Load;
using Syncopate.Load.Engines;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>What a hostile server may do to a load generator, each through a real connection.</summary>
[Trait("Judges", "behaviour")]
public sealed class EngineHostileTests
{
    private const string Chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData(Findings.TwoContentLengths, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello")]
    [InlineData(Findings.LengthAndChunked, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")]
    [InlineData(Findings.NulInHeader, "HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 0\r\n\r\n")]
    [InlineData(Findings.SurplusBytes, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello!")]
    [InlineData(Findings.BadChunk, Chunked + "-5\r\nhello\r\n")]
    [InlineData(Findings.BadChunk, Chunked + "10000000000000000\r\n")]
    [InlineData(Findings.BodyTooLarge, "HTTP/1.1 200 OK\r\nContent-Length: 99000000000\r\n\r\n")]
    [InlineData(Findings.BadStatusLine, "HTTP/9.9 999 \r\n\r\n")]
    [InlineData(Findings.BadStatusLine, "\u00ff\u00fe\u00fd")]
    [InlineData(Findings.BadStatusLine, "\u0016\u0003\u0003\0\u007a\u0002")]
    [InlineData(Findings.BadStatusLine, "\0\0\u0006\u0004\0\0\0\0\0\0\u0003\0\0\0\u0064")]
    [InlineData(Findings.CutShort, "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello")]
    [InlineData(Findings.CutShort, Chunked + "5\r\nhello\r\n")]
    [InlineData(Findings.CutShort, "HTTP/1.1 20")]
    [InlineData(Findings.ConnectionClosed, "")]
    [InlineData("status 101", "HTTP/1.1 101 Switching Protocols\r\n\r\n")]
    public async Task An_answer_that_is_not_one_is_named_and_the_next_one_is_read(string finding, string answer)
    {
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await connection.SendAsync(connection.Number == 0 ? answer : ScriptedServer.Good);
                if (connection.Number == 0)
                    return;
            }
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target);

        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 3)), Token);

        Assert.Equal([new KeyValuePair<string, long>(finding, 1)], result.Errors);
        Assert.Equal(2, result.Count);
        Assert.Null(result.Failure);
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData(Findings.HeaderTooLarge, "HTTP/1.1 200 OK\r\n", "X-Header: value\r\n")]
    [InlineData(Findings.HeaderTooLarge, "HTTP/1.1 200 OK\r\nX-Header: ", "value")]
    [InlineData(Findings.HeaderTooLarge, "", "HTTP/1.1 100 Continue\r\n\r\n")]
    [InlineData(Findings.HeaderTooLarge, "", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")]
    [InlineData(Findings.HeaderTooLarge, Chunked + "0\r\n", "X-Trailer: value\r\n")]
    [InlineData(Findings.BadChunk, Chunked + "1", ";extension=value")]
    [InlineData(Findings.BodyTooLarge, "HTTP/1.1 200 OK\r\n\r\n", "body without end")]
    [InlineData(Findings.BodyTooLarge, Chunked, "8\r\neight by\r\n")]
    [InlineData(Findings.SurplusBytes, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", ScriptedServer.Good)]
    public async Task An_answer_without_end_is_cut_by_a_limit(string finding, string start, string repeated)
    {
        string block = string.Concat(Enumerable.Repeat(repeated, 1000));
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync(start + repeated);
            while (true)
                await connection.SendAsync(block);
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target, new LoadOptions { BodyLimitBytes = 1_000_000 });

        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 1)), Token);

        Assert.Equal([new KeyValuePair<string, long>(finding, 1)], result.Errors);
        Assert.InRange(result.BodyBytes, 0, 1_100_000);
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData("")]
    [InlineData("HTTP/1.1 200 OK\r\nX-Slow: ")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")]
    [InlineData(Chunked + "fffff\r\n")]
    public async Task An_answer_that_drips_is_ended_by_its_total_time(string start)
    {
        using ManualTime time = new();
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync(start);
            while (true)
            {
                await connection.SendAsync(start.Length == 0 ? "" : "x");
                time.Advance(TimeSpan.FromSeconds(1));
                await Task.Yield();
            }
        });
        using ILoadEngine loop = LoadEngine.Open(server.Target, time: time);

        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 1)), Token);

        // Whether the head was read before the time was over is a matter of chance here.
        Assert.True(Findings.IsTimeout(Assert.Single(result.Errors).Key), result.Errors.Keys.First());
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_compressed_bomb_is_counted_as_it_came()
    {
        string body = new('\0', 200_000);
        await using ScriptedServer server = ScriptedServer.Answering(
            $"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {body.Length}\r\n\r\n{body}");
        using ILoadEngine loop = LoadEngine.Open(server.Target);

        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 2)), Token);

        Assert.Equal(2, result.Count);
        Assert.Equal(400_000, result.BodyBytes);
    }
}
