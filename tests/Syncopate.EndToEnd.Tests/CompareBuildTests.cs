using System.Diagnostics;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Two builds of one app: a revision of a repository, and the folder as it is.</summary>
[Collection(nameof(Alone))]
[Trait("Judges", "time")]
public sealed class CompareBuildTests : IDisposable
{
    private const string Project = """
        <Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>
        """;

    private readonly RunFolder _repository = new();

    [Fact]
    public async Task A_revision_and_a_folder_are_built_measured_and_removed()
    {
        await WriteAsync("Shop.csproj", Project);
        await WriteAsync("Program.cs", Program(waitMilliseconds: 40));
        await GitAsync("init", "--quiet");
        await GitAsync("add", ".");
        await GitAsync("-c", "user.name=Test", "-c", "user.email=test@example.com", "commit", "--quiet", "-m", "First");
        await WriteAsync("Program.cs", Program(waitMilliseconds: 10));
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

    public void Dispose() => _repository.Dispose();

    private static string Program(int waitMilliseconds) => $$"""
        var app = WebApplication.Create(args);
        app.MapGet("/orders", async () => { await Task.Delay({{waitMilliseconds}}); return "orders"; });
        app.Run();
        """;

    private Task WriteAsync(string file, string text) => File.WriteAllTextAsync(Path.Combine(_repository.Path, file), text, TestContext.Current.CancellationToken);

    private async Task<string[]> GitAsync(params string[] arguments)
    {
        using Process git = Process.Start(new ProcessStartInfo("git", arguments) { WorkingDirectory = _repository.Path, RedirectStandardOutput = true })!;
        string output = await git.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await git.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal(0, git.ExitCode);
        return output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}
