using Syncopate.Running;
using Syncopate.Tests.Load;
using Xunit;

namespace Syncopate.Tests.Running;

/// <summary>The time of a run, and what a pause is to it.</summary>
public sealed class RunClockTests
{
    [Fact]
    public void A_pause_is_no_time_of_the_run_and_the_time_of_a_record_goes_on()
    {
        using ManualTime time = new();
        RunClock clock = new(time);
        time.Advance(TimeSpan.FromSeconds(3));

        clock.Hold();
        time.Advance(TimeSpan.FromMinutes(5));
        TimeSpan held = clock.Elapsed;
        clock.Release();
        time.Advance(TimeSpan.FromSeconds(4));

        Assert.Equal((TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(7)), (held, clock.Elapsed));
        Assert.Equal((long)TimeSpan.FromSeconds(307).TotalNanoseconds, clock.ElapsedNanoseconds);
    }

    [Fact]
    public void A_run_that_goes_on_has_the_time_at_which_it_was_interrupted()
    {
        using ManualTime time = new();
        RunClock clock = new(time);
        time.Advance(TimeSpan.FromSeconds(3));

        clock.GoOnFrom(TimeSpan.FromSeconds(40));
        time.Advance(TimeSpan.FromSeconds(2));

        Assert.Equal(TimeSpan.FromSeconds(42), clock.Elapsed);
        Assert.Equal((long)TimeSpan.FromSeconds(42).TotalNanoseconds, clock.ElapsedNanoseconds);
    }

    [Fact]
    public void Of_a_pause_within_a_pause_the_outer_one_counts()
    {
        using ManualTime time = new();
        RunClock clock = new(time);

        clock.Hold();
        time.Advance(TimeSpan.FromSeconds(1));
        clock.Hold();
        clock.Release();
        time.Advance(TimeSpan.FromSeconds(5));
        clock.Release();
        time.Advance(TimeSpan.FromSeconds(2));

        Assert.Equal(TimeSpan.FromSeconds(2), clock.Elapsed);
    }

    [Fact]
    public void A_limit_ends_work_when_the_time_of_the_run_is_over_and_not_in_a_pause()
    {
        using ManualTime time = new();
        RunClock clock = new(time);
        using RunLimit limit = new(clock);
        limit.Set(TimeSpan.FromSeconds(10));

        clock.Hold();
        time.Advance(TimeSpan.FromMinutes(5));
        clock.Release();
        bool isOverInPause = limit.Over.IsCancellationRequested;
        time.Advance(TimeSpan.FromSeconds(10));

        Assert.Equal((false, true), (isOverInPause, limit.Over.IsCancellationRequested));
    }

    [Fact]
    public void A_pause_that_is_left_out_is_in_no_place_of_a_slot_either()
    {
        using ManualTime time = new();
        RunClock clock = new(time);
        time.Advance(TimeSpan.FromSeconds(2));
        clock.Hold();
        time.Advance(TimeSpan.FromSeconds(5));
        clock.Release();
        long paused = clock.ElapsedNanoseconds;

        clock.LeaveOut(TimeSpan.FromSeconds(5));

        Assert.Equal(7_000_000_000, paused);
        Assert.Equal(2_000_000_000, clock.ElapsedNanoseconds);
        Assert.Equal(TimeSpan.FromSeconds(2), clock.Elapsed);
    }

    [Fact]
    public void A_limit_without_an_end_ends_nothing()
    {
        using ManualTime time = new();
        using RunLimit limit = new(new RunClock(time));
        limit.Set(TimeSpan.FromSeconds(10));

        limit.Set(null);
        time.Advance(TimeSpan.FromHours(1));

        Assert.False(limit.Over.IsCancellationRequested);
    }
}
