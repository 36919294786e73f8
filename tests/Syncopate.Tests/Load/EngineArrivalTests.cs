using Syncopate.Load;
using Syncopate.Load.Engines;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>Requests at a rate, by both engines. What they compare needs the real clock.</summary>
[CollectionDefinition(nameof(EngineArrivalTests), DisableParallelization = true)]
[Collection(nameof(EngineArrivalTests))]
[Trait("Judges", "time")]
public sealed class EngineArrivalTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string> Engines => ["event loop", "HttpClient"];

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public Task Every_request_that_was_due_is_an_answer_or_an_error(string name) => QuietMachine.JudgeAsync(async () =>
    {
        int requests = 0;
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await connection.SendAsync(
                    Interlocked.Increment(ref requests) % 10 == 0 ? "HTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n" : ScriptedServer.Good);
            }
        });
        using ILoadEngine engine = Given.Engine(name, server.Target);
        LoadRequest request = new("/", new Arrivals(100, 500, TimeSpan.FromSeconds(1))) { Discard = TimeSpan.FromMilliseconds(200) };

        LoadResult result = await engine.RunAsync(request, Token);

        Assert.Equal(300, result.Count + result.Discarded + result.Errors.Values.Sum());
        Assert.Equal(300, result.Lateness!.TotalCount);
        Assert.Equal(30, result.Errors["status 503"]);
        Assert.InRange(result.Discarded, 20, 28); // 28 are due in the first 0.2 s: 100 t + 400 t^2 / 2. One in ten failed.
        Assert.Equal(result.Count, result.ServiceTimes!.TotalCount);
        Assert.Equal(0, result.Overflowed);
    });

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public Task What_is_due_beyond_the_cap_is_sent_later_counted_and_measured_from_when_it_was_due(string name) =>
        QuietMachine.JudgeAsync(async () =>
    {
        TaskCompletionSource answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
        int inFlight = 0;
        int most = 0;
        int arrived = 0;
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                most = Math.Max(most, Interlocked.Increment(ref inFlight));
                if (Interlocked.Increment(ref arrived) == 1)
                    _ = Task.Delay(300, CancellationToken.None).ContinueWith(_ => answer.SetResult(), TaskScheduler.Default);
                await answer.Task; // Nobody is answered for 0.3 s.
                Interlocked.Decrement(ref inFlight);
                await connection.SendAsync(ScriptedServer.Good);
            }
        });
        using ILoadEngine engine = Given.Engine(name, server.Target);

        LoadResult result = await engine.RunAsync(
            new LoadRequest("/", Arrivals.AtRate(200, TimeSpan.FromSeconds(0.2)) with { MaximumInFlight = 10 }), Token);

        Assert.Equal(40, result.Count);
        Assert.Equal(10, most);
        Assert.InRange(result.Overflowed, 25, 30);
        Assert.True(result.Latencies.Minimum > 0.09e9, "The last one was due 0.1 s before the answers came, and the first one 0.3 s.");
        Assert.InRange(
            result.ServiceTimes!.ValueAtQuantile(0.5), 0, result.Latencies.ValueAtQuantile(0.5) - 50_000_000);
    });

    [Fact(Timeout = Hanging.Milliseconds)]
    public Task Sending_is_never_early_and_lateness_is_measured() => QuietMachine.JudgeAsync(async () =>
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using ILoadEngine engine = LoadEngine.Open(server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", Arrivals.AtRate(1000, TimeSpan.FromSeconds(0.5))), Token);

        TestContext.Current.TestOutputHelper?.WriteLine(
            $"late p50 {result.Lateness!.ValueAtQuantile(0.5) / 1e3:0.0} us, p99 {result.Lateness.ValueAtQuantile(0.99) / 1e3:0.0} us");
        Assert.Equal(500, result.Lateness!.TotalCount);
        Assert.InRange(result.EndedTimestamp - result.StartedTimestamp, 499e6, double.MaxValue);
        Assert.InRange(result.Lateness.ValueAtQuantile(0.5), 0, 1_000_000); // A timer of 1 ms would show as 0.5 ms and more.
    });

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_request_that_waits_for_room_longer_than_its_timeout_is_given_up_unsent()
    {
        using ManualTime time = new();
        int arrived = 0;
        TaskCompletionSource first = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                Interlocked.Increment(ref arrived);
                first.TrySetResult();
            }
        });
        using ILoadEngine engine = LoadEngine.Open(server.Target, new LoadOptions { TotalTimeout = TimeSpan.FromSeconds(2) }, time);

        Task<LoadResult> running =
            engine.RunAsync(new LoadRequest("/", Arrivals.AtRate(10, TimeSpan.FromSeconds(1)) with { MaximumInFlight = 1 }), Token);
        await first.Task.WaitAsync(Token); // The time of this test runs faster than bytes do.
        while (await Task.WhenAny(running, time.NextTimerAsync(Token)) != running)
            time.Advance(TimeSpan.FromMilliseconds(250));
        LoadResult result = await running;

        Assert.Equal(1, arrived);
        Assert.Equal(Findings.TimedOut, Assert.Single(result.Errors).Key);
        Assert.Equal(0, result.Count);
    }
}
