using Syncopate.Reporting;
using Syncopate.Reporting.Sentences;
using Xunit;

namespace Syncopate.Tests.Reporting;

public sealed class ComparisonRowsTests
{
    /// <summary>Also of answers that all came after their slot, and of a server that nothing watched, it said "too few requests".</summary>
    [Fact]
    public void A_figure_that_is_not_compared_says_why()
    {
        ExperimentReport experiment = ReportSpecimen.IoBound() with
        {
            Comparisons = [ReportSpecimen.Mean(Form.Sync, Form.Async, 0.5, (0.4, 0.6), Verdict.Gain)],
        };

        Dictionary<string, string> verdicts =
            new ComparisonRows(experiment, "request").All().ToDictionary(r => r.Name, r => r.Verdict);

        Assert.StartsWith("Async is better", verdicts["mean"], StringComparison.Ordinal);
        Assert.Equal("too few requests per slot to judge", verdicts["p99"]);
        Assert.Equal("in some slots no request ended within their time", verdicts["requests/s"]);
        Assert.Equal("not measured in every slot", verdicts["server CPU/request"]);
    }

    /// <summary>Terminals of the tool and of programs with forms of their own say the same below the rows, in the same order.</summary>
    [Fact]
    public void Doubts_stand_before_notes_and_notes_before_what_limits_the_comparison()
    {
        ExperimentReport experiment = ReportSpecimen.IoBound() with
        {
            Doubts = [new Doubt("planted", null, "It was slow.", "Why.", "Try again.")],
            Caveats = ["Once."],
        };

        (string, string)[] remarks = [.. new ComparisonRows(experiment, "request").Remarks()];

        Assert.Equal([("Doubt:", "It was slow. Try again."), ("Note:", "Once.")], remarks.Take(2));
        Assert.Equal([("", experiment.LoadAdequacy.Sentence), ("", experiment.Noise.Sentence)], remarks.TakeLast(2));
    }

    /// <summary>A page that was 3,000 times as fast had the ratio "0.000 (0.000 to 0.000)"; a verdict had one up to "1.000".</summary>
    [Theory]
    [InlineData(0.000_33, 0.000_31, 0.000_35, "0.00033 (0.00031 to 0.00035)")]
    [InlineData(0.98, 0.96, 0.9997, "0.980 (0.960 to 0.9997)")]
    [InlineData(0.5, 0.4, 1, "0.500 (0.400 to 1.000)")]
    public void A_ratio_is_not_rounded_to_nothing_nor_to_1(double ratio, double low, double high, string expected)
    {
        ExperimentReport experiment = ReportSpecimen.IoBound() with
        {
            Comparisons = [ReportSpecimen.Mean(Form.Sync, Form.Async, ratio, (low, high), Verdict.Gain)],
        };

        string verdict = new ComparisonRows(experiment, "request").All().First(row => row.Name == "mean").Verdict;

        Assert.EndsWith($"Async/Sync {expected}", verdict, StringComparison.Ordinal);
    }

    /// <summary>One request in 25 seconds was "0" per second, and a noise of 0.04% was "0%".</summary>
    [Fact]
    public void Little_is_not_told_as_nothing()
    {
        ExperimentReport whole = ReportSpecimen.IoBound();
        ExperimentReport experiment = whole with
        {
            Winner = Form.Async,
            Forms = [.. whole.Forms.Select(form => form with { RequestsPerSecond = 0.04, BytesPerRequest = 12 })],
            Noise = whole.Noise with { FloorPercent = 0.04 },
            Comparisons = [ReportSpecimen.Mean(Form.Sync, Form.Async, 0.5, (0.4, 0.6), Verdict.Gain)],
        };
        ComparisonRows rows = new(experiment, "request");

        Assert.All(rows.All().Where(row => row.Name == "requests/s").SelectMany(row => row.Figures), said => Assert.Equal("0.04", said));
        Assert.Contains(rows.All(), row => row.Figures.All(said => said == "12 B"));
        Assert.Equal(" That is far above the noise (0.04%).", rows.Noise());
    }
}
