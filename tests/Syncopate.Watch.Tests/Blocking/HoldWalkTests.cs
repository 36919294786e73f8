using Syncopate.Watch.Blocking;
using Xunit;
using static Syncopate.Watch.Blocking.ThreadMarkKind;

namespace Syncopate.Watch.Tests.Blocking;

public sealed class HoldWalkTests
{
    private const int Waiting = 1;
    private const int Past = 2;
    private const int Other = 3;
    private const int Before = 4;
    private const int GivenBack = 5;

    [Fact]
    public void A_hold_lasts_from_the_end_of_the_wait_until_the_thread_is_elsewhere() =>
        Assert.Equal([(50, 75, true)], Spans((20, WaitBegins, Waiting), (50, WaitEnds, Waiting), (60, SampledOutside, Past), (70, SampledInside, Past), (80, SampledInside, Other)));

    [Fact]
    public void Who_wakes_up_and_has_to_wait_again_had_nothing() =>
        Assert.Equal([(60, 75, true)], Spans((20, WaitBegins, Waiting), (50, WaitEnds, Waiting), (51, WaitBegins, Waiting), (60, WaitEnds, Waiting), (70, SampledOutside, Past), (80, SampledInside, Other)));

    [Fact]
    public void What_a_method_does_before_it_waits_is_no_hold() =>
        Assert.Equal([(50, 51, true)], Spans((10, SampledInside, Before), (20, WaitBegins, Waiting), (50, WaitEnds, Waiting), (51, SampledInside, Other)));

    [Fact]
    public void What_it_had_before_it_comes_to_wait_once_more_is_one() =>
        Assert.Equal([(7, 20, true), (50, 51, true)], Spans((5, SampledInside, Other), (10, SampledOutside, Past), (20, WaitBegins, Waiting), (50, WaitEnds, Waiting), (51, SampledInside, Other)));

    [Fact]
    public void Two_holds_on_end_of_one_thread_are_two_where_another_request_begins() => Assert.Equal(
        [(20, 40, true), (40, 65, true)],
        Spans((10, SampledInside, Other), (30, SampledOutside, Past), (40, RequestEnds, 0), (50, SampledOutside, Past), (60, SampledOutside, Past), (70, SampledInside, Other)));

    [Fact]
    public void A_wait_within_a_hold_is_a_part_of_it() =>
        Assert.Equal([(50, 85, true)], Spans((20, WaitBegins, Waiting), (50, WaitEnds, Waiting), (55, WaitBegins, Past), (75, WaitEnds, Past), (80, SampledInside, Past), (90, SampledInside, Other)));

    [Fact]
    public void What_was_given_back_is_held_no_more_though_the_method_goes_on() => Assert.Equal(
        [(50, 65, true)],
        Spans((20, WaitBegins, Waiting), (50, WaitEnds, Waiting), (60, SampledOutside, Past), (70, SampledOutside, GivenBack),
            (80, SampledOutside, GivenBack)));

    // A look that began 25 ms before the end of a hold of 300 ms made it one of 25 ms.
    [Fact]
    public void A_hold_of_which_the_begin_was_not_seen_is_not_whole() => Assert.Equal([(10, 25, false)], Spans((10, SampledOutside, Past), (25, RequestEnds, 0)));

    [Fact]
    public void A_hold_of_which_the_end_was_not_seen_is_not_whole() =>
        Assert.Equal([(50, 100, false)], Spans((20, WaitBegins, Waiting), (50, WaitEnds, Waiting), (60, SampledOutside, Past)));

    private static IReadOnlyList<(int From, int To, bool IsWhole)> Spans(params (long At, ThreadMarkKind Kind, int Stack)[] marks)
    {
        ThreadTrack track = new();
        foreach ((long at, ThreadMarkKind kind, int stack) in marks)
            track.Add(new ThreadMark(at, kind, stack, null));
        HoldWalk walk = new(State, stack => stack == Past, 0, 100);
        return [.. walk.Spans(track).Select(span => ((int)span.From, (int)span.To, span.IsWhole))];
    }

    private static HoldState State(int stack) => stack switch
    {
        Waiting => HoldState.Waiting,
        Past or Before => HoldState.Past,
        GivenBack => HoldState.Left,
        _ => HoldState.Elsewhere,
    };
}
