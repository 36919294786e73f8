using System.Globalization;
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

    /// <summary>A title from a journal of somebody else cleared the screen.</summary>
    [Fact]
    public void What_a_journal_names_commands_no_terminal()
    {
        string folder = Directory.CreateTempSubdirectory("syncopate-hostile-").FullName;
        using StringWriter text = new(CultureInfo.InvariantCulture);
        ReportDocument report = NewKind.Report(folder);
        Directory.Delete(folder, recursive: true);
        ReportDocument hostile = report with
        {
            Headline = "It is \u001b[2J over.",
            Experiments = [.. report.Experiments.Select(e => e with { Title = "A [red]\u001b]0;title\u0007[/]" })],
        };

        ResultPrinter.Print(hostile, folder, json: false, new Terminal(PlainConsole.On(text), PlainConsole.On(text)));
        ReportDocument partial = hostile with { Partial = true, Missing = ["\u009b2J", "a\u202Eb"] };
        ComparisonPrinter.Print(partial, folder, json: false, new Terminal(PlainConsole.On(text), PlainConsole.On(text)));

        Assert.DoesNotContain(text.ToString(), c => c is '\u001b' or '\u009b' or '\u0007' or '\u202E');
        Assert.Contains("A [red]", text.ToString(), StringComparison.Ordinal);
    }
}
