using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text.Json;
using Syncopate.Journaling;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Load.Tallying;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>The trace that each request carries, and the slowest requests by it, in both engines.</summary>
[Trait("Judges", "behaviour")]
public sealed class TraceParentsTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string> Engines => ["event loop", "HttpClient"];

    /// <summary>Journals have had this key since requests carry traces; a member that is renamed must not rename it.</summary>
    [Fact]
    public void A_slow_request_keeps_its_keys_in_a_journal()
    {
        string text = JsonSerializer.Serialize(new SlowRequest("", 1, 2, null), JournalJson.Default.SlowRequest);

        using JsonDocument json = JsonDocument.Parse(text);
        Assert.Equal(
            ["dueNanoseconds", "finding", "isPossible", "latencyNanoseconds", "traceId"],
            json.RootElement.EnumerateObject().Select(member => member.Name).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Ids_are_those_of_the_published_generator()
    {
        // The first output of SplitMix64 from the seed 0 (Steele, Lea, Flood 2014; Vigna's splitmix64.c).
        TraceParents parents = new(unchecked((ulong)-1L));

        Assert.StartsWith("e220a8397b1dcdaf", parents.TraceId(1), StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_sent_is_read_by_the_parser_of_the_runtime_as_the_id_that_is_told()
    {
        TraceParents parents = new(42);
        HashSet<string> ids = [];
        for (int i = 0; i < 10_000; i++)
        {
            long number = parents.Claim();

            Assert.True(ActivityContext.TryParse(parents.Value(number), null, out ActivityContext context), parents.Value(number));
            Assert.Equal(parents.TraceId(number), context.TraceId.ToHexString());
            Assert.Equal(ActivityTraceFlags.Recorded, context.TraceFlags);
            Assert.NotEqual(default, context.SpanId);
            Assert.True(ids.Add(parents.TraceId(number)));
        }
    }

    [Fact]
    public void A_part_that_is_sent_elsewhere_has_other_ids()
    {
        TraceParents whole = new(7);
        TraceParents[] parts = [new(whole.NewSeed()), new(whole.NewSeed()), whole];

        Assert.Equal(3_000, parts.SelectMany(part => Enumerable.Range(1, 1_000).Select(number => part.TraceId(number))).Distinct().Count());
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public async Task The_slowest_requests_are_told_by_the_ids_under_which_their_server_knows_them(string name)
    {
        ConcurrentDictionary<string, bool> isSlow = [];
        int asked = 0;
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } head)
            {
                bool waits = Interlocked.Increment(ref asked) % 40 == 0;
                Assert.True(isSlow.TryAdd(IdIn(head), waits));
                if (waits)
                    await Task.Delay(300);
                await connection.SendAsync(ScriptedServer.Good);
            }
        });
        using ILoadEngine engine = Given.Engine(name, server.Target);
        Received<LoadInterval> intervals = new();
        LoadRequest request = new("/", new UsersTimesLoops(4, 50)) { TraceParents = new TraceParents(1), Intervals = intervals };

        LoadResult result = await engine.RunAsync(request, Token);

        Assert.Equal((200, 200), ((int)result.Count, isSlow.Count));
        Assert.Equal(10, result.Slowest.Count);
        string[] slow = [.. isSlow.Where(request => request.Value).Select(request => request.Key)];
        Assert.Equal(5, slow.Length);
        // Others take as long where the machine gives them no processor, so they may stand beside them.
        SlowRequest[] told = [.. result.Slowest.Where(request => slow.Contains(request.TraceId))];
        Assert.Equal(5, told.Length);
        Assert.All(told, request => Assert.True(request.LatencyNanoseconds >= 290_000_000));
        Assert.Equal(result.Slowest.OrderByDescending(request => request.LatencyNanoseconds), result.Slowest);
        Assert.All(result.Slowest, request => Assert.True(request is { IsValid: true, Finding: null }));
        Assert.Contains(result.Slowest[0], intervals.Values.SelectMany(interval => interval.Slowest));
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public async Task A_request_that_times_out_is_among_the_slowest_with_its_finding(string name)
    {
        string? hung = null;
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } head)
            {
                if (Interlocked.CompareExchange(ref hung, IdIn(head), null) is not null)
                    await connection.SendAsync(ScriptedServer.Good);
            }
        });
        // Long enough for a busy machine to bring the requests to the server: one that times out before has another id.
        LoadOptions options = new() { TotalTimeout = TimeSpan.FromSeconds(2) };
        using ILoadEngine engine = Given.Engine(name, server.Target, options);

        LoadRequest request = new("/", new UsersTimesLoops(2, 5)) { TraceParents = new TraceParents(1) };
        LoadResult result = await engine.RunAsync(request, Token);

        Assert.Equal((hung, Findings.TimedOut), (result.Slowest[0].TraceId, result.Slowest[0].Finding));
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Requests_that_go_out_in_pieces_keep_their_own_ids()
    {
        byte[] body = new byte[1_000_000];
        ConcurrentBag<string> ids = [];
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } head)
            {
                ids.Add(IdIn(head));
                Assert.Equal(new string('\0', body.Length), await connection.ReadBodyAsync(body.Length));
                await connection.SendAsync(ScriptedServer.Good);
            }
        });
        using ILoadEngine engine = LoadEngine.Open(server.Target, new LoadOptions { Threads = 1 });
        TraceParents parents = new(3);

        LoadResult result = await engine.RunAsync(
            new LoadRequest("/", new UsersTimesLoops(6, 5)) { Method = "POST", Body = body, TraceParents = parents }, Token);

        Assert.Equal(30, result.Count);
        Assert.Equal(Enumerable.Range(1, 30).Select(number => parents.TraceId(number)).Order(), ids.Order());
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Without_it_nothing_is_sent_and_nothing_told()
    {
        string? head = null;
        await using ScriptedServer server = new(async connection =>
        {
            head ??= await connection.ReadRequestAsync();
            await connection.SendAsync(ScriptedServer.Good);
        });
        using ILoadEngine engine = LoadEngine.Open(server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 1)), Token);

        Assert.DoesNotContain("trace", head, StringComparison.OrdinalIgnoreCase);
        Assert.Empty(result.Slowest);
    }

    [Fact]
    public void A_header_of_that_name_is_refused_whichever_is_said_first()
    {
        LoadRequest plain = new("/", new UsersTimesLoops(1, 1));
        KeyValuePair<string, string>[] own = [new("TraceParent", "00-1-2-01")];
        TraceParents parents = new(1);

        Func<LoadRequest>[] both =
            [() => plain with { Headers = own, TraceParents = parents }, () => plain with { TraceParents = parents, Headers = own }];
        Assert.All(both, make => Assert.Contains("traceparent", Assert.Throws<ArgumentException>(make).Message, StringComparison.Ordinal));
        LoadScenario scenario = LoadScenario.Parse("""{"steps": [{"path": "/", "headers": {"traceparent": "x"}}]}""");
        Assert.Throws<ArgumentException>(() => new LoadRequest(scenario, new UsersTimesLoops(1, 1)) { TraceParents = parents });
    }

    [Fact]
    public void Of_any_requests_the_ten_slowest_are_kept()
    {
        Random random = new(5);
        SlowRequests kept = new();
        List<long> all = [];
        for (int part = 0; part < 20; part++)
        {
            SlowRequests page = new();
            for (int i = random.Next(30); i > 0; i--)
            {
                all.Add(random.Next(50));
                page.Add(new RequestTimes(1_000, 1_000, 1_000, 1_000 + all[^1], 1 + i), null);
            }

            kept.Add(page);
        }

        Assert.Equal(all.OrderDescending().Take(10), kept.ToRequests(new TraceParents(1), 0, 1).Select(slow => slow.LatencyNanoseconds));
    }

    private static string IdIn(string head)
    {
        string line = Assert.Single(head.Split("\r\n"), line => line.StartsWith("traceparent: ", StringComparison.Ordinal));
        Assert.True(ActivityContext.TryParse(line["traceparent: ".Length..], null, out ActivityContext context), line);
        return context.TraceId.ToHexString();
    }
}
