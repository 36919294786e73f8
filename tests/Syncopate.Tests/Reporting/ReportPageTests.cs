using Syncopate.Reporting;
using Xunit;

namespace Syncopate.Tests.Reporting;

public sealed class ReportPageTests
{
    private static readonly ReportDocument Empty = new()
    {
        Schema = 1,
        Tool = new("syncopate", "0.1.0"),
        Run = new("quick", 7, "syncopate run --quick --seed 7", DateTimeOffset.UnixEpoch, 0.5, "killed"),
        Machine = new(".NET 10.0.12", "Debian", "X64", 2, 1L << 33, null),
        Headline = "Nothing was measured.",
        Summary = "The run ended before the first slot.",
        Noise = new(null, null, null, null, 0, null, "Not measured."),
        Experiments = [],
        Warnings = [],
        Partial = true,
        Missing = ["No experiment was measured."],
    };

    [Fact]
    public void A_report_without_experiments_says_what_is_missing()
    {
        var page = ReportPage.Write(Empty, "{}", "# Nothing");

        Assert.Contains("<b>Partial report.</b> The run was killed", page, StringComparison.Ordinal);
        Assert.Contains("<li>No experiment was measured.</li>", page, StringComparison.Ordinal);
    }
}
