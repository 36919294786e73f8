using System.Globalization;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Tests.Reporting;
using Xunit;

namespace Syncopate.Cli.Tests;

/// <summary>What <c>syncopate report</c> and <c>syncopate history</c> make of folders, and what commands answer with that make a
/// report.</summary>
public sealed class ReportCommandTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-report-command-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task A_report_is_made_again_with_its_card_and_its_tables()
    {
        NewKind.Report(_folder.FullName);
        File.Delete(At("report.html"));

        (int code, string said) = await InProcess.RunAsync("report", _folder.FullName, "--card", "--csv");

        Assert.True(code == ExitCode.Done, said);
        string[] made = ["report.html", "card.svg", "forms.csv"];
        Assert.All(made, name => Assert.True(File.Exists(At(name)), name));
        Assert.Contains($"Card: {At("card.svg")}", said, StringComparison.Ordinal);
        Assert.Contains($"Tables: {At("forms.csv")}, ", said, StringComparison.Ordinal);
        Assert.Contains($"Report: {At("report.html")}", said, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--card", "--card draws the verdict of a run or a comparison; '")]
    [InlineData("--csv", "--csv writes the figures of a run, a comparison or a load; '")]
    public async Task What_a_watch_does_not_have_is_refused(string option, string message)
    {
        await File.WriteAllTextAsync(At("watch.jsonl"), "", TestContext.Current.CancellationToken);

        (int code, string said) = await InProcess.RunAsync("report", _folder.FullName, option);

        Assert.Equal(ExitCode.WrongUsage, code);
        Assert.StartsWith($"error: {message}{_folder.FullName}' holds ", said, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_history_is_drawn_into_a_folder_that_it_makes()
    {
        NewKind.Report(Directory.CreateDirectory(At("run")).FullName);

        (int code, string said) = await InProcess.RunAsync("history", At("run"), "--out", At("made"));

        Assert.True(code == ExitCode.Done, said);
        Assert.Contains($"Page: {At("made/history.html")}", said, StringComparison.Ordinal);
        Assert.True(File.Exists(At("made/history.html")));
    }

    /// <summary>How the work ended says more than that a file of it is missing.</summary>
    [Theory]
    [InlineData(ExitCode.Done, null, true, ExitCode.Done)]
    [InlineData(ExitCode.Done, "A fault.", true, ExitCode.TargetUnusable)]
    [InlineData(ExitCode.Done, null, false, ExitCode.TargetUnusable)]
    [InlineData(ExitCode.GateFailed, "A fault.", false, ExitCode.GateFailed)]
    [InlineData(ExitCode.Interrupted, null, false, ExitCode.Interrupted)]
    public void A_file_that_is_missing_fails_only_what_was_well_otherwise(
        int work, string? fault, bool hasOthers, int code)
    {
        using StringWriter said = new(CultureInfo.InvariantCulture);
        Terminal terminal = new(PlainConsole.On(said), PlainConsole.On(said));

        Assert.Equal(code, Reports.Finish(work, fault, hasOthers, terminal));
        Assert.Equal(fault is null ? "" : $"error: {fault}", said.ToString().Trim());
    }

    [Fact]
    public void A_copy_is_put_where_it_is_asked_for_and_else_the_original_is_named()
    {
        using StringWriter said = new(CultureInfo.InvariantCulture);
        Terminal terminal = new(PlainConsole.On(said), PlainConsole.On(said));
        File.WriteAllText(At("report.html"), "page");

        Assert.True(LoadReports.Copied(_folder.FullName, "report.html", null, terminal));
        Assert.True(LoadReports.Copied(_folder.FullName, "report.html", At("copy.html"), terminal));
        Assert.False(LoadReports.Copied(_folder.FullName, "report.html", At("nowhere/copy.html"), terminal));

        Assert.Equal("page", File.ReadAllText(At("copy.html")));
        Assert.StartsWith($"error: Cannot write '{At("nowhere/copy.html")}': ", said.ToString(), StringComparison.Ordinal);
        Assert.EndsWith($"The file is safe as {At("report.html")}.", said.ToString().Trim(), StringComparison.Ordinal);
    }

    private string At(string name) => Path.Combine(_folder.FullName, name);
}
