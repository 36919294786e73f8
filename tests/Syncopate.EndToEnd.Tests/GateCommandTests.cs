using Xunit;

namespace Syncopate.EndToEnd.Tests;

[Trait("Judges", "behaviour")]
public sealed class GateCommandTests(QuickRuns runs) : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-gate-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task A_run_passes_and_fails_by_its_limits_and_tells_the_build_server()
    {
        string run = Path.Combine(_folder.FullName, "run");
        (await runs.OfAsync("cpu-bound")).CopyTo(run);

        (int passed, string output, _) = await Tool.RunAsync("gate", run, "--max", "cpu-bound.async.p95=1000s", "--max", "errors=0");
        (int same, _, string refused) = await Tool.RunAsync("gate", Path.Combine(run, "report.json"), "--baseline", run);
        string junit = Path.Combine(_folder.FullName, "gate.xml");
        string summary = Path.Combine(_folder.FullName, "summary.md");
        await File.WriteAllTextAsync(summary, "what another step wrote\n", TestContext.Current.CancellationToken);
        await using Tool failing = Tool.StartWith(
            [("GITHUB_ACTIONS", "true"), ("GITHUB_STEP_SUMMARY", summary)], "gate", run, "--max", "cpu-bound.async.p95=1ns", "--junit", junit, "--json");

        await using Tool unwritable = Tool.StartWith(
            [("GITHUB_STEP_SUMMARY", Path.Combine(_folder.FullName, "second.md"))],
            "gate", run, "--max", "cpu-bound.async.p95=1ns", "--junit", Path.Combine(_folder.FullName, "nowhere", "gate.xml"));

        Assert.Equal(0, passed);
        Assert.Contains("ok         cpu-bound.async.p95", output, StringComparison.Ordinal);
        Assert.True(same == 0, refused);
        Assert.Equal(3, await failing.ExitAsync());
        Assert.StartsWith("{", failing.Output, StringComparison.Ordinal);
        Assert.Contains("::error title=cpu-bound.async.p95::", failing.Error, StringComparison.Ordinal);
        Assert.Contains("<failure", await File.ReadAllTextAsync(junit, TestContext.Current.CancellationToken), StringComparison.Ordinal);
        Assert.StartsWith("what another step wrote\n## ❌ Gate failed", await File.ReadAllTextAsync(summary, TestContext.Current.CancellationToken), StringComparison.Ordinal);
        // That one file cannot be written hides neither the other nor that the gate failed.
        Assert.Equal(3, await unwritable.ExitAsync());
        Assert.Contains("Cannot write '", unwritable.Error, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(_folder.FullName, "second.md")));
    }

    [Theory]
    [InlineData(2, "There is nothing to check", "gate", ".")]
    [InlineData(2, "--junit takes the name of a file; found nothing", "gate", ".", "--max", "p95=300ms", "--junit", "")]
    [InlineData(2, "--max-slower needs something to compare with", "gate", ".", "--max-slower", "10%")]
    [InlineData(2, "it takes a number and ns, us, ms or s", "gate", ".", "--max", "p95=300")]
    [InlineData(4, "holds neither run.jsonl nor report.json", "gate", ".", "--max", "p95=300ms")]
    [InlineData(4, "Cannot read the result 'nowhere'", "gate", "nowhere", "--max", "p95=300ms")]
    public async Task A_mistake_is_told_in_one_line(int code, string told, params string[] line)
    {
        await using Tool tool = Tool.StartIn(_folder.FullName, line);

        Assert.Equal(code, await tool.ExitAsync());
        Assert.Contains(told, tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", tool.Error, StringComparison.Ordinal);
    }
}
