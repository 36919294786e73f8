using System.Text;
using Syncopate.Load.Tallying;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class TraceStoreTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    public void As_many_requests_are_taken_as_there_is_room_for(int capacity)
    {
        TraceStore store = new(capacity);

        Assert.Equal(Enumerable.Range(0, capacity), Enumerable.Range(0, capacity).Select(_ => store.Claim()));
        Assert.Equal((-1, -1), (store.Claim(), store.Claim()));
    }

    [Fact]
    public void Those_that_were_answered_are_told_in_the_order_of_their_sending_and_then_of_their_users()
    {
        TraceStore store = new(4);
        store.Complete(0, user: 5, sent: 1_300, end: 1_400, default);
        store.Complete(2, user: 4, sent: 1_100, end: 1_500, default);
        store.Complete(3, user: 3, sent: 1_300, end: 1_350, default);

        IReadOnlyList<RequestTrace> traces = store.ToTraces(started: 1_000, nanosecondsPerTick: 10);

        Assert.Equal(
            [(4, 1_000L, 5_000L), (3, 3_000L, 3_500L), (5, 3_000L, 4_000L)],
            traces.Select(trace => (trace.User, trace.SentNanoseconds, trace.EndNanoseconds)));
        Assert.All(traces, trace => Assert.Equal((-1, 0), (trace.ServedNanoseconds, trace.Parts.Count)));
    }

    [Fact]
    public void What_the_server_says_of_one_request_is_not_in_another()
    {
        TraceStore store = new(2);
        store.Complete(1, user: 1, sent: 0, end: 100, Timing("served;dur=1;desc=40"));
        store.Complete(0, user: 0, sent: 0, end: 100, Timing("served;dur=1;desc=30, served;dur=1;desc=50"));

        Assert.Equal([30L, 40], store.ToTraces(0, 1).Select(trace => trace.ServedNanoseconds));
    }

    [Theory]
    [InlineData(99, -1)]
    [InlineData(100, 100)]
    [InlineData(900, 900)]
    [InlineData(901, -1)]
    public void A_moment_outside_the_request_is_not_believed(long stated, long served)
    {
        TraceStore store = new(1);
        store.Complete(0, user: 0, sent: 100, end: 900, Timing(FormattableString.Invariant($"served;dur=0;desc={stated}")));

        Assert.Equal(served, Assert.Single(store.ToTraces(0, 1)).ServedNanoseconds);
    }

    [Fact]
    public void A_call_that_begins_within_the_request_ends_with_it_at_the_latest()
    {
        TraceStore store = new(1);
        store.Complete(
            0, user: 0, sent: 1_000, end: 9_000,
            Timing("early;dur=0.001;desc=999, a;dur=0.001;desc=2000, b;dur=5;desc=8000, late;dur=0;desc=9001"));

        Assert.Equal(
            [new RequestPart("a", 1_000, 1_000), new RequestPart("b", 7_000, 1_000)],
            Assert.Single(store.ToTraces(started: 1_000, nanosecondsPerTick: 1)).Parts);
    }

    private static byte[] Timing(string text) => Encoding.ASCII.GetBytes(text);
}
