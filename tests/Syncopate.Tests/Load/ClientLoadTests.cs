using System.Collections.Concurrent;
using Syncopate.Load;
using Syncopate.Load.Client;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>Which requests the portable engine sends, with what, and which of them it sends again.</summary>
[Trait("Judges", "behaviour")]
public sealed class ClientLoadTests
{
    private const string Moved = "HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n";
    private const string Old = "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Answers_within_the_discarded_head_are_counted_and_leave_no_trace()
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using HttpClientEngine engine = new(server.Target);
        LoadRequest request = new("/", new UsersTimesLoops(2, 3)) { Discard = TimeSpan.FromHours(1), MaximumTraces = 5 };

        LoadResult result = await engine.RunAsync(request, Token);

        Assert.Equal((0, 6, 6), (result.Count, result.Discarded, result.Started));
        Assert.Empty(result.Errors);
        Assert.Empty(result.Traces);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_trace_has_the_parts_that_the_server_tells_unless_there_are_too_many()
    {
        string[] more = ["", ", ", $", {new string('x', 1024)}"];
        int answered = 0;
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                string timing = FormattableString.Invariant($"db;dur=0.001;desc=\"{TimeProvider.System.GetTimestamp()}\"{more[answered]}");
                await connection.SendAsync(
                    answered++ == 0 ? ScriptedServer.Good : $"HTTP/1.1 200 OK\r\nServer-Timing: {timing}\r\nContent-Length: 0\r\n\r\n");
            }
        });
        using HttpClientEngine engine = new(server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 3)) { MaximumTraces = 3 }, Token);

        Assert.Equal(["", "db", ""], result.Traces.Select(trace => string.Join(' ', trace.Parts.Select(part => part.Name))));
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Who_waits_for_a_request_that_is_due_later_ends_with_the_load(bool isRate)
    {
        TaskCompletionSource answered = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await connection.SendAsync(ScriptedServer.Good);
                answered.TrySetResult();
            }
        });
        using HttpClientEngine engine = new(server.Target);
        using CancellationTokenSource cancel = new();
        // The second request is due in 100 s, the second user in an hour.
        LoadShape shape = isRate
            ? Arrivals.AtRate(0.01, TimeSpan.FromHours(1)) with { MaximumInFlight = 2 }
            : new SteppedUsers(1, 1, 2, TimeSpan.FromHours(1));

        Task<LoadResult> running = engine.RunAsync(new LoadRequest("/", shape), cancel.Token);
        await answered.Task;
        await cancel.CancelAsync();
        LoadResult result = await running;

        Assert.True(result.Cancelled);
        Assert.Empty(result.Errors);
        Assert.True(!isRate || result.Started == 1, $"{result.Started} requests");
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData("event loop")]
    [InlineData("HttpClient")]
    public async Task An_engine_drives_one_load_at_a_time(string name)
    {
        TaskCompletionSource asked = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
                asked.TrySetResult();
        });
        using ILoadEngine engine = Given.Engine(name, server.Target);
        using CancellationTokenSource cancel = new();
        LoadRequest request = new("/", new UsersTimesLoops(1, 1));
        Assert.Equal(new LoadProgress(0, 0), engine.Progress);

        Task<LoadResult> running = engine.RunAsync(request, cancel.Token);
        await asked.Task;
        await Assert.ThrowsAsync<InvalidOperationException>(() => engine.RunAsync(request, Token));
        await cancel.CancelAsync();

        Assert.True((await running).Cancelled);
    }

    /// <summary>The server says so itself: there is no need to wait for a body that will not be taken.</summary>
    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_body_that_will_be_too_large_is_refused_by_its_length()
    {
        await using ScriptedServer server = ScriptedServer.Answering("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n");
        using HttpClientEngine engine = new(server.Target, new LoadOptions { BodyLimitBytes = 10 });

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 2)), Token);

        Assert.Equal([new KeyValuePair<string, long>(Findings.BodyTooLarge, 2)], result.Errors);
        Assert.Equal(0, result.BodyBytes);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task What_describes_a_body_goes_with_it_when_a_redirect_makes_a_GET_of_the_request()
    {
        ConcurrentQueue<string> heads = [];
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } head)
            {
                heads.Enqueue(head);
                if (head.StartsWith("POST", StringComparison.Ordinal))
                    await connection.ReadBodyAsync(4);
                await connection.SendAsync(head.Contains(" /there ", StringComparison.Ordinal) ? ScriptedServer.Good : Moved);
            }
        });
        using HttpClientEngine engine = new(server.Target);
        LoadRequest request = new("/", new UsersTimesLoops(1, 1))
        {
            Method = "POST",
            Body = "a=b1"u8.ToArray(),
            Headers = [new("Content-Type", "text/plain"), new("X-Key", "a")],
            FollowsRedirects = true,
        };

        LoadResult result = await engine.RunAsync(request, Token);

        Assert.Equal(1, result.Count);
        Assert.Equal(["POST text/plain a", "GET  a"], heads.Select(head =>
            $"{head.Split(' ')[0]} {Field(head, "Content-Type")} {Field(head, "X-Key")}"));
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_field_of_a_body_is_sent_although_there_is_none()
    {
        string? head = null;
        await using ScriptedServer server = new(async connection =>
        {
            head = await connection.ReadRequestAsync();
            await connection.SendAsync(ScriptedServer.Good);
        });
        using HttpClientEngine engine = new(server.Target);
        LoadRequest request = new("/", new UsersTimesLoops(1, 1)) { Headers = [new("Content-Type", "text/plain")] };

        LoadResult result = await engine.RunAsync(request, Token);

        Assert.Equal((1, "text/plain"), (result.Count, Field(head!, "Content-Type")));
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Cookies_of_the_user_are_sent_in_place_of_those_of_the_server()
    {
        ConcurrentQueue<string> sent = [];
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } head)
            {
                sent.Enqueue(Field(head, "Cookie"));
                await connection.SendAsync("HTTP/1.1 200 OK\r\nSet-Cookie: theirs=1; Path=/\r\nContent-Length: 0\r\n\r\n");
            }
        });
        LoadScenario scenario = new([new LoadStep("/first"), new LoadStep("/second")]);
        using HttpClientEngine engine = new(server.Target);
        LoadRequest request = new(scenario, new UsersTimesLoops(1, 1));

        await engine.RunAsync(request, Token);
        await engine.RunAsync(request with { Headers = [new("Cookie", "mine=1")] }, Token);

        Assert.Equal(["", "theirs=1", "mine=1", "mine=1"], sent);
    }

    /// <summary>The room of a large body is given back after it, and nothing of it is left for the next one.</summary>
    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_value_is_taken_from_the_body_of_its_own_answer()
    {
        ConcurrentQueue<string> asked = [];
        int logins = 0;
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } head)
            {
                asked.Enqueue(head.Split(' ')[1]);
                bool isLogin = head.Contains(" /login ", StringComparison.Ordinal);
                string body = isLogin ? $"{{\"id\":{++logins},\"more\":\"{new string('x', 300_000 / logins)}\"}}" : "";
                await connection.SendAsync($"HTTP/1.1 200 OK\r\nContent-Length: {body.Length}\r\n\r\n{body}");
            }
        });
        LoadScenario scenario = new(
        [
            new LoadStep("/login") { ExtractedValues = [ExtractedValue.FromJson("id", "/id")] }, new LoadStep("/of/{id}"),
        ]);
        using HttpClientEngine engine = new(server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest(scenario, new UsersTimesLoops(1, 3)), Token);

        Assert.Empty(result.Errors);
        Assert.Equal(["/login", "/of/1", "/login", "/of/2", "/login", "/of/3"], asked);
    }

    /// <summary>A server of HTTP/1.0 closes after each answer, and may close before one: only that is asked again, not what it answered
    /// wrongly.</summary>
    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData(Old, "", 1, null)]
    [InlineData(Old, "garbage\r\n\r\n", 0, Findings.InvalidAnswer)]
    [InlineData(ScriptedServer.Good, "garbage\r\n\r\n", 0, Findings.InvalidAnswer)]
    public async Task A_wrong_answer_is_not_asked_for_again(string first, string second, int again, string? finding)
    {
        int asked = 0;
        await using ScriptedServer server = new(async connection =>
        {
            // One of HTTP/1.1 is asked again on the same connection.
            for (bool isOpen = true; isOpen && await connection.ReadRequestAsync() is not null;)
            {
                asked++;
                await connection.SendAsync(asked == 2 ? second : first);
                isOpen = first == ScriptedServer.Good && asked != 2;
            }
        });
        using HttpClientEngine engine = new(server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 3)), Token);

        // .NET itself asks again on another connection, and says so to nobody.
        Assert.Equal((0, 3 + again), (result.Reopened, asked));
        Assert.Equal(finding is null ? [] : [finding], result.Errors.Keys);
        Assert.Equal(finding is null ? 3 : 2, result.Count);
    }

    private static string Field(string head, string name) =>
        head.Split("\r\n").FirstOrDefault(line => line.StartsWith($"{name}: ", StringComparison.OrdinalIgnoreCase))?[(name.Length + 2)..]
            ?? "";
}
