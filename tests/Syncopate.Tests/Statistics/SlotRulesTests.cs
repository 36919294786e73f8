using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class SlotRulesTests
{
    /// <summary>max(0.2 s, 20 x p95, 500 / rate), at most 5 s, by hand.</summary>
    [Theory]
    [InlineData(1, 10_000, 0.2)]
    [InlineData(25, 10_000, 0.5)]
    [InlineData(1, 500, 1)]
    [InlineData(500, 20, 5)]
    public void A_slot_is_long_enough_for_its_answers(double p95Milliseconds, double requestsPerSecond, double seconds) =>
        Assert.Equal(TimeSpan.FromSeconds(seconds), SlotRules.Length(TimeSpan.FromMilliseconds(p95Milliseconds), requestsPerSecond));

    [Theory]
    [InlineData(1, 1, 0.04)]
    [InlineData(250, 5, 0.5)]
    [InlineData(1000, 4, 2)]
    [InlineData(1001, 4, 0)] // A burst of an answer or two a user: every one counts.
    [InlineData(4000, 5, 0)]
    public void The_head_of_a_slot_is_left_out_where_enough_follows(double p95Milliseconds, double lengthSeconds, double seconds) =>
        Assert.Equal(
            TimeSpan.FromSeconds(seconds),
            SlotRules.Discard(TimeSpan.FromMilliseconds(p95Milliseconds), TimeSpan.FromSeconds(lengthSeconds)));

    [Theory]
    [InlineData(0.5, 19, false)]
    [InlineData(0.5, 20, true)]
    [InlineData(0.9, 99, false)]
    [InlineData(0.9, 100, true)]
    [InlineData(0.99, 999, false)]
    [InlineData(0.99, 1000, true)]
    public void A_quantile_needs_ten_answers_beyond_it(double quantile, long answers, bool carried) =>
        Assert.Equal(carried, SlotRules.CarriesQuantile(quantile, answers));

    [Theory]
    [InlineData(999, 1, true)]
    [InlineData(998, 1, false)]
    [InlineData(0, 0, false)]
    public void A_slot_with_more_than_one_error_in_a_thousand_is_invalid(long answers, long errors, bool valid)
    {
        Slot slot =
            Given.Slot(1, 1, Form.Sync, 10) with { Count = answers, Errors = new Dictionary<string, long> { ["status 500"] = errors } };

        Assert.Equal(valid, SlotRules.IsValid(slot));
    }

    [Fact]
    public void Users_that_idled_void_no_slot_of_a_comparison() =>
        Assert.True(SlotRules.IsValid(Given.Slot(1, 1, Form.Sync, 10) with { InFlightShare = 0.7 }));
}
