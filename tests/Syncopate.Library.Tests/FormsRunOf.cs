using System.Diagnostics;
using Syncopate.EndToEnd.Tests;
using Xunit;

namespace Syncopate.Library.Tests;

/// <summary>A program that compares forms, run as its user runs it, into a folder that goes with it.</summary>
/// <param name="program">Which of those that are built beside the tests.</param>
internal sealed class FormsRunOf(string program = "FormsProgram") : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-forms-");

    public string Folder => Path.Combine(_folder.FullName, "out");

    /// <summary>Lines of the journal that hold a text.</summary>
    public IReadOnlyList<string> Journal(string text) =>
        [.. File.ReadLines(Path.Combine(Folder, "run.jsonl")).Where(l => l.Contains(text, StringComparison.Ordinal))];

    /// <summary>Starts it; whoever starts it reads what it writes.</summary>
    public Process Start(params string[] arguments)
    {
        ProcessStartInfo start = new("dotnet", [Built.Dll(program), .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = _folder.FullName,
        };
        return Process.Start(start)!;
    }

    public async Task<(int ExitCode, string Output, string Error)> RunAsync(params string[] arguments)
    {
        using Process process = Start(arguments);
        Task<string> output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        Task<string> error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, await output, await error);
    }

    public void Dispose() => _folder.Delete(recursive: true);
}
