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
}
