using System.Globalization;
using System.Reflection;
using Syncopate.Histograms;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>Journals and agents have one record of an interval: a figure that it lacks is in no report.</summary>
public sealed class LoadIntervalTests
{
    private const BindingFlags All = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    // Under another name there, or known to the sum of agents alone.
    private static readonly string[] Apart =
    [
        nameof(LoadInterval.ConnectTimes), nameof(LoadInterval.Discarded), nameof(LoadInterval.FailedBodyBytes),
        nameof(LoadInterval.FirstByteTimes), nameof(LoadInterval.FromTimestamp), nameof(LoadInterval.Latencies),
        nameof(LoadInterval.OtherBodies), nameof(LoadInterval.ServiceTimes), nameof(LoadInterval.ToTimestamp),
        nameof(LoadInterval.UnsolicitedFailures),
    ];

    [Fact]
    public void Every_figure_of_an_interval_has_a_place_in_its_record()
    {
        string[] record = [.. typeof(IntervalRecord).GetProperties(All).Select(property => property.Name)];
        IEnumerable<string> interval = typeof(LoadInterval).GetProperties(All).Select(property => property.Name);

        Assert.Equal(Apart, interval.Except(record).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void The_record_has_the_values_of_the_interval()
    {
        LoadInterval interval = Interval();

        IntervalRecord record = interval.ToRecord(started: 100, nanosecondsPerTick: 10);

        Assert.Equal((2_000, 5_000), (record.FromNanoseconds, record.ToNanoseconds));
        PropertyInfo[] counts = [.. typeof(LoadInterval).GetProperties(All)
            .Where(property => property.PropertyType == typeof(long) || property.PropertyType == typeof(double))
            .Where(property => !Apart.Contains(property.Name))];
        Assert.NotEmpty(counts);
        Assert.Equal(interval.UnsolicitedFailures, record.Unasked);
        Assert.All(counts, count =>
        {
            object? value = count.GetValue(interval);
            Assert.NotEqual(0.0, Convert.ToDouble(value, CultureInfo.InvariantCulture));
            PropertyInfo? kept = typeof(IntervalRecord).GetProperty(count.Name);
            Assert.Equal((count.Name, value), (count.Name, kept?.GetValue(record)));
        });
        string?[] histograms =
            [record.Histogram, record.FirstBytes, record.Connects, record.Services, record.Lateness, record.Steps?[0]];
        Assert.Equal([3L, 14, 15, 16, 17, 13], histograms.Select(text => HistogramCodec.Decode(text ?? "").TotalCount));
        Assert.Same(interval.Errors, record.Errors);
        Assert.Same(interval.FailedInStep, record.FailedInStep);
        Assert.Same(interval.Slowest, record.Slowest);
    }

    [Fact]
    public void Of_a_single_request_without_a_trace_it_has_neither_steps_nor_the_slowest()
    {
        IntervalRecord record = (Interval() with { Steps = [], FailedInStep = [], Slowest = [] }).ToRecord(0, 1);

        Assert.Null(record.Steps);
        Assert.Null(record.FailedInStep);
        Assert.Null(record.Slowest);
    }

    // Each figure has a value of its own, so that two that were exchanged are seen.
    private static LoadInterval Interval() => new()
    {
        FromTimestamp = 300,
        ToTimestamp = 600,
        InFlight = 2,
        Latencies = Values(3),
        LatencySumNanoseconds = 4,
        Discarded = 5,
        Errors = new Dictionary<string, long> { ["timed out"] = 6 },
        Started = 7,
        UnsolicitedFailures = 8,
        Drained = 9,
        DrainedFailures = 10,
        Reopened = 11,
        FailedInStep = [12],
        Steps = [Values(13)],
        FirstByteTimes = Values(14),
        ConnectTimes = Values(15),
        ServiceTimes = Values(16),
        Lateness = Values(17),
        Overflowed = 18,
        BodyBytes = 19,
        ReceivedBytes = 20,
        SentBytes = 21,
        InFlightNanoseconds = 22,
        ActiveNanoseconds = 23,
        ThinkNanoseconds = 24,
        GeneratorCpuNanoseconds = 25,
        Slowest = [new SlowRequest(new string('a', 32), 26, 27, null)],
    };

    private static Histogram Values(int count)
    {
        Histogram histogram = new();
        for (int i = 0; i < count; i++)
            histogram.Record(1_000);
        return histogram;
    }
}
