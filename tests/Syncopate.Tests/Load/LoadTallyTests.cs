using Syncopate.Histograms;
using Syncopate.Load;
using Syncopate.Load.Tallying;
using Syncopate.Units;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class LoadTallyTests
{
    /// <summary>The first clock needs no conversion, the others do: up and down.</summary>
    [Theory]
    [InlineData(1_000_000_000)]
    [InlineData(10_000_000)]
    [InlineData(4_000_000_000)]
    public void Times_are_recorded_in_nanoseconds_of_any_clock(long ticksPerSecond)
    {
        long Ticks(long nanoseconds) => nanoseconds * (ticksPerSecond / 10_000_000) / 100;
        LoadTally tally = new(() => new LoadSheet(isOpen: true, steps: 2), isOpen: true, turns: false, Nanoseconds.PerTick(ticksPerSecond));

        tally.Connected(Ticks(300));
        tally.Begun(Ticks(400));
        tally.Recorded(new RequestTimes(Ticks(1_000), Ticks(1_400), Ticks(1_900), Ticks(2_600)), step: 1);

        LoadSheet sheet = tally.Sheet;
        Assert.Equal((300, 400), (Only(sheet.ConnectTimes), Only(sheet.Lateness)));
        Assert.Equal(
            (1_600, 500, 1_200), (Only(sheet.Latencies), Only(sheet.FirstByteTimes), Only(sheet.ServiceTimes)));
        Assert.Equal((0, 1_600), (sheet.Steps[0].TotalCount, Only(sheet.Steps[1])));
        Assert.Equal(Ticks(1_600), sheet.LatencyTicks);
    }

    [Fact]
    public void A_load_without_steps_records_none()
    {
        LoadTally tally = new(() => new LoadSheet(isOpen: false, steps: 0), isOpen: false, turns: false, nanosecondsPerTick: 1);

        tally.Recorded(new RequestTimes(100, 100, 300, 300));

        Assert.Equal((200, 200), (Only(tally.Sheet.Latencies), Only(tally.Sheet.FirstByteTimes)));
        Assert.Empty(tally.Sheet.Steps);
    }

    // Below 2,048 ns a bucket is one nanosecond wide.
    private static long Only(Histogram? histogram)
    {
        Assert.NotNull(histogram);
        Assert.Equal(1, histogram.TotalCount);
        return histogram.Maximum;
    }
}
