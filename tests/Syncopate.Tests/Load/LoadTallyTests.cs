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
        LoadTally tally = OfUsers(turns: false);

        tally.Recorded(new RequestTimes(100, 100, 300, 300));

        Assert.Equal((200, 200), (Only(tally.Sheet.Latencies), Only(tally.Sheet.FirstByteTimes)));
        Assert.Empty(tally.Sheet.Steps);
    }

    /// <summary>Else the last interval of a loop that has ended would be lost, or waited for without end.</summary>
    [Fact]
    public void A_writer_that_has_ended_leaves_its_sheet_to_whoever_asks()
    {
        LoadTally tally = OfUsers(turns: true);
        tally.Begun(0);
        tally.Retire();

        tally.Ask();

        Assert.True(tally.HasTurned);
        Assert.Equal((1, 0), (tally.FinishedSheet.Started, tally.Sheet.Started));
    }

    [Fact]
    public void A_sheet_is_turned_by_its_writer_once_for_each_time_that_it_is_asked_for()
    {
        LoadTally tally = OfUsers(turns: true);
        tally.Begun(0);
        tally.SwapIfRequested();
        Assert.Equal(1, tally.Sheet.Started);

        tally.Ask();
        Assert.False(tally.HasTurned);
        tally.SwapIfRequested();
        tally.SwapIfRequested();

        Assert.True(tally.HasTurned);
        Assert.Equal((1, 0), (tally.FinishedSheet.Started, tally.Sheet.Started));
    }

    [Fact]
    public void What_fails_after_the_time_of_the_load_is_counted_apart()
    {
        LoadTally tally = OfUsers(turns: false);
        tally.AskedEnd = 1_000;

        tally.Failed(Findings.TimedOut, new RequestTimes(100, 100, 0, 1_000), bodyBytes: 0);
        tally.Failed(Findings.TimedOut, new RequestTimes(100, 100, 0, 1_001), bodyBytes: 0);

        Assert.Equal((2, 1), (tally.Sheet.ErrorsByKind[Findings.TimedOut], tally.Sheet.DrainedFailures));
    }

    private static LoadTally OfUsers(bool turns) =>
        new(() => new LoadSheet(isOpen: false, steps: 0), isOpen: false, turns, nanosecondsPerTick: 1);

    // Below 2,048 ns a bucket is one nanosecond wide.
    private static long Only(Histogram? histogram)
    {
        Assert.NotNull(histogram);
        Assert.Equal(1, histogram.TotalCount);
        return histogram.Maximum;
    }
}
