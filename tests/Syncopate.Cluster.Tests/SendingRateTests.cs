using Syncopate.Cluster.Loads;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>What counts as more than a policy allows. A look every 50 ms, as an agent takes it.</summary>
public sealed class SendingRateTests
{
    private const double Most = 100;

    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(50);

    /// <summary>On average over the eleven seconds it is a third of what is allowed.</summary>
    [Fact]
    public void A_target_that_was_slow_first_is_not_loaded_the_faster_afterwards()
    {
        double? beyond = BeyondAt(seconds => seconds < 10 ? seconds : 10 + 400 * (seconds - 10));

        Assert.InRange(beyond ?? 0, 10, 11);
    }

    [Fact]
    public void A_sudden_crowd_is_stopped_within_a_second() =>
        Assert.InRange(BeyondAt(seconds => 300 * seconds) ?? 0, 0, 1);

    [Theory]
    [InlineData(100, true)]
    [InlineData(120, true)]
    [InlineData(130, false)]
    [InlineData(1_000, false)]
    public void A_steady_rate_is_allowed_up_to_the_limit_and_a_quarter_more(double perSecond, bool isAllowed) =>
        Assert.Equal(isAllowed, BeyondAt(seconds => perSecond * seconds) is null);

    /// <summary>A generator that was kept from its processor sends what was due meanwhile at once.</summary>
    [Theory]
    [InlineData(0.5)]
    [InlineData(0.95)]
    public void What_a_pause_of_the_generator_has_held_up_may_follow_at_once(double pause) =>
        Assert.Null(BeyondAt(seconds => Most * (seconds > 5 && seconds < 5 + pause ? 5 : seconds)));

    /// <summary>As many as a second may have are no more when they come at once, such as the first of all users.</summary>
    [Fact]
    public void What_a_second_may_have_may_come_at_once()
    {
        Assert.Null(BeyondAt(_ => Most));
        Assert.Null(BeyondAt(seconds => seconds < 7 ? 0 : Most));
    }

    [Fact]
    public void One_request_is_allowed_at_any_rate()
    {
        SendingRate rate = new(0.1);

        Assert.False(rate.IsBeyond(Look, 1));
        Assert.True(rate.IsBeyond(2 * Look, 2));
    }

    // When it was beyond the limit, in seconds; null when it never was within 20 s.
    private static double? BeyondAt(Func<double, double> sentAt)
    {
        SendingRate rate = new(Most);
        for (TimeSpan at = Look; at < TimeSpan.FromSeconds(20); at += Look)
        {
            if (rate.IsBeyond(at, (long)sentAt(at.TotalSeconds)))
                return at.TotalSeconds;
        }

        return null;
    }
}
