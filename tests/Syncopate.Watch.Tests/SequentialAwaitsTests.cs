using Syncopate.Watch.Awaits;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Which awaits are pointed out, from calls with times written by hand.</summary>
public sealed class SequentialAwaitsTests
{
    [Theory]
    [InlineData("Shop.LoadAsync", 40, "40")] // 90 ms one after the other, 50 beside each other.
    [InlineData("Shop.LoadAsync", 60, null)] // They overlap.
    [InlineData("Shop.LoadAsync", 0.5, null)] // Too short to be worth a word.
    [InlineData("Task.Yield", 40, null)] // The wait for a thread of a busy pool, which nothing can overlap.
    public void Awaits_that_follow_each_other_are_pointed_out_where_they_might_overlap(string first, double until, string? gain)
    {
        CallTrace call = new("Pay") { IsMethod = true, Machine = new StateMachine("Pay", "Shop.PayAsync", null, null, []), Start = 0, End = 100 };
        CallTrace one = new(first) { Parent = call, Start = 0, End = until };
        CallTrace other = new("Shop.SaveAsync") { Parent = call, Start = 40, End = 90 };
        call.Waits.AddRange([new CallWait(0) { To = until, On = one }, new CallWait(40) { To = 90, On = other }]);

        IReadOnlyList<AsyncFinding> findings = SequentialAwaits.Find([call, one, other]);

        Assert.Equal(gain is null ? [] : [gain], findings.Select(found => FormattableString.Invariant($"{found.NowMilliseconds - found.PossibleMilliseconds}")));
    }
}
