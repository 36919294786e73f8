using System.Globalization;
using System.Text.RegularExpressions;
using Syncopate.Reporting.Plans;
using Xunit;

namespace Syncopate.Tests.Reporting;

public sealed partial class PlanChartTests
{
    private static readonly PlanLine Collapsing = new(
        "sync", "sync",
        [
            (0, 50, 50, 50), (10, 100, 100, 100), (20, 900, 1_000, 1_100), (30, 22_000, 30_000, 46_000),
            (40, 100, 100, 100),
        ]);

    [Fact]
    public void A_line_that_leaves_the_chart_ends_at_its_top_and_is_not_drawn_flat_along_it()
    {
        PlanChart chart = new([Collapsing], "users", highest: 500);

        string path = Line().Match(chart.Draw("99th percentile, ms", "words").ToString()).Groups[1].Value;

        // Up to the top, and from the top down again: two pieces, each with one point there.
        string[] pieces = path.Split('M', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(2, pieces.Length);
        Assert.All(
            pieces, piece => Assert.Single(
                piece.Split('L'), point => int.Parse(point.Split(' ')[1], CultureInfo.InvariantCulture) == 0));
    }

    [Fact]
    public void What_lies_beyond_the_chart_is_marked_with_arrows_and_the_word()
    {
        string drawn = new PlanChart([Collapsing], "users", highest: 500).Draw("99th percentile, ms", "words").ToString();

        Assert.Equal(2, Regex.Count(drawn, "▲"));
        Assert.Single(Regex.Matches(drawn, ">beyond</text>"));
    }

    [Fact]
    public void A_line_within_the_chart_is_one_piece_without_arrows()
    {
        string drawn = new PlanChart([Collapsing], "users").Draw("99th percentile, ms", "words").ToString();

        Assert.DoesNotContain("beyond", drawn, StringComparison.Ordinal);
        Assert.Equal(1, Line().Match(drawn).Groups[1].Value.Count(c => c == 'M'));
    }

    [GeneratedRegex("class=\"line sync\" d=\"([^\"]*)\"")]
    private static partial Regex Line();
}
