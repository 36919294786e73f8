using Syncopate.Watch.Reporting;
using Syncopate.Watch.Starvation;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Figures that a sentence would make false: little that rounds to nothing, one that is told as many, and what was not
/// measured.</summary>
public sealed class WatchWordsTests
{
    [Theory]
    [InlineData(0, "0")]
    [InlineData(0.004, "0.004")]
    [InlineData(0.04, "0.04")]
    [InlineData(0.06, "0.1")]
    [InlineData(1, "1")]
    [InlineData(9.96, "10")]
    [InlineData(36_000, "36000")]
    public void Little_is_not_told_as_nothing(double figure, string told) =>
        Assert.Equal(told, StarvationCase.Text(figure));

    [Theory]
    [InlineData(null, "In 12 s the pool had up to 5 threads, and no queue.")]
    [InlineData(0.0, "In 12 s the pool had up to 5 threads, and no queue; it completed 0 work items per second.")]
    [InlineData(1.0, "In 12 s the pool had up to 5 threads, and no queue; it completed 1 work item per second.")]
    [InlineData(2.5, "In 12 s the pool had up to 5 threads, and no queue; it completed 2.50 work items per second.")]
    public void Work_that_was_not_counted_is_not_told_as_none_and_one_item_as_one(double? perSecond, string told)
    {
        WatchSummary summary = new(
            12, 0, 0, 5, null, null, 0, perSecond, null, null, null, null, null, null, 0, null, null);

        Assert.Equal(told, WatchText.Sentence(summary));
    }
}
