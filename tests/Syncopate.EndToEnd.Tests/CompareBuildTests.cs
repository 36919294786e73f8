using System.Diagnostics;
using Syncopate.Journaling;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Two builds of one app: a revision of a repository, and the folder as it is. What is refused is in
/// <see cref="CompareBuildFaultTests"/>.</summary>
[Collection(nameof(Alone))]
[Trait("Judges", "time")]
public sealed class CompareBuildTests : IDisposable
{
    private readonly RunFolder _repository = new();

    [Fact]
    public async Task A_revision_and_a_folder_are_built_measured_and_removed()
    {
        await ShopSource.WriteAsync(_repository.Path, waitMilliseconds: 40);
        await GitAsync("init", "--quiet");
        await GitAsync("add", ".");
        await GitAsync("-c", "user.name=Test", "-c", "user.email=test@example.com", "commit", "--quiet", "-m", "First");
        await ShopSource.WriteAsync(_repository.Path, waitMilliseconds: 10);
        using RunFolder run = new();

        await using Tool tool = Tool.StartIn(
            _repository.Path,
            ["compare", "/orders", "--build-a", "HEAD", "--build-b", ".", "--users", "4", "--budget", "60s", "--out", run.Path]);
        int code = await tool.ExitAsync();

        Assert.True(code == 0, tool.Error);
        Assert.Equal([Form.A, Form.B], run.Slots.Select(slot => slot.Form).Distinct().Order()); // The verdict is CompareCommandTests'.
        Assert.All(run.Slots, slot => Assert.NotNull(slot.Target));
        Assert.Single(await GitAsync("worktree", "list"));
        Assert.Equal(" M Program.cs", Assert.Single(await GitAsync("status", "--short", "Program.cs")));
    }

    [Fact]
    public async Task One_source_is_built_with_and_without_state_machines_in_folders_of_their_own()
    {
        await ShopSource.WriteAsync(_repository.Path, waitMilliseconds: 5);
        using RunFolder run = new();

        await using Tool tool = Tool.StartIn(
            _repository.Path,
            ["compare", "/orders", "--build-a", ".", "--runtime-async-b", "--users", "4", "--budget", "15s", "--out", run.Path]);
        int code = await tool.ExitAsync();

        Assert.True(code == 0, tool.Error);
        Assert.Contains("A 1 as a state machine; B 1 as runtime async", tool.Error, StringComparison.Ordinal);
        ServerRuntime[] ran = [.. JournalReader.Read(run.Journal).Records.OfType<ServerRuntime>()];
        Assert.Equal([(Form.A, 1, 0), (Form.B, 0, 1)], ran.Select(r => (r.Form!.Value, r.StateMachines!.Value, r.RuntimeAsync!.Value)));
        Assert.All(ran, r => Assert.Equal($".NET {Environment.Version}", r.Runtime));
        Assert.Contains("1 as runtime async", tool.Output, StringComparison.Ordinal);
        Assert.Contains("1 as runtime async", run.Read("report.md"), StringComparison.Ordinal);
        Assert.Equal(
            ["Program.cs", "Shop.csproj"],
            Directory.EnumerateFileSystemEntries(_repository.Path).Select(Path.GetFileName).Order(StringComparer.Ordinal));
    }

    public void Dispose() => _repository.Dispose();

    private async Task<string[]> GitAsync(params string[] arguments)
    {
        using Process git = Process.Start(new ProcessStartInfo("git", arguments) { WorkingDirectory = _repository.Path, RedirectStandardOutput = true })!;
        string output = await git.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await git.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal(0, git.ExitCode);
        return output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}
