using Syncopate.Reporting;
using Syncopate.Reporting.Loads;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>The tables of a load ask one list which figures a latency has: one that is missing in it would be in no table.</summary>
public sealed class LatencyFiguresTests
{
    [Fact]
    public void Every_figure_of_a_latency_has_a_column_that_shows_it()
    {
        LatencyFigures figures = new(10, 1, 2, 3, 4, 5);

        double[] values = [.. typeof(LatencyFigures).GetProperties()
            .Where(property => property.PropertyType == typeof(double))
            .Select(property => property.GetValue(figures)).Cast<double>()];

        Assert.Equal([1, 2, 3, 4, 5], values);
        Assert.Equal(values, LatencyFigures.Columns.Select(column => column.Value(figures)));
    }

    [Fact]
    public void Terminal_and_page_have_its_columns_in_one_order()
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Whole());

        string heads = string.Concat(LatencyFigures.Columns.Select(column => $"{column.Name,12}"));
        Assert.Contains(LoadReportText.Lines(report, unicode: true), line => line.TrimStart() == heads.TrimStart());
        string page = LoadReportPage.Write(report, "{}", "");
        Assert.Contains(
            "<th scope=\"col\">Count</th>"
                + string.Concat(LatencyFigures.Columns.Select(column => $"<th scope=\"col\">{column.Heading}</th>")) + "</tr>",
            page,
            StringComparison.Ordinal);
    }
}
