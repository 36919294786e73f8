using System.Text.Json;
using Syncopate.Reporting.Runs;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

[Trait("Judges", "behaviour")]
public sealed class HistoryCommandTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-history-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Figures_that_are_asked_for_are_drawn_and_a_change_is_told()
    {
        for (int day = 0; day < SlowerSpecimen.Days; day++)
        {
            DirectoryInfo run = _folder.CreateSubdirectory(FormattableString.Invariant($"run-{day:00}"));
            await File.WriteAllTextAsync(Path.Combine(run.FullName, "report.json"), ReportJson.Write(SlowerSpecimen.Of(day)), TestContext.Current.CancellationToken);
        }

        (int done, string output, string error) = await Tool.RunAsync("history", _folder.FullName, "--figure", "p50", "--figure", "MEAN");
        (int same, string json, _) = await Tool.RunAsync("history", _folder.FullName, "--json", "--out", Path.Combine(_folder.FullName, "page"));

        Assert.True((done, same) == (0, 0), error);
        Assert.Contains("20% slower since", output, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(_folder.FullName, "history.html")));
        Assert.True(File.Exists(Path.Combine(_folder.FullName, "page", "history.html")));
        Assert.Contains(".p50 ", output, StringComparison.Ordinal);
        Assert.DoesNotContain(".p95 ", output, StringComparison.Ordinal);
        using JsonDocument document = JsonDocument.Parse(json);
        Assert.Equal(14, document.RootElement.GetProperty("runs").GetArrayLength());
    }

    [Fact]
    public async Task Notes_stand_beside_the_answer_and_not_before_it()
    {
        DirectoryInfo run = _folder.CreateSubdirectory("run");
        await File.WriteAllTextAsync(Path.Combine(run.FullName, "report.json"), ReportJson.Write(SlowerSpecimen.Of(0)), TestContext.Current.CancellationToken);
        Directory.CreateSymbolicLink(Path.Combine(run.FullName, "again"), _folder.FullName);

        (int done, string output, string error) = await Tool.RunAsync("history", _folder.FullName);

        Assert.True(done == 0, error);
        Assert.DoesNotContain("Note:", output, StringComparison.Ordinal);
        Assert.Contains("Note: 1 link to a folder not followed: ", error, StringComparison.Ordinal);
        Assert.Contains("1 run is too few to find a change", output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(2, "--out takes the name of a folder; found nothing", "history", ".", "--out", "")]
    [InlineData(2, "Say where the results are", "history", "")]
    [InlineData(2, "DIR takes the folder of a run; found nothing", "report", "")]
    [InlineData(2, "--figure 'errors': a history does not draw that. Known: mean,", "history", ".", "--figure", "errors")]
    [InlineData(4, "There is no result below '.'", "history", ".")]
    [InlineData(4, "Cannot read 'nowhere'", "history", "nowhere")]
    public async Task A_mistake_is_told_in_one_line(int code, string told, params string[] line)
    {
        await using Tool tool = Tool.StartIn(_folder.FullName, line);

        Assert.Equal(code, await tool.ExitAsync());
        Assert.Contains(told, tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", tool.Error, StringComparison.Ordinal);
    }
}
