using Syncopate.Load;
using Syncopate.Load.Tallying;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class SlowRequestsTests
{
    private static readonly TraceParents Parents = new(7);

    [Fact]
    public void The_slowest_ten_are_kept_in_their_order()
    {
        SlowRequests slow = new();

        foreach (long latency in (long[])[30, 10, 120, 50, 40, 110, 20, 60, 100, 70, 90, 80])
            slow.Add(Times(number: latency, latency), null);

        Assert.Equal([120L, 110, 100, 90, 80, 70, 60, 50, 40, 30], Latencies(slow));
        Assert.Equal(
            slow.ToRequests(Parents, 0, 1).Select(request => Parents.TraceId(request.LatencyNanoseconds)),
            slow.ToRequests(Parents, 0, 1).Select(request => request.TraceId));
    }

    [Fact]
    public void Of_equal_ones_the_first_is_kept()
    {
        SlowRequests slow = new();
        for (int number = 1; number <= 11; number++)
            slow.Add(Times(number, latency: 5), null);
        slow.Add(Times(number: 12, latency: 6), null);

        int[] kept = [12, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        Assert.Equal(
            kept.Select(number => Parents.TraceId(number)),
            slow.ToRequests(Parents, 0, 1).Select(request => request.TraceId));
    }

    [Fact]
    public void A_request_is_described_from_when_it_was_due_since_the_start_of_the_load()
    {
        SlowRequests slow = new();
        RequestTimes times = new(Due: 1_300, Begun: 1_350, FirstByte: 1_400, End: 1_500, Number: 9);
        slow.Add(times, Findings.TimedOut);

        Assert.Equal(
            new SlowRequest(Parents.TraceId(9), 30_000, 20_000, Findings.TimedOut),
            Assert.Single(slow.ToRequests(Parents, started: 1_000, nanosecondsPerTick: 100)));
    }

    [Fact]
    public void Those_of_another_are_added_as_if_they_had_ended_here()
    {
        SlowRequests one = new();
        SlowRequests other = new();
        for (long latency = 10; latency <= 120; latency += 10)
            (latency % 20 == 0 ? other : one).Add(Times(latency, latency), null);

        one.Add(other);

        Assert.Equal([120L, 110, 100, 90, 80, 70, 60, 50, 40, 30], Latencies(one));
        Assert.Equal([120L, 100, 80, 60, 40, 20], Latencies(other));
    }

    [Fact]
    public void None_are_left_when_they_are_cleared_and_none_are_told_without_ids()
    {
        SlowRequests slow = new();
        slow.Add(Times(number: 1, latency: 5), null);
        Assert.Empty(slow.ToRequests(null, 0, 1));

        slow.Clear();

        Assert.Empty(slow.ToRequests(Parents, 0, 1));
    }

    private static RequestTimes Times(long number, long latency) => new(100, 100, 100, 100 + latency, number);

    private static IEnumerable<long> Latencies(SlowRequests slow) =>
        slow.ToRequests(Parents, 0, 1).Select(request => request.LatencyNanoseconds);
}
