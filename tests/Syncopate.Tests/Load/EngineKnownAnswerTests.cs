using System.Diagnostics;
using System.Globalization;
using System.Text;
using Syncopate.Histograms;
using Syncopate.Load;
using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>Servers whose latencies are known beforehand, or which say themselves how long they took. These tests need
/// the real clock: what they compare is what two clocks say.</summary>
[Collection(nameof(EngineArrivalTests))]
[Trait("Judges", "time")]
public sealed class EngineKnownAnswerTests
{
    private const string Work = "work";
    private static readonly double[] Quarters = [0.25, 0.75];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string> Engines => ["event loop", "HttpClient"];

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public Task A_server_of_20_ms_takes_as_long_as_it_says_and_a_little(string name) => QuietMachine.JudgeAsync(async () =>
    {
        await using ScriptedServer server = Stamping(_ => 20);
        using ILoadEngine engine = Given.Engine(name, server.Target);
        await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(20, 10)), Token); // Compiles the code of both sides.

        LoadRequest request = new("/", new UsersTimesLoops(20, 50)) { MaximumTraces = 1_000 };
        LoadResult result = await engine.RunAsync(request, Token);

        Assert.All(
            result.Traces, trace => Assert.True(Latency(trace) >= Stamp(trace), "No answer can be there before its server has made it."));
        foreach (double quantile in new[] { 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1 })
        {
            Assert.True(
                result.Latencies.ValueAtQuantile(quantile) >= Quantile(result.Traces, Stamp, quantile),
                $"Quantile {quantile} is below the truth.");
        }

