using Syncopate.Cli.Lines;
using Syncopate.Tests.Reporting;
using Xunit;

namespace Syncopate.Cli.Tests;

/// <summary>Files that cannot be written: known before the work they are refused there, and else hide nothing of what it found.</summary>
public sealed class OutputFileTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-output-");

    public void Dispose() => _folder.Delete(recursive: true);

    /// <summary>The card that could not be written ended the command before the verdict.</summary>
    [Theory]
    [InlineData("report.md")]
    [InlineData("report.html")]
    [InlineData("card.svg")]
    [InlineData("forms.csv")]
    public async Task What_was_measured_is_printed_before_the_error_of_a_file_that_cannot_be_written(string name)
    {
        NewKind.Report(_folder.FullName);
        File.Delete(At(name));
        Directory.CreateDirectory(At(name));

        (int code, string said) = await InProcess.RunAsync("report", _folder.FullName, "--card", "--csv");

        Assert.Equal(ExitCode.TargetUnusable, code);
        int verdict = said.IndexOf("What nobody has asked.", StringComparison.Ordinal);
        int error = said.IndexOf($"'{At(name)}' is a folder", StringComparison.Ordinal);
        Assert.True(verdict >= 0 && verdict < error, said);
        Assert.Equal(name != "report.html", said.Contains("Report: ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task What_a_history_found_is_printed_before_the_error_of_its_page()
    {
        string run = Directory.CreateDirectory(At("run")).FullName;
        NewKind.Report(run);
        await File.WriteAllTextAsync(At("taken"), "", TestContext.Current.CancellationToken);

        (int code, string said) = await InProcess.RunAsync("history", run, "--out", At("taken"));

        Assert.Equal(ExitCode.TargetUnusable, code);
        int found = said.IndexOf("brand-new.async.mean", StringComparison.Ordinal);
        Assert.True(found >= 0 && found < said.IndexOf($"Cannot write '{At("taken")}'", StringComparison.Ordinal), said);
        Assert.DoesNotContain("Page: ", said, StringComparison.Ordinal);
    }

    /// <summary>Port 9 is not listened on: a load that had begun would say so.</summary>
    [Theory]
    [InlineData("load http://127.0.0.1:9/ -n 1 --html", "none/a.html", "there is no folder '")]
    [InlineData("load http://127.0.0.1:9/ -n 1 --hlog", "", "it is a folder")]
    [InlineData("plan --cpu 5ms --users 5 --html", "none/a.html", "there is no folder '")]
    public async Task A_file_that_cannot_be_written_is_refused_before_the_work(string line, string file, string found)
    {
        (int code, string said) = await InProcess.RunAsync([.. line.Split(' '), Path.Combine(_folder.FullName, file)]);

        Assert.Equal(ExitCode.TargetUnusable, code);
        Assert.StartsWith("error: Cannot write '", said, StringComparison.Ordinal);
        Assert.Contains(found, said, StringComparison.Ordinal);
    }

    [Fact]
    public void A_folder_in_place_of_a_file_of_the_report_is_refused_before_the_work()
    {
        Directory.CreateDirectory(At("card.svg"));

        UnusableException refused = Assert.Throws<UnusableException>(
            () => OutputFolder.Create(_folder.FullName, new DateTimeOffset(2026, 11, 28, 0, 0, 0, TimeSpan.Zero)));

        Assert.Equal($"Cannot write '{At("card.svg")}': it is a folder. Remove it, or choose another --out.", refused.Message);
    }

    [Fact]
    public void The_trial_leaves_what_is_there_and_makes_nothing()
    {
        File.WriteAllText(At("old.html"), "old");

        OutputFile.Check("--html", At("old.html"));
        OutputFile.Check("--html", At("new.html"));
        OutputFile.Check("--html", null);

        Assert.Equal("old", File.ReadAllText(At("old.html")));
        Assert.False(File.Exists(At("new.html")));
    }

    /// <summary>"--out out/run --html out/run/page.html" would be refused for want of a folder that the load makes.</summary>
    [Theory]
    [InlineData("out/run/page.html", true)]
    [InlineData("out/page.html", true)]
    [InlineData("out/run/more/page.html", false)]
    [InlineData("outer/page.html", false)]
    public void A_folder_that_the_work_makes_need_not_be_there(string file, bool isMade)
    {
        Exception? refused = Record.Exception(() => OutputFile.Check("--html", At(file), At("out/run")));

        Assert.Equal(isMade, refused is null);
        Assert.False(Directory.Exists(At("out")));
    }

    private string At(string name) => Path.Combine(_folder.FullName, name);
}
