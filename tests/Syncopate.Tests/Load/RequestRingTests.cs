using System.Text;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

[Trait("Judges", "behaviour")]
public sealed class RequestRingTests
{
    [Fact]
    public void What_requests_did_is_read_once_in_order_with_the_moment_at_which_they_were_served()
    {
        RequestRing ring = new();
        ring.Begun(3, 100);
        ring.Ended(3, 100, 900, isGood: true, Encoding.ASCII.GetBytes("db;dur=1;desc=\"200\", served;dur=0.5;desc=\"400\""));
        ring.Ended(4, 100, 300, isGood: false, default);

        Assert.Equal([new(3, 100, null, null, false), new(3, 100, 400, 900, true), new(4, 100, null, 300, false)], ring.Read());
        Assert.Empty(ring.Read());
    }

    [Theory]
    [InlineData(99)]
    [InlineData(901)]
    public void A_server_that_says_it_served_before_or_after_the_request_is_not_believed(long served)
    {
        RequestRing ring = new();
        ring.Ended(0, 100, 900, isGood: true, Encoding.ASCII.GetBytes(FormattableString.Invariant($"served;dur=1;desc=\"{served}\"")));

        Assert.Null(Assert.Single(ring.Read()).Served);
    }

    [Fact]
    public void A_server_that_says_more_than_an_entry_holds_is_not_heard()
    {
        RequestRing ring = new();
        ring.Ended(0, 100, 900, isGood: true, Encoding.ASCII.GetBytes("served;dur=1;desc=\"400\"".PadRight(256)));
        ring.Ended(0, 100, 900, isGood: true, Encoding.ASCII.GetBytes("served;dur=1;desc=\"400\"".PadRight(257)));

        Assert.Equal([400, null], ring.Read().Select(mark => mark.Served));
    }

    [Fact]
    public void No_more_requests_are_taken_than_the_reader_wants_and_none_of_users_beyond_the_picture()
    {
        RequestRing ring = new();
        Assert.False(ring.Takes(0));

        ring.Want(2);

        Assert.False(ring.Takes(RequestRing.MostUsers));
        Assert.Equal([true, true, false, false], Enumerable.Range(0, 4).Select(ring.Takes));
    }

    /// <summary>The first requests of each moment were drawn of a fast load, and then none: pauses that it did not have.</summary>
    [Fact]
    public void Of_a_load_that_is_drawn_in_part_some_users_are_taken_and_what_was_left_out_is_known_once()
    {
        RequestRing ring = new();
        ring.Want(10, every: 3);
        Assert.False(ring.TakeLeftOut());

        Assert.Equal([0, 3, 6], Enumerable.Range(0, 8).Where(ring.Takes));

        Assert.Equal((true, false), (ring.TakeLeftOut(), ring.TakeLeftOut()));
        Assert.False(ring.TakeMissed()); // Of the users who are drawn nothing was.
        ring.Want(1, every: 3);
        Assert.Equal([true, false], Enumerable.Range(0, 2).Select(number => ring.Takes(3 * number)));
        Assert.Equal((true, false), (ring.TakeMissed(), ring.TakeMissed()));
    }

    [Fact]
    public void The_oldest_are_overwritten_when_nobody_reads()
    {
        RequestRing ring = new();
        for (int at = 1; at <= 10_000; at++)
            ring.Begun(0, at);

        long[] read = [.. ring.Read().Select(mark => mark.Begun)];

        Assert.Equal(Enumerable.Range(10_001 - read.Length, read.Length).Select(at => (long)at), read);
        Assert.InRange(read.Length, 1_000, 9_999);
    }

    [Theory]
    [InlineData(2)]
    [InlineData(2048)]
    public void Writers_on_many_threads_never_leave_half_an_entry(int capacity)
    {
        RequestRing ring = new(capacity);
        // Far more of them than processors: some lose theirs in the middle of an entry, for a whole round of the ring.
        Thread[] writers = [.. Enumerable.Range(1, 24).Select(writer => new Thread(() =>
        {
            for (int i = 0; i < 50_000; i++)
                ring.Ended(writer, writer, 1_000 + writer, isGood: true, default);
        }))];
        Array.ForEach(writers, writer => writer.Start());
        List<RequestMark> read = [];
        while (writers.Any(writer => writer.IsAlive))
            read.AddRange(ring.Read());
        read.AddRange(ring.Read()); // They may have ended before the first look.

        Assert.NotEmpty(read);
        Assert.All(read, mark => Assert.Equal((mark.User, 1_000L + mark.User), (mark.Begun, mark.Ended)));
    }
}
