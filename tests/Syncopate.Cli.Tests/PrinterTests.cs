using System.CommandLine;
using System.Globalization;
using Syncopate.Cli.Plans;
using Syncopate.Cli.Screens;
using Syncopate.Planning;
using Syncopate.Reporting;
using Syncopate.Tests.Reporting;
using Xunit;

namespace Syncopate.Cli.Tests;

/// <summary>What comparisons and plans print on a console that is no terminal.</summary>
public sealed class PrinterTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-printed-").FullName;
    private readonly StringWriter _printed = new(CultureInfo.InvariantCulture);

    private Terminal Terminal => new(PlainConsole.On(_printed), PlainConsole.On(_printed));

    public void Dispose()
    {
        Directory.Delete(_folder, recursive: true);
        _printed.Dispose();
    }

    [Fact]
    public void A_comparison_has_its_forms_its_sentence_and_where_its_report_is()
    {
        ReportDocument report = NewKind.Report(_folder);

        ComparisonPrinter.Print(report, _folder, json: false, Terminal);

        ExperimentReport comparison = Assert.Single(report.Experiments);
        string printed = _printed.ToString();
        string[] parts =
            [.. comparison.Forms.Select(form => form.Label), comparison.Sentence, comparison.Recommendation];
        Assert.All(parts, part => Assert.Contains(part, printed, StringComparison.Ordinal));
        Assert.Contains($"Report: {Path.Combine(_folder, "report.html")}", printed, StringComparison.Ordinal);
    }

    [Fact]
    public void A_comparison_without_a_slot_says_where_its_journal_is()
    {
        ReportDocument report = NewKind.Report(_folder) with { Experiments = [] };

        ComparisonPrinter.Print(report, "kept", json: false, Terminal);

        Assert.Equal(
            "Nothing was measured. The journal and the output of the servers that were started: kept", _printed.ToString().Trim());
    }

    /// <summary>Users saturate a server by their number, and requests that arrive by their rate.</summary>
    [Theory]
    [InlineData("--users 5", "Saturation point, users", "Queueing starts at (users)")]
    [InlineData("--rate 20", "Saturation point, requests/s", "Queueing starts at (requests/s)")]
    public async Task A_plan_names_what_its_load_is_counted_in(string load, params string[] rows)
    {
        string[] words = ["--cpu", "1ms", "--wait", "20ms", "--cores", "2", "--form", "sync", "--form", "async", .. load.Split(' ')];
        PlanOptions options = new();
        Command command = new("plan");
        options.AddTo(command);
        CancellationToken token = TestContext.Current.CancellationToken;
        PlanSettings settings = await options.ReadAsync(command.Parse(words), token);
        Plan plan = Planner.Make(settings.Question, new PlannerEffort(2, 1, 400), null, token);

        PlanPrinter.Print(plan, Terminal);

        string printed = _printed.ToString();
        string[] all = [.. rows, "At most, requests/s", "Steady state, requests/s", $"seed {settings.Question.Seed}; "];
        Assert.All(all, row => Assert.Contains(row, printed, StringComparison.Ordinal));
        Assert.Contains("Simulated 2 times per form", printed, StringComparison.Ordinal);
    }
}
