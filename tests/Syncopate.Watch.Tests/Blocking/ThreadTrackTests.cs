using Syncopate.Watch.Blocking;
using Xunit;
using static Syncopate.Watch.Blocking.ThreadMarkKind;

namespace Syncopate.Watch.Tests.Blocking;

public sealed class ThreadTrackTests
{
    private const int Waiting = 1;
    private const int Sleeping = 2;
    private const int Working = 3;

    [Fact]
    public void A_wait_lasts_from_its_begin_to_its_end() =>
        Assert.Equal([(30, Waiting, 0)], Spans((20, WaitBegins, Waiting), (50, WaitEnds, Waiting)));

    [Fact]
    public void A_wait_that_ends_without_having_begun_lasts_since_the_window_began() => Assert.Equal([(40, Waiting, 0)], Spans((40, WaitEnds, Waiting)));

    [Fact]
    public void A_wait_that_does_not_end_lasts_until_the_window_ends() => Assert.Equal([(60, Waiting, 0)], Spans((40, WaitBegins, Waiting)));

    [Fact]
    public void A_sampled_state_lasts_halfway_to_the_samples_beside_it() =>
        Assert.Equal([(20, Sleeping, 2)], Spans((10, SampledInside, Working), (20, SampledOutside, Sleeping), (30, SampledOutside, Sleeping), (40, SampledInside, Working)));

    [Fact]
    public void A_sampled_state_at_an_edge_lasts_as_long_as_the_window() => Assert.Equal([(100, Sleeping, 2)], Spans((30, SampledOutside, Sleeping), (60, SampledOutside, Sleeping)));

    [Fact]
    public void Samples_within_a_wait_that_was_told_count_once() =>
        Assert.Equal([(30, Waiting, 0)], Spans((20, WaitBegins, Waiting), (30, SampledOutside, Waiting), (40, SampledOutside, Waiting), (50, WaitEnds, Waiting)));

    [Fact]
    public void A_sampled_state_ends_where_a_wait_begins() =>
        Assert.Equal([(20, Sleeping, 1), (30, Waiting, 0)], Spans((10, SampledOutside, Sleeping), (20, WaitBegins, Waiting), (50, WaitEnds, Waiting)));

    [Fact]
    public void Native_work_is_not_blocked() => Assert.Empty(Spans((10, SampledOutside, Working), (20, SampledInside, Sleeping)));

    [Fact]
    public void What_reaches_out_of_the_window_is_cut() =>
        Assert.Equal([(100, Waiting, 0)], Spans((-50, WaitBegins, Waiting), (150, WaitEnds, Waiting)));

    // A sleep of 200 ms in each of two requests on end is no sleep of 400.
    [Fact]
    public void A_sampled_state_ends_with_the_request()
    {
        (int, int, int)[] spans = Spans(
            (10, RequestBegins, Working), (20, SampledOutside, Sleeping), (40, SampledOutside, Sleeping), (50, RequestEnds, Working),
            (50, RequestBegins, Working), (60, SampledOutside, Sleeping), (80, SampledOutside, Sleeping), (90, RequestEnds, Working));

        Assert.Equal([(40, Sleeping, 2), (40, Sleeping, 2)], spans);
    }

    // What the owner of a lock did is asked of the time in which others waited for it.
    [Theory]
    [InlineData(20, 40, Sleeping)] // The first that was seen then.
    [InlineData(20, 25, null)] // None was: what came before may have been over, and what comes after is of another time.
    [InlineData(35, 90, Working)]
    [InlineData(95, 99, null)]
    public void A_stack_within_a_time_is_one_that_was_seen_in_it(long from, long to, int? stack) => Assert.Equal(
        stack,
        Track((10, SampledOutside, Working), (30, SampledOutside, Sleeping), (50, SampledInside, Working))
            .StackWithin(from, to));

    [Theory]
    [InlineData(20, 40, Waiting)] // It waits all the while.
    [InlineData(50, 60, null)] // It had gone on before.
    public void A_thread_that_waits_since_before_a_time_is_where_it_began_to(long from, long to, int? stack) =>
        Assert.Equal(stack, Track((10, WaitBegins, Waiting), (45, WaitEnds, Waiting)).StackWithin(from, to));

    [Theory]
    [InlineData(10, 45L)]
    [InlineData(46, null)] // It has not ended yet.
    public void The_end_of_a_wait_is_the_first_that_was_told_from_then_on(long at, long? end) =>
        Assert.Equal(
            end, Track((10, WaitBegins, Waiting), (45, WaitEnds, Waiting), (60, WaitBegins, Waiting)).WaitEndAfter(at));

    private static ThreadTrack Track(params (long At, ThreadMarkKind Kind, int Stack)[] marks)
    {
        ThreadTrack track = new();
        foreach ((long at, ThreadMarkKind kind, int stack) in marks)
            track.Add(new ThreadMark(at, kind, stack, null));
        return track;
    }

    private static (int, int, int)[] Spans(params (long At, ThreadMarkKind Kind, int Stack)[] marks) =>
    [
        .. Track(marks).Spans(stack => stack != Working, 0, 100)
            .Select(span => ((int)span.Ticks, span.Stack, span.Samples)),
    ];
}
