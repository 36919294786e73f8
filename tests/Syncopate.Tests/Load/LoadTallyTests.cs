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

    [Fact]
    public void Each_entry_is_counted_where_it_belongs()
    {
        LoadTally tally = OfUsers(turns: false);

        tally.Begun(0);
        tally.Begun(0);
        tally.Sent(10);
        tally.Sent(5);
        tally.Received(100);
        tally.Received(50);
        tally.Active(7);
        tally.Thinks(11);
        tally.Reconnected(13);
        tally.Reopened();
        tally.Reopened(2);
        tally.Followed(2);
        tally.Followed(1);
        tally.Overflow();
        tally.Other();
        tally.LeftOut(20);
        tally.Unsolicited(Findings.SurplusBytes);
        tally.Exchanged(new RequestTimes(100, 110, 120, 150), bodyBytes: 40);

        LoadSheet sheet = tally.Sheet;
        Assert.Equal((2, 15, 150), (sheet.Started, sheet.SentBytes, sheet.ReceivedBytes));
        Assert.Equal((7, 11, 13 + 40), (sheet.ActiveTicks, sheet.ThinkTicks, sheet.InFlightTicks));
        Assert.Equal((3, 1, 1), (sheet.Reopened, sheet.Overflowed, sheet.OtherBodies));
        Assert.Equal((1, 1, 40, 150), (sheet.Discarded, sheet.UnsolicitedFailures, sheet.BodyBytes, sheet.Ended));
        Assert.Equal(1, sheet.ErrorsByKind[Findings.SurplusBytes]);
        Assert.Equal((1, 1, 1, 3), (tally.Answers, tally.Errors, tally.InFlight, tally.Redirects));
        Assert.Equal(0, sheet.LatencyTicks);
    }

    /// <summary>It was due, and nobody answered it: it counts as sent, and was in flight at no time.</summary>
    [Fact]
    public void A_request_that_is_given_up_unsent_has_failed_and_was_never_in_flight()
    {
        LoadTally tally = AtRate();

        tally.GivenUp(due: 100, now: 400);

        LoadSheet sheet = tally.Sheet;
        Assert.Equal((1, 300, 0), (sheet.Started, sheet.ActiveTicks, sheet.InFlightTicks));
        Assert.Equal((1, 0, 400), (sheet.ErrorsByKind[Findings.TimedOut], sheet.FailedBodyBytes, sheet.Ended));
        Assert.Equal((0, 1, 0), (tally.Answers, tally.Errors, tally.InFlight));
    }

    [Fact]
    public void At_a_rate_requests_are_active_from_when_they_were_due_and_users_say_so_themselves()
    {
        LoadTally open = AtRate();
        LoadTally closed = OfUsers(turns: false);
        RequestTimes times = new(100, 130, 150, 200);

        open.Exchanged(times, bodyBytes: 0);
        closed.Exchanged(times, bodyBytes: 0);

        Assert.Equal((100, 70), (open.Sheet.ActiveTicks, open.Sheet.InFlightTicks));
        Assert.Equal((0, 70), (closed.Sheet.ActiveTicks, closed.Sheet.InFlightTicks));
    }

    [Fact]
    public void A_good_answer_after_the_time_of_the_load_is_counted_apart()
    {
        LoadTally tally = OfUsers(turns: false);
        tally.AskedEnd = 1_000;

        tally.Recorded(new RequestTimes(900, 900, 950, 1_000));
        tally.Recorded(new RequestTimes(900, 900, 950, 1_001));
        tally.LeftOut(1_000);
        tally.LeftOut(1_001);

        Assert.Equal((4, 2, 2), (tally.Answers, tally.Sheet.Drained, tally.Sheet.Discarded));
        Assert.Equal(201, tally.Sheet.LatencyTicks);
    }

    [Fact]
    public void Failures_of_a_scenario_are_counted_by_step_with_their_bytes()
    {
        LoadTally tally = new(() => new LoadSheet(isOpen: false, steps: 2), isOpen: false, turns: false, 1);

        tally.Failed(Findings.CutShort, new RequestTimes(0, 0, 0, 10), bodyBytes: 3, step: 1);
        tally.Failed(Findings.CutShort, new RequestTimes(0, 0, 0, 10), bodyBytes: 4, step: 1);

        Assert.Equal((0, 2), (tally.Sheet.FailedInStep[0], tally.Sheet.FailedInStep[1]));
        Assert.Equal((7, 2), (tally.Sheet.FailedBodyBytes, tally.Errors));
        Assert.Equal(2, tally.Sheet.ErrorsByKind[Findings.CutShort]);
    }

    [Fact]
    public void Only_requests_with_a_number_are_among_the_slowest()
    {
        LoadTally tally = OfUsers(turns: false);
        TraceParents parents = new(3);

        tally.Recorded(new RequestTimes(0, 0, 5, 10));
        tally.Failed(Findings.TimedOut, new RequestTimes(0, 0, 0, 30), bodyBytes: 0);
        Assert.Empty(tally.Sheet.Slowest.ToRequests(parents, 0, 1));
        tally.Recorded(new RequestTimes(0, 0, 5, 20, Number: 1));
        tally.Failed(Findings.TimedOut, new RequestTimes(0, 0, 0, 40, Number: 2), bodyBytes: 0);

        Assert.Equal(
            [(40L, Findings.TimedOut), (20L, null)],
            tally.Sheet.Slowest.ToRequests(parents, 0, 1).Select(slow => (slow.LatencyNanoseconds, slow.Finding)));
    }

    [Fact]
    public void Tallies_that_are_shared_are_lent_to_one_at_a_time_and_turned_when_all_are_back()
    {
        LoadTally[] tallies = [OfUsers(turns: true), OfUsers(turns: true), OfUsers(turns: true)];
        SharedTallies shared = new(tallies);
        List<int> places = [];
        for (int taken = 0; taken < tallies.Length; taken++)
        {
            LoadTally lent = shared.Borrow(out int place);
            Assert.Same(tallies[place], lent);
            lent.Begun(0);
            places.Add(place);
        }

        Assert.Equal([0, 1, 2], places.Order());
        shared.Return(1);
        Assert.Same(tallies[1], shared.Borrow(out int again));
        Assert.Equal(1, again);
        for (int place = 0; place < tallies.Length; place++)
            shared.Return(place);
        shared.Turn();

        Assert.All(tallies, tally => Assert.Equal(
            (true, 1L, 0L), (tally.HasTurned, tally.FinishedSheet.Started, tally.Sheet.Started)));
        shared.Borrow(out _); // None of them is still taken.
    }

    private static LoadTally AtRate() =>
        new(() => new LoadSheet(isOpen: true, steps: 0), isOpen: true, turns: false, nanosecondsPerTick: 1);

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
