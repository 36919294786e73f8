using Syncopate.Load.Tallying;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>When a target is dead: here a failure lasts from 500 ticks on.</summary>
public sealed class TargetHealthTests
{
    [Fact]
    public void It_is_dead_when_it_failed_three_times_and_for_long_enough()
    {
        TargetHealth health = Of(users: 1);

        Assert.False(health.Failed(0, timedOut: false, now: 1_000));
        Assert.False(health.Failed(0, timedOut: false, now: 9_000));
        Assert.True(health.Failed(0, timedOut: false, now: 9_000));
    }

    [Fact]
    public void It_is_not_dead_before_its_failure_has_lasted()
    {
        TargetHealth health = Of(users: 1);
        Assert.Equal([false, false], Enumerable.Range(0, 2).Select(_ => health.Failed(0, timedOut: false, now: 1_000)));

        Assert.False(health.Failed(0, timedOut: false, now: 1_499));
        Assert.True(health.Failed(0, timedOut: false, now: 1_500));
    }

    [Fact]
    public void It_is_not_dead_while_a_user_still_waits_for_it()
    {
        TargetHealth health = Of(users: 2);
        AssertAlive(health, user: 0);

        Assert.True(health.Failed(1, timedOut: false, now: 4_000));
    }

    [Fact]
    public void An_answer_begins_the_count_of_failures_anew()
    {
        TargetHealth health = Of(users: 1);
        health.Failed(0, timedOut: false, now: 0);
        health.Failed(0, timedOut: false, now: 600);

        health.Answered();

        Assert.False(health.Failed(0, timedOut: false, now: 700));
        Assert.False(health.Failed(0, timedOut: false, now: 1_100));
        Assert.False(health.Failed(0, timedOut: false, now: 1_199));
        Assert.True(health.Failed(0, timedOut: false, now: 1_200));
    }

    [Fact]
    public void An_answer_forgets_who_has_failed_before_it()
    {
        TargetHealth health = Of(users: 2);
        health.Failed(0, timedOut: false, now: 0);

        health.Answered();

        AssertAlive(health, user: 1);
        Assert.True(health.Failed(0, timedOut: false, now: 4_000));
    }

    [Fact]
    public void A_user_who_has_left_is_awaited_no_longer()
    {
        TargetHealth health = Of(users: 2);
        AssertAlive(health, user: 0);

        health.Leave(1);

        Assert.True(health.Failed(0, timedOut: false, now: 4_000));
    }

    [Fact]
    public void A_user_who_failed_and_left_stands_for_no_other()
    {
        TargetHealth health = Of(users: 3);
        health.Failed(0, timedOut: false, now: 0);

        health.Leave(0);

        AssertAlive(health, user: 1);
        Assert.True(health.Failed(2, timedOut: false, now: 4_000));
    }

    /// <summary>Unless the caller has said how long a target may be away.</summary>
    [Theory]
    [InlineData(true, true, true)]
    [InlineData(true, false, false)]
    [InlineData(false, true, false)]
    [InlineData(false, false, false)]
    public void A_whole_timeout_is_proof_enough(bool endsByTimeout, bool timedOut, bool isDead)
    {
        TargetHealth health = Of(users: 1, endsByTimeout);

        Assert.Equal(isDead, health.Failed(0, timedOut, now: 0));
    }

    [Fact]
    public void A_timeout_of_one_user_is_no_proof_while_another_waits()
    {
        TargetHealth health = Of(users: 2);

        Assert.False(health.Failed(0, timedOut: true, now: 0));
        Assert.True(health.Failed(1, timedOut: true, now: 0));
    }

    // Though the user fails often and for long.
    private static void AssertAlive(TargetHealth health, int user)
    {
        for (long now = 1_000; now <= 3_000; now += 1_000)
            Assert.False(health.Failed(user, timedOut: false, now));
    }

    private static TargetHealth Of(int users, bool endsByTimeout = true)
    {
        TargetHealth health = new(lastingTicks: 500, endsByTimeout);
        for (int user = 0; user < users; user++)
            health.Enter();
        return health;
    }
}
