using Syncopate.Load;
using Syncopate.Load.Tallying;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>Who may end a load, and what is said of its end.</summary>
public sealed class LoadRunTests
{
    private static readonly HttpTarget Target = new(new Uri("http://127.0.0.1:1"));

    [Theory]
    [InlineData(
        Findings.NoFreePort,
        "The generator, not http://127.0.0.1:1/, was at its end: no free port, 2.500 s after the start of the load. "
            + "Keep connections open, use fewer users, or allow more ports (net.ipv4.ip_local_port_range).")]
    [InlineData(
        Findings.TooManyFiles,
        "The generator, not http://127.0.0.1:1/, was at its end: too many open files, 2.500 s after the start of the load. "
            + "Use fewer users, or allow more open files (ulimit -n).")]
    [InlineData(
        Findings.ConnectionRefused,
        "http://127.0.0.1:1/ stopped answering: connection refused, 2.500 s after the start of the load.")]
    [InlineData(
        Findings.EndlessBody,
        "The head of http://127.0.0.1:1/'s answer came after 7 ms, its body did not end. "
            + "An event stream (text/event-stream) never does, and has no time that could be measured: load a page whose answers end.")]
    public void A_load_that_ends_early_says_whose_end_it_was_and_what_to_do(string finding, string what)
    {
        using ManualTime time = new();
        using LoadRun run = new(Target, new LoadRequest("/", new UsersTimesLoops(1, 1)), loops: 1, time);
        run.Release();

        run.Fail(finding, run.StartedTimestamp + run.ToTicks(TimeSpan.FromSeconds(2.5)), headNanoseconds: 7e6);

        LoadResult result = run.ToResult([]);
        Assert.True(run.Stopping);
        Assert.Equal(new LoadFailure(2_500_000_000, finding, what), result.Failure);
        Assert.False(result.Cancelled);
    }

    [Fact]
    public void A_load_ends_for_the_first_reason_alone()
    {
        using ManualTime time = new();
        using LoadRun failed = new(Target, new LoadRequest("/", new UsersTimesLoops(1, 1)), loops: 1, time);
        using LoadRun cancelled = new(Target, new LoadRequest("/", new UsersTimesLoops(1, 1)), loops: 1, time);

        failed.Fail(Findings.ConnectionRefused, time.GetTimestamp());
        failed.Fail(Findings.NoFreePort, time.GetTimestamp());
        cancelled.Cancel();
        cancelled.Fail(Findings.ConnectionRefused, time.GetTimestamp());

        Assert.Equal(Findings.ConnectionRefused, failed.ToResult([]).Failure?.Finding);
        Assert.True(cancelled.ToResult([]).Cancelled);
        Assert.Null(cancelled.ToResult([]).Failure);
    }

    /// <summary>Of a wait of 30 s: a target that answered others 10 s before its end was there, one that did so 20 s before may have died
    /// since.</summary>
    [Theory]
    [InlineData(10, false)]
    [InlineData(20, true)]
    public void A_target_that_answered_others_in_the_later_half_of_a_wait_is_not_dead(int secondsBefore, bool isDead)
    {
        using ManualTime time = new();
        using LoadRun run = new(Target, new LoadRequest("/", new UsersTimesLoops(1, 1)), loops: 2, time);
        run.Release();
        run.Health.Enter();
        long due = run.StartedTimestamp;
        long now = due + run.ToTicks(TimeSpan.FromSeconds(30));
        run.Tallies[1].AnsweredAt = now - run.ToTicks(TimeSpan.FromSeconds(secondsBefore));

        run.Miss(0, Findings.TimedOut, new RequestTimes(due, due, 0, now));

        Assert.Equal(isDead, run.Stopping);
    }

    [Fact]
    public void A_user_goes_on_until_its_requests_are_sent_or_the_time_is_over()
    {
        using ManualTime time = new();
        using LoadRun loops = new(Target, new LoadRequest("/", new UsersTimesLoops(1, 2)), loops: 1, time);
        using LoadRun timed = new(Target, new LoadRequest("/", new UsersForTime(1, Seconds(4))), loops: 1, time);
        long end = timed.StartedTimestamp + timed.ToTicks(Seconds(4));

        Assert.Equal((true, false), (loops.Wants(1, long.MaxValue - 1), loops.Wants(2, long.MaxValue - 1)));
        Assert.Equal((true, false), (timed.Wants(1_000_000, end - 1), timed.Wants(1_000_000, end)));
        Assert.Equal((long.MaxValue, end), (loops.AskedEnd, timed.AskedEnd));
        timed.Cancel();
        Assert.False(timed.Wants(0, timed.StartedTimestamp));
        Assert.True(timed.StopToken.IsCancellationRequested);
    }

