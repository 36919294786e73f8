using System.Collections.Concurrent;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Xunit;

namespace Syncopate.Tests.Load;

[Trait("Judges", "behaviour")]
public sealed class LoadScenarioTests
{
    private static readonly LoadScenario Shop = LoadScenario.Parse("""
        {
          "steps": [
            // Who are we?
            { "name": "log in", "path": "/login", "body": { "user": "ada" }, "take": { "token": { "json": "/session/token" }, "shop": { "header": "X-Shop" } } },
            { "name": "look", "path": "/items?shop={shop}", "headers": { "Authorization": "Bearer {token}" }, "take": { "item": { "regex": "data-id=(\\d+)" } } },
            { "name": "order", "path": "/orders/{item}", "method": "PUT", "headers": { "Content-Type": "text/plain" }, "body": "one {item} for {token} and {nobody}" },
          ]
        }
        """);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public void A_path_is_sent_as_it_was_written_but_for_what_a_request_line_cannot_hold() =>
        Assert.Equal(
            "/caf%C3%A9/%2e%2E/a%20b?x=1|2",
            LoadScenario.Parse("""{ "steps": [ { "path": "/café/%2e%2E/a b?x=1|2" } ] }""").Steps[0].Path);

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task What_an_answer_tells_is_put_into_later_requests()
    {
        ConcurrentQueue<string> asked = new();
        await using ScriptedServer server = Serve(asked);
        using ILoadEngine engine = LoadEngine.Open(server.Target, scenario: Shop);

        LoadResult result = await engine.RunAsync(new LoadRequest(Shop, new UsersTimesLoops(1, 2)), Token);

        Assert.Equal(
            [
                "POST /login  application/json { \"user\": \"ada\" }",
                "GET /items?shop=north%20%26%20south Bearer t/1  ",
                "PUT /orders/42  text/plain one 42 for t/1 and {nobody}",
                "POST /login  application/json { \"user\": \"ada\" }",
                "GET /items?shop=north%20%26%20south Bearer t/2  ",
                "PUT /orders/42  text/plain one 42 for t/2 and {nobody}",
            ],
            asked);
        Assert.Equal((6, 0), (result.Count, result.Errors.Count));
        Assert.Equal([("log in", 2L), ("look", 2L), ("order", 2L)], result.Steps.Select(step => (step.Name, step.Latencies.TotalCount)));
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Every_user_has_values_of_its_own()
    {
        ConcurrentQueue<string> asked = new();
        await using ScriptedServer server = Serve(asked);
        using ILoadEngine engine = LoadEngine.Open(server.Target, scenario: Shop);

        await engine.RunAsync(new LoadRequest(Shop, new UsersTimesLoops(8, 5)), Token);

        // Each log-in gives another token, which its own user shows once and writes once.
        IEnumerable<string> tokens = Enumerable.Range(1, 40).Select(number => $"t/{number}").Order(StringComparer.Ordinal);
        Assert.Equal(
            tokens, asked.Where(line =>
                line.StartsWith("GET", StringComparison.Ordinal)).Select(line => line.Split(' ')[3]).Order(StringComparer.Ordinal));
        Assert.Equal(
            tokens, asked.Where(line =>
                line.StartsWith("PUT", StringComparison.Ordinal)).Select(line => line.Split(' ')[7]).Order(StringComparer.Ordinal));
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task At_a_rate_passes_are_due()
    {
        await using ScriptedServer server = Serve(new ConcurrentQueue<string>());
        using ILoadEngine engine = LoadEngine.Open(server.Target, scenario: Shop);

        LoadResult result = await engine.RunAsync(new LoadRequest(Shop, Arrivals.AtRate(100, TimeSpan.FromMilliseconds(300))), Token);

        Assert.Equal([30L, 30L, 30L], result.Steps.Select(step => step.Latencies.TotalCount));
        Assert.Equal(90, result.Lateness!.TotalCount);
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData(Findings.ValueNotFound, "X-Shop: x", "{}")]
    [InlineData(Findings.ValueNotFound, "X-Shop: x", "[1, 2")]
    [InlineData(Findings.ValueNotFound, "X-Shop: x", "{\"session\":{\"token\":null}}")]
    [InlineData(Findings.ValueNotFound, "X-Other: x", "{\"session\":{\"token\":\"t\"}}")]
    [InlineData(Findings.ValueNotUsable, "X-Shop: x", "{\"session\":{\"token\":\"t\\r\\nX-Evil: 1\"}}")]
    [InlineData(Findings.ValueNotUsable, "X-Shop: x", "{\"session\":{\"token\":\"\\u00fc\"}}")]
    public async Task A_pass_without_its_value_fails_and_begins_again(string finding, string header, string body)
    {
        ConcurrentQueue<string> asked = new();
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } head)
            {
                await ReadBodyAsync(connection, head);
                asked.Enqueue(head.Split(' ')[1]);
                await connection.SendAsync($"HTTP/1.1 200 OK\r\n{header}\r\nContent-Length: {body.Length}\r\n\r\n{body}");
            }
        });
        using ILoadEngine engine = LoadEngine.Open(server.Target, scenario: Shop);

        LoadResult result = await engine.RunAsync(new LoadRequest(Shop, new UsersTimesLoops(1, 2)), Token);

        Assert.Equal([new KeyValuePair<string, long>(finding, 2)], result.Errors);
        Assert.Equal(["/login", "/login"], asked);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_body_without_end_is_not_kept_for_its_values()
    {
        string body = new(' ', 2_000_000);
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } head)
            {
                await ReadBodyAsync(connection, head);
                await connection.SendAsync($"HTTP/1.1 200 OK\r\nX-Shop: x\r\nContent-Length: {body.Length}\r\n\r\n{body}");
            }
        });
        using ILoadEngine engine = LoadEngine.Open(server.Target, scenario: Shop);

        LoadResult result = await engine.RunAsync(new LoadRequest(Shop, new UsersTimesLoops(1, 1)), Token);

        Assert.Equal([Findings.ValueNotFound], result.Errors.Keys);
    }

    [Theory]
    [InlineData("""{ "steps": [] }""", "0 steps")]
    [InlineData("""{ "steps": [ { "path": "/{id}" } ] }""", "{id}")]
    [InlineData("""{ "steps": [ { "method": "GET" } ] }""", "step 1 has no \"path\"")]
    [InlineData("""{ "steps": [ { "path": "/" }, null ] }""", "step 2 has no \"path\"")]
    [InlineData("""{ "steps": [ { "path": "/", "headers": { "X-A": null } } ] }""", "the header \"X-A\" of step 1 has no value")]
    [InlineData("""{ "steps": [ { "path": "/", "body": "\ud800" } ] }""", "half a character")]
    [InlineData("""{ "steps": [ { "path": "/", "take": { "a}{b": { "header": "X" } } } ] }""", "a name has letters")]
    [InlineData("""{ "steps": [ { "path": "http://10.0.0.1/" } ] }""", "a path starts with")]
    [InlineData("""{ "steps": [ { "path": "/", "url": "/" } ] }""", "line 1")]
    [InlineData("""{ "steps": [ { "path": "/", "take": { "a": { } } } ] }""", "one of \"json\", \"regex\", \"header\" and \"cookie\"")]
    [InlineData("""{ "steps": [ { "path": "/", "take": { "a": { "regex": "(" } } } ] }""", "Invalid pattern")]
    [InlineData("""{ "steps": [ { "path": "/", "take": { "a": { "regex": "(?=x)" } } } ] }""", "look-around")]
    [InlineData("""{ "steps": [ { "path": "/", "take": { "1a": { "header": "X" } } } ] }""", "a name has letters")]
    [InlineData("""{ "steps": [ { "path": "/", "take": { "a": { "json": "id" } } } ] }""", "a JSON pointer begins")]
    [InlineData("""{ "steps": [ { "path": "/", "headers": { "Content-Length": "1" } } ] }""", "set by the engine")]
    [InlineData("""{ "steps": [ { "path": "/", "take": { "a": null } } ] }""", "exactly one of")]
    [InlineData("""{ "steps": [ { "path": "/", "take": { "a": { "json": "/a", "regex": "a" } } } ] }""", "exactly one of")]
    [InlineData("""{ "steps": [ { "path": "/", "take": { "a": { "json": "/a", "header": "A" } } } ] }""", "exactly one of")]
    [InlineData("""{ "steps": [ { "path": "/", "take": { "a": { "json": "/a", "cookie": "a" } } } ] }""", "exactly one of")]
    [InlineData("""{ "steps": [ { "path": "/", "take": { "a": { "regex": "a", "header": "A" } } } ] }""", "exactly one of")]
    [InlineData("""{ "steps": [ { "path": "/", "take": { "a": { "regex": "a", "cookie": "a" } } } ] }""", "exactly one of")]
    [InlineData("""{ "steps": [ { "path": "/", "take": { "a": { "header": "A", "cookie": "a" } } } ] }""", "exactly one of")]
    [InlineData("""{ "steps": [ { "path": "/", "expect": "302" } ] }""", "\"expect\" is a status, such as 302, or a list of them.")]
    [InlineData("""{ "steps": [ { "path": "/", "expect": [200, "302"] } ] }""", "\"expect\" is a status, such as 302, or a list of them.")]
    [InlineData("""{ "steps": [ { "path": "/", "expect": [] } ] }""", "name at least one, each 200 to 599")]
    [InlineData("""{ "steps": [ { "path": "/", "expect": 199 } ] }""", "name at least one, each 200 to 599")]
    [InlineData("""{ "steps": [ { "path": "/", "expect": [200, 600] } ] }""", "name at least one, each 200 to 599")]
    [InlineData("[", "line 1")]
    [InlineData("null", "0 steps")]
    public void A_file_that_is_no_scenario_is_refused_with_the_reason(string json, string reason)
    {
        FormatException refused = Assert.Throws<FormatException>(() => LoadScenario.Parse(json));

        Assert.Contains(reason, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_scenario_of_more_steps_than_anybody_reads_is_refused()
    {
        LoadStep[] steps = [.. Enumerable.Repeat(new LoadStep("/"), 50)];

        Assert.Equal(50, new LoadScenario(steps).Steps.Count);
        ArgumentException refused = Assert.Throws<ArgumentException>(() => new LoadScenario([.. steps, steps[0]]));

        Assert.StartsWith("Cannot drive a scenario of 51 steps: 1 to 50 are allowed.", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("302", "302")]
    [InlineData("[302, 200, 302]", "200 or 302")]
    public void One_status_or_several_are_expected(string expect, string text)
    {
        ExpectedStatuses expected =
            LoadScenario.Parse($$"""{ "steps": [ { "path": "/", "expect": {{expect}} } ] }""").Steps[0].Expected;

        int[] others = [-1, 0, 199, 303, 599, 600, int.MaxValue];
        Assert.Equal(text, expected.Text);
        Assert.True(expected.Include(302));
        Assert.All(others, status => Assert.False(expected.Include(status)));
    }

    [Fact]
    public void A_value_is_taken_from_whichever_place_is_named()
    {
        LoadScenario scenario = LoadScenario.Parse("""
            { "steps": [ { "path": "/", "take": {
                "a": { "json": "/a" }, "b": { "regex": "b=(\\d)" }, "c": { "header": "C" }, "d": { "cookie": "d" } } } ] }
            """);
        using HttpResponseMessage response = new();
        response.Headers.TryAddWithoutValidation("C", "3");
        response.Headers.TryAddWithoutValidation("Set-Cookie", "d=4; Path=/");

        IEnumerable<string?> values =
            scenario.Steps[0].ExtractedValues.Select(value => value.Take(response, """{"a":"1","x":"b=2"}"""u8.ToArray()));

        Assert.Equal(["1", "2", "3", "4"], values);
    }

    [Theory]
    [InlineData("/a~1b/1/~0", "found")]
    [InlineData("/a~1b/0", "1")]
    [InlineData("/a~1b/2", null)]
    [InlineData("/nothing", null)]
    [InlineData("/a~1b/x", null)]
    public void A_json_pointer_is_followed_as_rfc_6901_says(string place, string? expected)
    {
        using HttpResponseMessage response = new();

        Assert.Equal(expected, ExtractedValue.FromJson("x", place).Take(response, """{"a/b":[1,{"~":"found"}]}"""u8.ToArray()));
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task The_fast_engine_refuses_a_scenario()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "It is there on Linux only.");
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using ILoadEngine engine = LoadEngine.Open(server.Target);

        await Assert.ThrowsAsync<ArgumentException>(() => engine.RunAsync(new LoadRequest(Shop, new UsersTimesLoops(1, 1)), Token));
    }

    private static ScriptedServer Serve(ConcurrentQueue<string> asked)
    {
        int logins = 0;
        return new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } head)
            {
                string body = await ReadBodyAsync(connection, head);
                asked.Enqueue(
                    $"{string.Join(' ', head.Split(' ')[..2])} {Field(head, "Authorization")} {Field(head, "Content-Type")} {body}");
                string answer = head.StartsWith("POST", StringComparison.Ordinal)
                    ? $"{{\"session\":{{\"token\":\"t/{Interlocked.Increment(ref logins)}\"}}}}"
                    : "<p data-id=42>";
                await connection.SendAsync($"HTTP/1.1 200 OK\r\nX-Shop: north & south\r\nContent-Length: {answer.Length}\r\n\r\n{answer}");
            }
        });
    }

    private static string Field(string head, string name) =>
        head.Split("\r\n").FirstOrDefault(line => line.StartsWith($"{name}: ", StringComparison.OrdinalIgnoreCase))?[(name.Length + 2)..]
            ?? "";

    private static async Task<string> ReadBodyAsync(ScriptedConnection connection, string head) =>
        Field(head, "Content-Length") is { Length: > 0 } length
            ? await connection.ReadBodyAsync(int.Parse(length, System.Globalization.CultureInfo.InvariantCulture))
            : "";
}
