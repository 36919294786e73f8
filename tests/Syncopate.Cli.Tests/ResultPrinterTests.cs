using System.Globalization;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Reporting;
using Syncopate.Tests.Reporting;
using Xunit;

namespace Syncopate.Cli.Tests;

public sealed class ResultPrinterTests
{
    [Fact]
    public void An_experiment_of_a_new_kind_is_complete_on_the_console()
    {
        string folder = Directory.CreateTempSubdirectory("syncopate-new-kind-").FullName;
        using StringWriter text = new(CultureInfo.InvariantCulture);

        ReportDocument report = NewKind.Report(folder);
        ResultPrinter.Print(report, folder, json: false, new Terminal(PlainConsole.On(text), PlainConsole.On(text)));
        Directory.Delete(folder, recursive: true);

        ExperimentReport experiment = Assert.Single(report.Experiments);
        string printed = text.ToString();
        string[] parts = [experiment.Id, experiment.Title, experiment.Sentence, experiment.Outcome, report.Headline];
        Assert.All(parts, part => Assert.Contains(part, printed, StringComparison.Ordinal));
        Assert.Contains("Take the new way.", printed, StringComparison.Ordinal);
        Assert.Contains("+ await NewAsync();", printed, StringComparison.Ordinal);
    }

    [Fact]
    public void A_folder_with_a_blank_is_one_word_of_the_command_that_makes_its_report_again() => Assert.EndsWith(
        "make room, then: syncopate report 'my runs/one'",
        Assert.Throws<UnusableException>(
            () => Reports.Written<string>("my runs/one", () => throw new IOException("No space left on device."))).Message,
        StringComparison.Ordinal);
}
