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
}
