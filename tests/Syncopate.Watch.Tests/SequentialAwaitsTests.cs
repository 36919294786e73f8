using Syncopate.Watch.Awaits;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Which awaits are pointed out, from calls with times written by hand.</summary>
public sealed class SequentialAwaitsTests
{
    [Theory]
    [InlineData("Shop.LoadAsync", 0, 40, 40, 90, "40")] // 90 ms one after the other, 50 beside each other.
    [InlineData("Shop.LoadAsync", 0, 60, 40, 90, null)] // They overlap.
    [InlineData("Shop.LoadAsync", 0, 0.5, 40, 90, null)] // Too short to be worth a word.
    [InlineData("Task.Yield", 0, 40, 40, 90, null)] // The wait for a thread of a busy pool, which nothing can overlap.
    public void Awaits_that_follow_each_other_are_pointed_out_where_they_might_overlap(string first, double from, double until, double later, double end, string? gain)
    {
        CallTrace call = new("Pay") { IsMethod = true, Machine = new StateMachine("Pay", "Shop.PayAsync", null, null, []), Start = 0, End = 100 };
        CallTrace one = new(first) { Parent = call, Start = from, End = until };
        CallTrace other = new("Shop.SaveAsync") { Parent = call, Start = later, End = end };
        call.Waits.AddRange([new CallWait(from) { To = until, On = one }, new CallWait(later) { To = end, On = other }]);

        IReadOnlyList<AsyncFinding> findings = SequentialAwaits.Find([call, one, other]);

        Assert.Equal(gain is null ? [] : [gain], findings.Select(found => FormattableString.Invariant($"{found.NowMilliseconds - found.PossibleMilliseconds}")));
    }
}
