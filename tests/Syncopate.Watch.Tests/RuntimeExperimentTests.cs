using System.Text.Json;
using Syncopate.EndToEnd.Tests;
using Syncopate.Journaling;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Bundled experiments where a newer .NET is installed beside the tool's own, by the real tool.</summary>
[Trait("Judges", "time")]
public sealed class RuntimeExperimentTests(RuntimeKinds kinds) : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-runtimes-").FullName;

    [Fact]
    public async Task Awaits_are_measured_on_the_newer_one_with_and_without_state_machines()
    {
        string run = await RunAsync("tight-loop");

        using JsonDocument report = JsonDocument.Parse(await File.ReadAllTextAsync(
            Path.Combine(run, "report.json"), TestContext.Current.CancellationToken));
        Dictionary<string, double> bytes = report.RootElement.GetProperty("experiments").EnumerateArray()
            .Where(e => e.GetProperty("cost").ValueKind == JsonValueKind.Object)
            .ToDictionary(e => e.GetProperty("id").GetString()!, e => e.GetProperty("cost").GetProperty("addedBytes").GetDouble());
        // 72 bytes for a task that is done, whichever the runtime; none where the runtime makes no task of it.
        Assert.True(
            3 * bytes["tight-loop-task-net11-runtime"] < bytes["tight-loop-task-net11"]
                && 3 * bytes["tight-loop-task-net11-runtime"] < bytes["tight-loop-task"],
            string.Join(", ", bytes));
        Assert.Contains(".NET 11, runtime async", await File.ReadAllTextAsync(
            Path.Combine(run, "report.html"), TestContext.Current.CancellationToken), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_pool_is_starved_on_both()
    {
        string run = await RunAsync("starvation");

        Assert.Equal(
            [((string?)"starvation-sleep", ".NET 10"), ("starvation-sleep-net11", ".NET 11")],
            JournalReader.Read(Path.Combine(run, "run.jsonl")).Records.OfType<ServerRuntime>()
                .Where(r => r.Experiment is "starvation-sleep" or "starvation-sleep-net11")
                .Select(r => (r.Experiment, r.Runtime[..7])).Distinct().Order());
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private async Task<string> RunAsync(string experiment)
    {
        // Restores the packages, or skips.
        await kinds.BuiltAsync("net11.0");
        string host = RuntimeRoot.Make(Directory.CreateDirectory(Path.Combine(_folder, "root")).FullName);
        string run = Path.Combine(_folder, "run");
        await using Tool tool = Tool.StartBy(host, _folder, "run", experiment, "--quick", "--seed", "7", "--out", run);
        int code = await tool.ExitAsync();

        Assert.True(code == 0, tool.Error);
        return run;
    }
}
