using System.Collections.Concurrent;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Load.Tallying;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>Which answers are good, where they lead, and what is sent again.</summary>
[Trait("Judges", "behaviour")]
public sealed class EngineAnswerTests
{
    private const string Moved = "HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string> Engines => ["event loop", "HttpClient"];

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public async Task A_status_that_is_expected_is_a_good_answer_and_any_other_is_none(string name)
    {
        await using ScriptedServer server = ScriptedServer.Answering(Moved);
        using ILoadEngine engine = Given.Engine(name, server.Target);
        LoadRequest request = new("/", new UsersTimesLoops(1, 3));

        LoadResult failed = await engine.RunAsync(request, Token);
        LoadResult good = await engine.RunAsync(request with { Expected = ExpectedStatuses.Of([200, 302]) }, Token);

        Assert.Equal((0, 3), (failed.Count, failed.Errors["status 302"]));
        Assert.Equal(3, good.Count);
        Assert.Empty(good.Errors);
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public async Task Bytes_of_answers_that_do_not_count_are_told_apart(string name)
    {
        int answered = 0;
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                bool fails = Interlocked.Increment(ref answered) == 2;
                await connection.SendAsync(fails ? "HTTP/1.1 503 No\r\nContent-Length: 7\r\n\r\nsorry!!" : ScriptedServer.Good);
            }
        });
        using ILoadEngine engine = Given.Engine(name, server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 3)), Token);

        Assert.Equal((2, 17, 7), (result.Count, result.BodyBytes, result.FailedBodyBytes));
    }

    /// <summary>A POST, as any other request would be sent once more.</summary>
    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_request_without_an_answer_has_none_of_the_bytes_of_the_answer_before()
    {
        int asked = 0;
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                if (Interlocked.Increment(ref asked) == 2)
                {
                    connection.Reset();
                    return;
                }

                await connection.SendAsync(ScriptedServer.Good);
            }
        });
        using ILoadEngine engine = LoadEngine.Open(server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 3)) { Method = "POST" }, Token);

        Assert.Equal([new KeyValuePair<string, long>(Findings.ConnectionReset, 1)], result.Errors);
        Assert.Equal((2, 10, 0), (result.Count, result.BodyBytes, result.FailedBodyBytes));
    }

    /// <summary>Also of an answer that a loop knows byte for byte, and of one that it reads anew because its head is another one.</summary>
    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public async Task Good_answers_with_another_body_than_was_expected_are_counted(string name)
    {
        string[] bodies = ["hello", "hello", "other", "other", "hello"];
        int answered = 0;
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                int place = answered++ % bodies.Length;
                string head = $"X-Place: {place / 2}\r\nContent-Length: 5\r\n\r\n";
                await connection.SendAsync($"HTTP/1.1 200 OK\r\n{head}{bodies[place]}");
            }
        });
        using ILoadEngine engine = Given.Engine(name, server.Target);
        BodyStart hello = new();
        hello.Begin();
        hello.Take("hello"u8);
        LoadRequest request = new("/", new UsersTimesLoops(1, 5));

        LoadResult any = await engine.RunAsync(request, Token);
        LoadResult result = await engine.RunAsync(request with { BodyChecksum = hello.Checksum }, Token);

        Assert.Null(any.OtherBodies);
        Assert.Equal((5, 2), (result.Count, result.OtherBodies));
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Redirects_on_the_same_server_are_followed_as_one_request()
    {
        ConcurrentQueue<string> seen = [];
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } head)
            {
                seen.Enqueue(head.Split('\r')[0]);
                if (head.StartsWith("POST", StringComparison.Ordinal))
                    await connection.ReadBodyAsync(4);
                await connection.SendAsync(head.Contains(" /there ", StringComparison.Ordinal) ? ScriptedServer.Good : Moved);
            }
        });
        using ILoadEngine engine = LoadEngine.Open(server.Target, followsRedirects: true);
        LoadRequest request = new("/", new UsersTimesLoops(1, 2)) { Method = "POST", Body = "a=b1"u8.ToArray(), FollowsRedirects = true };

        LoadResult result = await engine.RunAsync(request, Token);

        Assert.Equal(2, result.Count);
        Assert.Equal(2, result.Started);
        Assert.Equal(["POST / HTTP/1.1", "GET /there HTTP/1.1", "POST / HTTP/1.1", "GET /there HTTP/1.1"], seen);
    }

    /// <summary>A signature over the raw query would no longer fit, and another path is another object of a store.</summary>
    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData("/foo/%2E%2E/text%7E.txt?x=%7e&y=1|2", "/foo/%2E%2E/text%7E.txt?x=%7e&y=1|2")]
    [InlineData("there%4A", "/one/there%4A")]
    [InlineData("../there?a=%41#b", "/there?a=%41")]
    [InlineData("?a=%41", "/one/two?a=%41")]
    [InlineData("/a b", "/a%20b")]
    public async Task A_redirect_is_followed_to_the_address_that_was_given(string location, string path)
    {
        ConcurrentQueue<string> seen = [];
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } head)
            {
                seen.Enqueue(head.Split(' ')[1]);
                await connection.SendAsync(seen.Count > 1
                    ? ScriptedServer.Good
                    : $"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n");
            }
        });
        using ILoadEngine engine = LoadEngine.Open(server.Target, followsRedirects: true);

        LoadResult result = await engine.RunAsync(
            new LoadRequest("/one/two?q=1", new UsersTimesLoops(1, 1)) { FollowsRedirects = true }, Token);

        Assert.Equal(1, result.Count);
        Assert.Equal(["/one/two?q=1", path], seen);
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData("http://192.0.2.1/", Findings.RedirectedElsewhere)]
    [InlineData("http://localhost:1/", Findings.RedirectedElsewhere)]
    [InlineData("/round", Findings.TooManyRedirects)]
    public async Task A_redirect_elsewhere_or_in_a_circle_is_a_failure(string location, string finding)
    {
        await using ScriptedServer server =
            ScriptedServer.Answering($"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n");
        using ILoadEngine engine = LoadEngine.Open(server.Target, followsRedirects: true);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 1)) { FollowsRedirects = true }, Token);

        Assert.Equal(finding, Assert.Single(result.Errors).Key);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_visitor_of_a_scenario_keeps_his_cookies_until_his_pass_ends()
    {
        ConcurrentQueue<string> sent = [];
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } head)
            {
                sent.Enqueue(head.Split("\r\n").FirstOrDefault(line => line.StartsWith("Cookie:", StringComparison.Ordinal), "none"));
                await connection.SendAsync(
                    "HTTP/1.1 302 Found\r\nSet-Cookie: first=1; Path=/; HttpOnly\r\nSet-Cookie: token=a%20b; Path=/\r\nSet-Cookie: "
                        + "evil=1; Domain=example.com\r\nContent-Length: 0\r\n\r\n");
            }
        });
        LoadScenario scenario = new(
        [
            new LoadStep("/login")
            {
                Expected = ExpectedStatuses.Of([302]), ExtractedValues = [ExtractedValue.FromCookie("token", "token")],
            },
            new LoadStep("/home") { Expected = ExpectedStatuses.Of([302]), Headers = [new("X-Token", "{token}")] },
        ]);
        using ILoadEngine engine = LoadEngine.Open(server.Target, scenario: scenario);

        LoadResult result = await engine.RunAsync(new LoadRequest(scenario, new UsersTimesLoops(1, 2)), Token);

        Assert.Equal(4, result.Count);
        Assert.Equal(["none", "Cookie: first=1; token=a%20b", "none", "Cookie: first=1; token=a%20b"], sent);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task The_failures_of_a_scenario_are_told_by_step()
    {
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } head)
            {
                await connection.SendAsync(
                    head.Contains("/second", StringComparison.Ordinal)
                        ? "HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n"
                        : ScriptedServer.Good);
            }
        });
        LoadScenario scenario = new([new LoadStep("/first"), new LoadStep("/second"), new LoadStep("/third")]);
        using ILoadEngine engine = LoadEngine.Open(server.Target, scenario: scenario);

        LoadResult result = await engine.RunAsync(new LoadRequest(scenario, new UsersTimesLoops(1, 3)), Token);

        Assert.Equal([0, 3, 0], result.Steps.Select(step => step.Failed));
    }

    // The server reads the next request before it closes, so that it surely was on its way.
    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData("GET", 3)]
    [InlineData("POST", 0)]
    public async Task A_request_on_a_connection_that_was_closed_meanwhile_is_sent_again_if_that_does_no_harm(string method, int again)
    {
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync(ScriptedServer.Good);
            await connection.ReadRequestAsync();
        });
        using ILoadEngine engine = LoadEngine.Open(server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 4)) { Method = method }, Token);

        Assert.Equal(again, result.Reopened);
        Assert.Equal(again == 0, result.Errors.Count > 0);
        Assert.Equal(4, result.Started);
        Assert.Equal(4, result.Count + result.Errors.Values.Sum());
    }

    // Reset, as a server does that closes the connection without having read what was on its way.
    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData("event loop", "GET", 3)]
    [InlineData("event loop", "POST", 0)]
    [InlineData("HttpClient", "GET", 3)]
    [InlineData("HttpClient", "POST", 0)]
    public async Task A_request_on_a_connection_that_is_reset_under_it_is_sent_again_if_that_does_no_harm(
        string name, string method, int again)
    {
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync(ScriptedServer.Good);
            await connection.ReadRequestAsync();
            connection.Reset();
        });
        using ILoadEngine engine = Given.Engine(name, server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 4)) { Method = method }, Token);

        Assert.Equal(again, result.Reopened);
        Assert.Equal(again == 0 ? [Findings.ConnectionReset] : [], result.Errors.Keys);
        Assert.Equal(4, result.Count + result.Errors.Values.Sum());
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public async Task A_connection_that_is_reset_under_its_first_request_is_an_error(string name)
    {
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            connection.Reset();
        });
        using ILoadEngine engine = Given.Engine(name, server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 3)), Token);

        Assert.Equal(0, result.Reopened);
        Assert.Equal([new KeyValuePair<string, long>(Findings.ConnectionReset, 3)], result.Errors);
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public async Task A_target_that_is_away_for_a_while_ends_a_load_unless_it_is_to_go_on(string name)
    {
        const int Away = 25; // With 50 ms between failures in a row: well over the half second that is told from a hiccup.
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            if (connection.Number is 0 or > Away)
                await connection.SendAsync("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        });
        using ILoadEngine engine = Given.Engine(name, server.Target);
        LoadRequest request = new("/", new UsersTimesLoops(1, Away + 10)) { Method = "POST", KeepsConnections = false };

        LoadResult result = await engine.RunAsync(request with { OutageTimeout = TimeSpan.MaxValue }, Token);

        Assert.Null(result.Failure);
        Assert.True(result.Count >= 9, $"{result.Count} answers");
        Assert.Equal(Away + 10, result.Started);
    }
}
