using System.Runtime.Versioning;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>What a thread of the event loop allocates in the timed region, to the byte: nothing, whatever it sends and
/// whatever comes back.</summary>
[SupportedOSPlatform("linux")]
[Collection(nameof(EngineArrivalTests))]
[Trait("Judges", "time")]
public sealed class EngineAllocationTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string> Loads =>
    [
        "users", "traced", "connection a request", "thinking", "head", "body", "rate", "ramp beyond the cap", "intervals",
        "rate in intervals",
        "trace parents",
    ];

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Loads))]
    public Task A_load_allocates_nothing_while_it_runs(string load) => QuietMachine.JudgeAsync(async () =>
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using EventLoopEngine engine = new(server.Target);
        UsersTimesLoops users = new(4, 250);
        LoadRequest request = load switch
        {
            "users" => new LoadRequest("/", users),
            "traced" => new LoadRequest("/", users) { MaximumTraces = 500 },
            "connection a request" => new LoadRequest("/", users) { KeepsConnections = false },
            "thinking" => new LoadRequest("/", users) { ThinkTime = TimeSpan.FromTicks(1) },
            "head" => new LoadRequest("/", users) { Method = "HEAD", Headers = [new("X-Key", "value")] },
            "body" => new LoadRequest("/", users) { Method = "POST", Body = new byte[5_000] },
            "intervals" => new LoadRequest("/", new UsersForTime(4, TimeSpan.FromSeconds(0.3)))
            {
                Intervals = new Received<LoadInterval>(),
                IntervalLength = TimeSpan.FromMilliseconds(10),
            },
            "rate in intervals" => new LoadRequest("/", Arrivals.AtRate(2_000, TimeSpan.FromSeconds(0.3)))
            {
                Intervals = new Received<LoadInterval>(),
                IntervalLength = TimeSpan.FromMilliseconds(10),
            },
            "trace parents" => new LoadRequest("/", users) { TraceParents = new TraceParents(1) },
            "rate" => new LoadRequest("/", Arrivals.AtRate(2_000, TimeSpan.FromSeconds(0.3))),
            _ => new LoadRequest("/", new Arrivals(100, 5_000, TimeSpan.FromSeconds(0.3)) { MaximumInFlight = 2 }),
        };
        // Opens connections, and makes room. To HEAD the server answers with a body: each is a failure.
        await engine.RunAsync(request, Token);

        LoadResult result = await RunAsync(engine, request);

        Assert.True(result.Count + result.Errors.Values.Sum() >= 500);
    });

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Answers_that_are_never_the_same_and_come_in_pieces_allocate_nothing()
    {
        int answers = 0;
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                int number = Interlocked.Increment(ref answers);
                await connection.SendAsync($"HTTP/1.1 200 OK\r\nX-Number: {number}\r\nTransfer-Enc");
                await connection.SendAsync($"oding: chunked\r\n\r\n{number % 7 + 1:x}\r\n{new string('x', number % 7 + 1)}\r\n0\r\n\r\n");
            }
        });
        using EventLoopEngine engine = new(server.Target);
        LoadRequest request = new("/", new UsersTimesLoops(4, 250));
        await engine.RunAsync(request, Token); // Makes room for pieces.

        LoadResult result = await RunAsync(engine, request);

        Assert.Equal(1_000, result.Count);
    }

    // What a load allocates it allocates each time; so the best of three. The runtime has allocations of its own in the
    // midst of a load: once 32 bytes, when a method was called for the 30th time and is to be compiled anew; and a collection, for what
    // other tests allocate, may count the rest of a thread's allocation buffer: 8 KiB at most. One object for each request would be more.
    private static async Task<LoadResult> RunAsync(EventLoopEngine engine, LoadRequest request)
    {
        for (int run = 1; ; run++)
        {
            int collections = GC.CollectionCount(0);
            LoadResult result = await engine.RunAsync(request, Token);
            long most = GC.CollectionCount(0) == collections ? 0 : 8 * 1024;
            if (run < 3 && result.Threads.Any(thread => thread.AllocatedBytes > most))
                continue;
            Assert.All(result.Threads, thread => Assert.InRange(thread.AllocatedBytes, 0, most));
            return result;
        }
    }
}
