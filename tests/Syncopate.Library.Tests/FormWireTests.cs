using Syncopate.Calling;
using Syncopate.Children;
using Syncopate.Histograms;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Library.Tests;

/// <summary>What the program that measures and the processes of its forms say to each other arrives as it was said.</summary>
[Trait("Judges", "behaviour")]
public sealed class FormWireTests
{
    // One of each kind by which a form can be called.
    private static readonly LoadShape[] Shapes =
    [
        new UsersTimesLoops(7, 11),
        new UsersForTime(50, TimeSpan.FromMilliseconds(1234)),
        new SteppedUsers(10, 5, 50, TimeSpan.FromSeconds(1)),
        new Arrivals(20, 200.5, TimeSpan.FromSeconds(3)) { MaximumInFlight = 17 },
    ];

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void A_load_of_each_shape_arrives(int index)
    {
        LoadShape shape = Shapes[index];
        LoadRequest request = new("/", shape) { Discard = TimeSpan.FromMilliseconds(40), MaximumTraces = 9 };

        using BinaryReader message = Sent(to => FormWire.Write(to, request, TimeSpan.FromSeconds(30)));
        (LoadRequest arrived, TimeSpan timeout) = FormWire.ReadRequest(message);

        Assert.Equal(shape, arrived.Shape);
        Assert.Equal((request.Discard, request.MaximumTraces), (arrived.Discard, arrived.MaximumTraces));
        Assert.Equal(TimeSpan.FromSeconds(30), timeout);
    }

    [Fact]
    public void A_result_and_what_was_thrown_arrive()
    {
        FormDescription description = new(Form.Async, "Async", "x => x", "Here.cs", 1) { GivesTask = true };
        int calls = 0;
        FormCode<NoState> code = FormCode<NoState>.Of(description, async Task (NoState _, CancellationToken token) =>
        {
            await Task.Delay(1, token);
            if (Interlocked.Increment(ref calls) % 5 == 0)
                throw new FormatException("no number");
        });
        LoadDriver driver = new(new FormWorkOf<NoState>(code, () => () => default));
        LoadRequest request = new("/", Arrivals.AtRate(100, TimeSpan.FromMilliseconds(200))) { MaximumTraces = 5 };
        LoadResult result = driver.Run(request, TimeSpan.FromMinutes(1), () => false);

        using BinaryReader message = Sent(to =>
        {
            FormWire.Write(to, result);
            FormWire.Write(to, driver.Thrown);
        });
        LoadResult arrived = FormWire.ReadResult(message);

        Assert.Equal((16, 20, 0), (arrived.Count, arrived.Started, arrived.Unfinished));
        Assert.Equal(result.LatencySumNanoseconds, arrived.LatencySumNanoseconds);
        Assert.Equal(result.Latencies.Counts.ToArray(), arrived.Latencies.Counts.ToArray());
        Assert.Equal(result.Lateness?.Counts.ToArray(), arrived.Lateness?.Counts.ToArray());
        Assert.Equal(4, arrived.Errors["FormatException"]);
        Assert.Equal(result.Traces.Select(t => (t.User, t.SentNanoseconds, t.ServedNanoseconds, t.EndNanoseconds)),
            arrived.Traces.Select(t => (t.User, t.SentNanoseconds, t.ServedNanoseconds, t.EndNanoseconds)));
        Assert.Equal(driver.Thrown, FormWire.ReadThrown(message));
        Assert.Equal("FormatException", Assert.Single(driver.Thrown).Kind);
    }

    /// <summary>A figure that is not sent, or that is not taken over at the other end, would be 0.</summary>
    [Fact]
    public void Every_figure_of_calls_arrives()
    {
        Histogram latencies = new();
        latencies.Record(5_000);
        LoadResult result = LoadResult.OfCalls(11, 12, latencies, new Histogram()) with
        {
            LatencySumNanoseconds = 13.5,
            Discarded = 14,
            Started = 15,
            Unfinished = 16,
            Drained = 17,
            DrainNanoseconds = 18.5,
            Overflowed = 19,
            InFlightShare = 0.25,
            MeanInFlight = 20.5,
            Cancelled = true,
            Failure = new LoadFailure(21, "kind", "what"),
        };

        using BinaryReader message = Sent(to => FormWire.Write(to, result));
        LoadResult arrived = FormWire.ReadResult(message);

        // Histograms and lists are compared by reference; what they hold is compared in the test above.
        Assert.Equal(result, arrived with
        {
            Latencies = result.Latencies,
            Errors = result.Errors,
            FirstByteTimes = result.FirstByteTimes,
            ConnectTimes = result.ConnectTimes,
            Traces = result.Traces,
            Threads = result.Threads,
            Steps = result.Steps,
            Slowest = result.Slowest,
        });
    }

    private static BinaryReader Sent(Action<BinaryWriter> write)
    {
        using MemoryStream sent = new(FormWire.Bytes(write));
        return FormWire.Receive(sent);
    }
}