    [Fact]
    public void Answers_are_recorded_from_the_end_of_the_discarded_head_on()
    {
        using ManualTime time = new();
        LoadRequest request = new("/", new UsersTimesLoops(1, 1)) { Discard = Seconds(2) };
        using LoadRun run = new(Target, request, loops: 1, time);
        long first = run.StartedTimestamp + run.ToTicks(Seconds(2));

        Assert.Equal((false, true), (run.Records(first - 1), run.Records(first)));
    }

    [Fact]
    public void A_load_ends_with_its_last_request_and_not_before_its_time_unless_it_was_stopped()
    {
        using ManualTime time = new();
        using LoadRun loops = new(Target, new LoadRequest("/", new UsersTimesLoops(1, 1)), loops: 2, time);
        using LoadRun timed = new(Target, new LoadRequest("/", new UsersForTime(1, Seconds(4))), loops: 2, time);
        long start = time.GetTimestamp();
        long second = time.TimestampFrequency;
        Assert.Equal((start, start + 4 * second), (loops.EndedTimestamp, timed.EndedTimestamp));

        foreach (LoadRun run in (LoadRun[])[loops, timed])
        {
            run.Tallies[0].Sheet.Ended = start + 3 * second;
            run.Tallies[1].Sheet.Ended = start + 2 * second;
        }

        Assert.Equal((start + 3 * second, start + 4 * second), (loops.EndedTimestamp, timed.EndedTimestamp));
        timed.Past.Ended = start + 6 * second;
        Assert.Equal(start + 6 * second, timed.EndedTimestamp);
        Assert.Equal((0, 2e9), (loops.ToResult([]).DrainNanoseconds, timed.ToResult([]).DrainNanoseconds));
        timed.Past.Ended = 0;
        timed.Cancel();
        Assert.Equal(start + 3 * second, timed.EndedTimestamp);
    }

    // For 4 s: 5 s in flight and 2 s of thinking, of 6 s in which users should have been in flight.
    [Fact]
    public void The_shares_of_a_load_are_made_of_the_time_that_passed()
    {
        using ManualTime time = new();
        using LoadRun run = new(Target, new LoadRequest("/", new UsersForTime(2, Seconds(4))), loops: 2, time);
        LoadTally first = run.Tallies[0];
        first.Active(run.ToTicks(Seconds(6)));
        first.Thinks(run.ToTicks(Seconds(2)));
        first.Begun(0);
        run.Tallies[1].Begun(0);
        run.Tallies[1].Begun(0);
        long begun = run.StartedTimestamp - run.ToTicks(Seconds(1));
        run.Tallies[1].Exchanged(new RequestTimes(begun, begun, begun, begun + run.ToTicks(Seconds(5))), bodyBytes: 7);

        LoadResult result = run.ToResult([]);

        Assert.Equal((7.0 / 8, 5.0 / 4), (result.InFlightShare, result.MeanInFlight));
        Assert.Equal((3, 2, 7), (result.Started, result.Unfinished, result.BodyBytes));
        Assert.Equal(2, run.Progress.InFlight);
        Assert.Equal((false, (LoadFailure?)null), (result.Cancelled, result.Failure));
    }

    [Fact]
    public void A_load_that_sent_nothing_has_no_shares()
    {
        using ManualTime time = new();
        using LoadRun run = new(Target, new LoadRequest("/", new UsersTimesLoops(1, 1)), loops: 1, time);

        LoadResult result = run.ToResult([]);

        Assert.Equal((0.0, 0.0, 0.0), (result.InFlightShare, result.MeanInFlight, result.DrainNanoseconds));
    }

    [Fact]
    public void Who_has_no_more_to_send_thinks_no_more_and_nobody_thinks_beyond_the_end()
    {
        using ManualTime time = new();
        LoadRequest loops = new("/", new UsersTimesLoops(1, 2)) { ThinkTime = TimeSpan.FromSeconds(3) };
        LoadRequest timed = loops with { Shape = new UsersForTime(1, TimeSpan.FromSeconds(4)) };
        using LoadRun byLoops = new(Target, loops, loops: 1, time);
        using LoadRun byTime = new(Target, timed, loops: 1, time);
        using LoadRun thoughtless = new(Target, timed with { ThinkTime = TimeSpan.Zero }, loops: 1, time);
        long now = time.GetTimestamp();
        long second = time.TimestampFrequency;
        long Until(long answered) => byTime.ThinksUntil(1, answered);

        Assert.Equal((now + 3 * second, now), (byLoops.ThinksUntil(1, now), byLoops.ThinksUntil(2, now)));
        Assert.Equal(
            (now + 3 * second, now + 4 * second, now + 5 * second),
            (Until(now), Until(now + 2 * second), Until(now + 5 * second)));
        Assert.Equal(now, thoughtless.ThinksUntil(1, now));
    }

    [Fact]
    public void All_that_was_sent_has_ended_or_is_in_flight() =>
        Assert.Equal(4_321, new LoadProgress(Answers: 1, Errors: 20) { InFlight = 300, Redirects = 4_000 }.Sent);

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);
}
