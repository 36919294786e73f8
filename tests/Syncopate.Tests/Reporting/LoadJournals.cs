using Syncopate.Histograms;
using Syncopate.Journaling;
using Syncopate.Tests.Load;

namespace Syncopate.Tests.Reporting;

/// <summary>Journals of invented loads.</summary>
internal static class LoadJournals
{
    public static RunHeader Header { get; } = new()
    {
        Schema = 1,
        ToolVersion = "9.9.9",
        Command = "syncopate load http://127.0.0.1:5000/orders --users 2",
        Mode = "load",
        Seed = 0,
        StartedUtc = new DateTimeOffset(2026, 11, 21, 9, 0, 0, TimeSpan.Zero),
        Machine = new Machine(".NET 10.0.12", "Debian", "X64", 2, 1 << 30, 0.5),
        Experiments = [],
    };

    public static LoadDescription Description(LoadShape load, params string[] thresholds) => new()
    {
        Url = "http://127.0.0.1:5000/orders",
        Method = "GET",
        Load = load,
        Engine = "event loop",
        HttpVersion = "1.1",
        KeepsConnections = true,
        ThinkNanoseconds = 0,
        TimeoutNanoseconds = 30_000_000_000,
        RequestBodyBytes = 0,
        Thresholds = thresholds,
    };

    /// <summary>The interval of one second that begins at this one, with answers of these latencies in ms.</summary>
    public static IntervalRecord Interval(int second, double[] latencies, params (string Kind, long Count)[] errors) =>
        IntervalRecords.Nothing(second * 1_000_000_000L, (second + 1) * 1_000_000_000L) with
        {
            InFlight = 2,
            Count = latencies.Length,
            Errors = errors.ToDictionary(error => error.Kind, error => error.Count),
            Histogram = Encoded(latencies),
            LatencySumNanoseconds = latencies.Sum() * 1e6,
            FirstBytes = Encoded([.. latencies.Select(latency => latency / 2)]),
            Connects = Encoded(second == 0 ? [1, 1] : []),
            BodyBytes = 100 * latencies.Length,
            ReceivedBytes = 300 * latencies.Length,
            SentBytes = 50 * latencies.Length,
            InFlightNanoseconds = 1.9e9,
            ActiveNanoseconds = 2e9,
            GeneratorCpuNanoseconds = 10_000_000,
        };

    /// <summary>A whole journal of users for two seconds.</summary>
    public static JournalReading Whole(params string[] thresholds) => Of(
        Header,
        Description(new UsersForTime(2, TimeSpan.FromSeconds(2)), thresholds),
        Interval(0, [.. Enumerable.Repeat(10.0, 90)], ("status 503", 3)),
        Interval(1, [.. Enumerable.Repeat(20.0, 10)], ("status 503", 1), ("timed out", 6)),
        new GeneratorUse([0.25]),
        new RunEnd(RunOutcome.Finished, "", 2_000_000_000));

    public static JournalReading Of(params JournalRecord[] records) => new(records, []);

    public static string Encoded(double[] milliseconds)
    {
        Histogram histogram = new();
        foreach (double value in milliseconds)
            histogram.Record((long)(value * 1e6));
        return HistogramCodec.Encode(histogram);
    }
}
