using System.Text.RegularExpressions;
using Syncopate.Reporting;
using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Runs;
using Xunit;

namespace Syncopate.Tests.Reporting;

public sealed class PageFiguresTests
{
    [Fact]
    public void Published_and_measured_times_share_an_axis_in_units_of_their_own_wait()
    {
        // Published: 3,230 ms at a wait of 500 ms is 6.46 waits; today 498 ms at 100 ms is 4.98.
        string bars = PageBars.ThenAndNow(ReportSpecimen.Dashboard()).ToString();

        Assert.Contains("3,230 ms · 6.46 waits", bars, StringComparison.Ordinal);
        Assert.Contains("498 ms · 4.98 waits", bars, StringComparison.Ordinal);
        Assert.Contains("""<rect class="solid" y="16" width="77.09%" """, bars, StringComparison.Ordinal);
        Assert.Contains("one wait was 500 ms then and is 100 ms today", bars, StringComparison.Ordinal);
    }

    [Fact]
    public void With_the_same_wait_then_and_now_times_are_plain()
    {
        string bars = PageBars.ThenAndNow(ReportSpecimen.IoBound()).ToString();

        Assert.DoesNotContain("waits", bars, StringComparison.Ordinal);
        // 1,690 of 2,467 ms.
        Assert.Contains("""width="68.5%" """, bars, StringComparison.Ordinal);
    }

    [Fact]
    public void Only_a_request_has_a_latency_and_a_call_takes_time()
    {
        string calls = PageBars.ThenAndNow(ReportSpecimen.IoBound() with { Piece = "call" }).ToString();

        Assert.Contains("Mean latency", PageBars.ThenAndNow(ReportSpecimen.IoBound()).ToString(), StringComparison.Ordinal);
        Assert.Contains("Mean time for each call", calls, StringComparison.Ordinal);
        Assert.DoesNotContain("latency", calls, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public void A_printed_range_is_drawn_to_its_upper_end()
    {
        string bars = PageBars.ThenAndNow(ReportSpecimen.Delay()).ToString();

        Assert.Contains("800 to 2,000 ms", bars, StringComparison.Ordinal);
        Assert.Contains("""<rect class="outline range" x="40%" y="0.75" width="60%" """, bars, StringComparison.Ordinal);
    }

    [Fact]
    public void Answers_of_runs_of_unequal_length_are_compared_as_multiples_of_the_baseline()
    {
        string bars = PageBars.ThenAndNow(ReportSpecimen.Dashboard()).ToString();

        // Published: 254 of 79 in the run; today 42.2 per second of 10.2.
        Assert.Contains("254 in all · 3.22×", bars, StringComparison.Ordinal);
        Assert.Contains("42.2/s · 4.14×", bars, StringComparison.Ordinal);
    }

    [Fact]
    public void An_undecided_ratio_is_hollow_and_a_decided_one_is_not()
    {
        Assert.Contains("dot async hollow", PageIntervals.Strip(ReportSpecimen.External(), "x").ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("hollow", PageIntervals.Strip(ReportSpecimen.Delay(), "x").ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_comparison_without_figure_is_named_and_not_drawn()
    {
        ExperimentReport experiment = ReportSpecimen.CpuBound() with
        {
            Comparisons = [ReportSpecimen.Mean(Form.Sync, Form.Async, null, null, Verdict.Undecided)],
        };

        string strip = PageIntervals.Strip(experiment, "x").ToString();

        Assert.Contains("no figure", strip, StringComparison.Ordinal);
        Assert.Contains("8 rounds: no valid number", strip, StringComparison.Ordinal);
        Assert.DoesNotContain("<circle", strip, StringComparison.Ordinal);
    }

    /// <summary>The zone of the mean stood behind all rows, also where it was as wide as 0.1 ms and that of the row was not.</summary>
    [Fact]
    public void Each_row_has_the_zone_of_its_own_margin_behind_it()
    {
        Comparison any = ReportSpecimen.Mean(Form.Sync, Form.Async, 0.9, (0.8, 1.0), Verdict.Undecided);
        Comparison mean = any with { MarginPercent = 15 };
        ExperimentReport experiment = ReportSpecimen.IoBound() with
        {
            Comparisons = [mean, mean with { Metric = Metric.RequestsPerSecond, Primary = false, MarginPercent = 5 }],
        };

        string table = PageIntervals.Table(experiment, "x").ToString();

        Assert.Equal(["#x.all", "#x.all.2"], Regex.Matches(table, "<use href=\"([^\"]*)\"").Select(m => m.Groups[1].Value));
        Assert.Equal(2, Regex.Matches(table, "<rect class=\"margin\" [^>]*>").Select(m => m.Value).Distinct().Count());
        Assert.Single(Regex.Matches(table, "class=\"noise\"").Select(m => m.Value)); // That of times is none of throughput.
    }

    [Theory]
    [InlineData(0.121, Verdict.Gain, "8.26×", "lower latency with “Async”")]
    [InlineData(0.9, Verdict.Gain, "10%", "lower latency with “Async”")]
    [InlineData(1.12, Verdict.Loss, "12%", "higher latency with “Async”")]
    [InlineData(0.5, Verdict.Undecided, "2×", "lower latency so far: not decided")]
    [InlineData(double.NaN, Verdict.Gain, "–", "no valid number")]
    [InlineData(0, Verdict.Gain, "–", "no valid number")]
    public void A_key_figure_says_what_the_verdict_rests_on(double ratio, Verdict verdict, string figure, string meaning)
    {
        ExperimentReport experiment = ReportSpecimen.IoBound() with
        {
            Comparisons = [ReportSpecimen.Mean(Form.Sync, Form.Async, ratio, (ratio, ratio), verdict)],
        };

        Assert.Equal((figure, meaning), PageKeyFigure.Of(experiment));
    }

    [Fact]
    public void Equivalence_is_shown_by_how_far_the_forms_may_differ_at_most() =>
        Assert.Equal("±3.3%", PageKeyFigure.Of(ReportSpecimen.CpuBound()).Figure);

    [Theory]
    [InlineData(0.9, 1.4, "±40%")]
    [InlineData(0.5, 40, "≤ 40×")]
    [InlineData(0.02, 1.1, "≤ 50×")]
    public void Equivalence_by_a_floor_is_shown_by_a_factor_of_two_or_more(double low, double high, string figure)
    {
        ExperimentReport experiment = ReportSpecimen.CpuBound() with
        {
            Comparisons = [ReportSpecimen.Mean(Form.Sync, Form.Async, 1, (low, high), Verdict.NoDifference)],
        };

        Assert.Equal(figure, PageKeyFigure.Of(experiment).Figure);
    }

    [Fact]
    public void An_experiment_is_linked_by_its_own_id_where_that_is_a_plain_name()
    {
        string[] ids = ["io-bound", "Evil \"id\"", "io-bound", "report-main", ""];

        PageAnchors anchors = new([.. ids.Select(i => ReportSpecimen.Template(i, i))]);

        Assert.Equal(["io-bound", "experiment.2", "experiment.3", "experiment.4", "experiment.5"], ids.Select((_, i) => anchors[i]));
    }
}
