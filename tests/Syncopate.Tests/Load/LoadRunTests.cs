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
}