        // Less than a millisecond on a machine with time; a delayed acknowledgement would be 40, a timer of Windows 15.
        Assert.InRange(result.Latencies.ValueAtQuantile(0.5) - Quantile(result.Traces, Stamp, 0.5), 0, 5_000_000);
        Assert.DoesNotContain(LoadDoubts.Of(result, request), doubt => doubt.Code == "modes");
    });

    // The closed forms of load.md section 6 are a floor on every machine: no answer comes before its server has thawed. How far above them
    // the latencies are is what the server and the machine took, and bench/PaceBench.cs tells it; here every one of them is recomputed.
    [Fact(Timeout = Hanging.Milliseconds)]
    public Task A_tenth_of_the_time_frozen_shows_in_the_twentieth_part_of_all_requests() => QuietMachine.JudgeAsync(async () =>
    {
        // A10, time-compressed five times: 0.2 s of every 2 s instead of 1 s of every 10 s. Quantile q > 0.9 is S - P(1 - q).
        Freeze freeze = new(TimeSpan.FromSeconds(0.2), TimeSpan.FromSeconds(2));

        LoadResult result = await MeasureAsync("event loop", freeze, 500);

        AssertNotBelow(freeze.QuantileMilliseconds(0.95), Milliseconds(result, 0.95), 0.1);
        AssertNotBelow(freeze.QuantileMilliseconds(0.99), Milliseconds(result, 0.99), 0.1);
        AssertNotBelow(freeze.QuantileMilliseconds(1), Milliseconds(result, 1), 0.1);
        AssertCountedFromDue(result, 500);
    });

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public Task The_percentiles_of_a_freeze_are_those_of_the_closed_form(string name) => QuietMachine.JudgeAsync(async () =>
    {
        // Time-compressed: p90 500, p99 950, maximum 1,000, mean 100 ms when the server is frozen for 1 s at the end of every 5 s.
        const double Seconds = 0.5;
        const double Tolerance = 0.03;
        Freeze freeze = new(TimeSpan.FromSeconds(Seconds), TimeSpan.FromSeconds(5 * Seconds));

        LoadResult result = await MeasureAsync(name, freeze, 400);

        AssertNotBelow(500 * Seconds, Milliseconds(result, 0.9), 2 * Tolerance);
        AssertNotBelow(950 * Seconds, Milliseconds(result, 0.99), Tolerance);
        AssertNotBelow(1000 * Seconds, Milliseconds(result, 1), Tolerance);
        AssertNotBelow(100 * Seconds, Mean(result), 2 * Tolerance);
        if (name == "event loop")
            AssertCountedFromDue(result, 400);
    });

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public Task Two_kinds_of_answer_are_told_apart(string name) => QuietMachine.JudgeAsync(async () =>
    {
        await using ScriptedServer server = Stamping(request => request % 2 == 0 ? 20 : 180);
        using ILoadEngine engine = Given.Engine(name, server.Target);
        // Opens connections, and compiles the code of both sides.
        await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(100, 1)), Token);

        LoadRequest request = new("/", new UsersTimesLoops(100, 12)) { MaximumTraces = 1_200 };
        LoadResult result = await engine.RunAsync(request, Token);

        foreach (double quantile in Quarters)
        {
            long stamped = Quantile(result.Traces, Stamp, quantile);
            Assert.InRange(result.Latencies.ValueAtQuantile(quantile), stamped, stamped + 5_000_000);
            AssertSameBucket(result.Latencies, Quantile(result.Traces, Latency, quantile), quantile);
        }

        double mean = result.LatencySumNanoseconds / result.Count;
        Assert.Equal(result.Traces.Average(Latency), mean, 1.0);
        Assert.InRange(mean - result.Traces.Average(Stamp), 0, 5e6);
        Assert.Equal(2, Modality.Of(result.Latencies).Count);
        Assert.Contains("two modes", LoadDoubts.Of(result, request).Single(doubt => doubt.Code == "modes").What, StringComparison.Ordinal);
    });

    [Theory(Timeout = Hanging.Milliseconds)]
    [MemberData(nameof(Engines))]
    public Task Users_are_rate_times_latency_and_time_to_think(string name) => QuietMachine.JudgeAsync(async () =>
    {
        await using ScriptedServer server = Stamping(_ => 20);
        using ILoadEngine engine = Given.Engine(name, server.Target);
        TimeSpan think = TimeSpan.FromMilliseconds(10);
        const int Loops = 40;

        LoadRequest request = new("/", new UsersTimesLoops(20, Loops)) { ThinkTime = think };
        LoadResult result = await engine.RunAsync(request, Token);

        double rate = result.Count / Seconds(result);
        double thought = think.TotalSeconds * (Loops - 1) / Loops; // Nobody thinks after the last answer.
        double users = rate * (result.LatencySumNanoseconds / result.Count / 1e9 + thought);
        Assert.InRange(users / 20, 0.9, 1.001); // The last user of all ends later than the others, and is alone meanwhile.
        // Late by a timer: of the runtime a millisecond or two of thirty, of a busy machine more.
        Assert.InRange(result.InFlightShare, 0.8, 1);
        Assert.Equal(result.InFlightShare < 0.95, LoadDoubts.Of(result, request).Any(doubt => doubt.Code == LoadLaws.Little));
    });

    [Fact(Timeout = Hanging.Milliseconds)]
    public Task Fifty_users_of_a_fast_server_are_fifty_in_flight() => QuietMachine.JudgeAsync(async () =>
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using ILoadEngine engine = Given.Engine("event loop", server.Target);

        LoadRequest request = new("/", new UsersForTime(50, TimeSpan.FromSeconds(0.5)));
        LoadResult result = await engine.RunAsync(request, Token);

        double rate = result.Count / Seconds(result);
        Assert.InRange(rate * result.LatencySumNanoseconds / result.Count / 1e9, 49, 50.001);
        Assert.InRange(result.MeanInFlight, 49, 50.001);
        Assert.DoesNotContain(LoadDoubts.Of(result, request), LoadDoubts.IsInvalidating);
    });

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Users_that_pause_after_failures_make_a_load_invalid()
    {
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            if (connection.Number % 3 == 0)
                await connection.SendAsync("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello");
        });
        using ILoadEngine engine = Given.Engine("event loop", server.Target);

        LoadRequest request = new("/", new UsersTimesLoops(1, 12));
        LoadResult result = await engine.RunAsync(request, Token);

        Assert.Contains(
            LoadDoubts.Of(result, request),
            doubt => LoadDoubts.IsInvalidating(doubt) && doubt.What.StartsWith("This load is invalid", StringComparison.Ordinal));
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public Task A_generator_whose_only_thread_is_busy_says_that_it_was_the_limit() => QuietMachine.JudgeAsync(async () =>
    {
        // To send it costs the server little; to read 10,000 chunks of a byte each costs the generator ten times as much.
        byte[] answer = Encoding.ASCII.GetBytes(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + string.Concat(
                Enumerable.Repeat("1\r\nx\r\n", 10_000)) + "0\r\n\r\n");
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
                await connection.SendAsync(answer);
        });
        using ILoadEngine engine = Given.Engine("event loop", server.Target, new LoadOptions { Threads = 1 });

        // Opens connections, and compiles the code of both sides.
        await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(100, 2)), Token);
        LoadRequest request = new("/", new UsersForTime(100, TimeSpan.FromSeconds(0.7)));
        LoadResult result = await engine.RunAsync(request, Token);

        TestContext.Current.TestOutputHelper?.WriteLine(
            string.Create(CultureInfo.InvariantCulture, $"{result.Count} answers; busy {result.Threads[0].BusyShare:0.000}"));
        Assert.Contains(
            "The generator was the limit", LoadDoubts.Of(result, request).Single(doubt => doubt.Code == "generator-limit").What,
            StringComparison.Ordinal);
    });

    [Fact(Timeout = Hanging.Milliseconds)]
    public Task A_generator_without_a_processor_says_that_it_sent_late() => QuietMachine.JudgeAsync(async () =>
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using ILoadEngine engine = Given.Engine("event loop", server.Target);
        using CancellationTokenSource enough = new();
        Thread[] hogs = [.. Enumerable.Range(0, 8 * Environment.ProcessorCount).Select(_ => new Thread(() => Spin(enough.Token)))];

        Array.ForEach(hogs, hog => hog.Start());
        LoadRequest request = new("/", Arrivals.AtRate(500, TimeSpan.FromSeconds(1)));
        LoadResult result;
        try
        {
            result = await engine.RunAsync(request, Token);
        }
        finally
        {
            await enough.CancelAsync();
            Array.ForEach(hogs, hog => hog.Join());
        }

        Assert.Contains(LoadDoubts.Of(result, request), doubt => doubt.Code == "late-sends");
    });

    private static void Spin(CancellationToken enough)
    {
        while (!enough.IsCancellationRequested)
            Thread.SpinWait(100); // Never gives the processor away, as SpinWait.SpinUntil would.
    }

    // Says in each answer how long it has worked on it, from the last byte of the request to the first of the answer.
    private static ScriptedServer Stamping(Func<int, int> milliseconds)
    {
        int requests = 0;
        return new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                long began = Stopwatch.GetTimestamp();
                await Task.Delay(milliseconds(Interlocked.Increment(ref requests)));
                string took = Stopwatch.GetElapsedTime(began).TotalMilliseconds.ToString("0.######", CultureInfo.InvariantCulture);
                await connection.SendAsync(
                    $"HTTP/1.1 200 OK\r\nServer-Timing: {Work};dur={took};desc=\"{began}\"\r\nContent-Length: 0\r\n\r\n");
            }
        });
    }

    private static long Stamp(RequestTrace trace) => trace.Parts.Single(part => part.Name == Work).DurationNanoseconds;

    private static long Latency(RequestTrace trace) => trace.EndNanoseconds - trace.SentNanoseconds;

    private static long Quantile(IEnumerable<RequestTrace> traces, Func<RequestTrace, long> figure, double quantile) =>
        Quantile(traces.Select(figure), quantile);

    private static long Quantile(IEnumerable<long> figures, double quantile)
    {
        long[] ordered = [.. figures.Order()];
        return ordered[Math.Max(0, (int)Math.Ceiling(Math.BitDecrement(quantile * ordered.Length)) - 1)];
    }

    private static double Milliseconds(LoadResult result, double quantile) => result.Latencies.ValueAtQuantile(quantile) / 1e6;

    private static double Seconds(LoadResult result) =>
        Stopwatch.GetElapsedTime(result.StartedTimestamp, result.EndedTimestamp).TotalSeconds;

    private static double Mean(LoadResult result) => result.LatencySumNanoseconds / result.Count / 1e6;

    // Two periods of a frozen server, at a rate, with a trace of each request.
    private static async Task<LoadResult> MeasureAsync(string name, Freeze freeze, int rate)
    {
        await using ScriptedServer server = freeze.Serve();
        using ILoadEngine engine = Given.Engine(name, server.Target, new LoadOptions { Threads = 1 });
        Arrivals arrivals = Arrivals.AtRate(rate, 2 * freeze.Period);
        int count = (int)(rate * arrivals.Duration.TotalSeconds);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", arrivals) { MaximumTraces = count }, Token);

        Assert.Empty(result.Errors);
        Assert.Equal(count, result.Count);
        Assert.Equal(count, result.Traces.Count);
        double due = (count - 1) / 2.0 / rate * 1e9; // On average.
        Assert.Equal(result.Traces.Average(trace => trace.EndNanoseconds) - due, result.LatencySumNanoseconds / result.Count, 1_000.0);
        return result;
    }

    // One thread sends in the order in which the requests are due: the first that was sent was due at 0, the next 1 / rate later.
    private static void AssertCountedFromDue(LoadResult result, int rate)
    {
        RequestTrace[] traces = [.. result.Traces.OrderBy(trace => trace.SentNanoseconds)];
        long[] due = [.. traces.Select((_, request) => (long)(request * 1e9 / rate))];
        Assert.All(traces, (trace, request) => Assert.InRange(trace.SentNanoseconds, due[request] - 1_000, trace.EndNanoseconds));
        foreach (double quantile in new[] { 0.5, 0.9, 0.95, 0.99, 1 })
        {
            long latency = Quantile(traces.Select((trace, request) => trace.EndNanoseconds - due[request]), quantile);
            AssertSameBucket(result.Latencies, latency, quantile);
            AssertSameBucket(result.ServiceTimes!, Quantile(traces, Latency, quantile), quantile);
        }
    }

    private static void AssertSameBucket(Histogram histogram, long exact, double quantile) =>
        Assert.InRange(histogram.IndexOf(histogram.ValueAtQuantile(quantile)) - histogram.IndexOf(exact), -1, 1);

    private static void AssertNotBelow(double expected, double actual, double tolerance) =>
        Assert.InRange(actual, expected * (1 - tolerance), double.MaxValue);
}
