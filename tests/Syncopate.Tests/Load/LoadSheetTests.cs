using System.Reflection;
using Syncopate.Histograms;
using Syncopate.Load;
using Syncopate.Load.Tallying;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>A figure that is left out of a sum is lost with each thread and each interval.</summary>
public sealed class LoadSheetTests
{
    private static readonly PropertyInfo[] Counts =
        [.. typeof(LoadSheet).GetProperties().Where(property => property.PropertyType == typeof(long))];

    [Fact]
    public void Every_count_of_another_is_added_and_the_later_end_is_kept()
    {
        LoadSheet sum = Sheet(factor: 1_000);
        LoadSheet other = Sheet(factor: 1);

        sum.Add(other);

        Assert.InRange(Counts.Length, 10, 40);
        Assert.All(Counts.Index(), count =>
        {
            long factor = count.Item.Name == nameof(LoadSheet.Ended) ? 1_000 : 1_001;
            Assert.Equal((count.Item.Name, (count.Index + 1) * factor), (count.Item.Name, Value(count.Item, sum)));
        });
        Assert.Equal((1_001L, 2_002L), (sum.FailedInStep[0], sum.FailedInStep[1]));
        Assert.Equal([("a", 1_001L), ("b", 2_002L)], sum.Errors().Select(error => (error.Key, error.Value)));
        Assert.Equal([2L, 2, 2, 2, 2, 2, 2], Histograms(sum).Select(histogram => histogram.TotalCount));
        Assert.Equal(2, sum.Slowest.ToRequests(new TraceParents(1), 0, 1).Count);
    }

    [Fact]
    public void The_end_of_another_is_kept_where_it_is_the_later_one()
    {
        LoadSheet sum = Sheet(factor: 1);
        LoadSheet later = Sheet(factor: 1_000);

        sum.Add(later);

        Assert.Equal(later.Ended, sum.Ended);
    }

    [Fact]
    public void A_cleared_sheet_is_as_new()
    {
        LoadSheet sheet = Sheet(factor: 1);

        sheet.Clear();

        Assert.All(Counts, count => Assert.Equal((count.Name, 0L), (count.Name, Value(count, sheet))));
        Assert.All(sheet.FailedInStep, failed => Assert.Equal(0, failed));
        Assert.Empty(sheet.Errors());
        Assert.All(Histograms(sheet), histogram => Assert.Equal(0, histogram.TotalCount));
        Assert.Empty(sheet.Slowest.ToRequests(new TraceParents(1), 0, 1));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void What_is_due_sent_late_and_served_is_told_apart_at_a_rate_alone(bool isOpen)
    {
        LoadSheet sheet = new(isOpen, steps: 3);

        Assert.Equal((isOpen, isOpen), (sheet.ServiceTimes is not null, sheet.Lateness is not null));
        Assert.Equal((3, 3), (sheet.Steps.Count, sheet.FailedInStep.Length));
    }

    // Each count has a value of its own, so that one which is added to another is seen.
    private static LoadSheet Sheet(long factor)
    {
        LoadSheet sheet = new(isOpen: true, steps: 2);
        foreach ((int index, PropertyInfo count) in Counts.Index())
            count.SetValue(sheet, (index + 1) * factor);
        (sheet.FailedInStep[0], sheet.FailedInStep[1]) = (factor, 2 * factor);
        (sheet.ErrorsByKind["b"], sheet.ErrorsByKind["a"]) = (2 * factor, factor);
        sheet.Slowest.Add(new RequestTimes(0, 0, 0, 10, Number: factor), null);
        foreach (Histogram histogram in Histograms(sheet))
            histogram.Record(1_000);
        return sheet;
    }

    // Not null: a long.
    private static long Value(PropertyInfo count, LoadSheet sheet) => (long)count.GetValue(sheet)!;

    private static IEnumerable<Histogram> Histograms(LoadSheet sheet) =>
        new[] { sheet.Latencies, sheet.FirstByteTimes, sheet.ConnectTimes, sheet.ServiceTimes, sheet.Lateness }
            .OfType<Histogram>().Concat(sheet.Steps);
}
