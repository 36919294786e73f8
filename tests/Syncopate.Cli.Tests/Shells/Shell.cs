using System.Diagnostics;
using Syncopate.Cli.Screens;
using Syncopate.Cli.Shells;
using Xunit;

namespace Syncopate.Cli.Tests.Shells;

/// <summary>A real shell that reads the script made for it, in a folder of its own with a file and a folder.</summary>
internal sealed class Shell : IDisposable
{
    private readonly string _program;

    /// <param name="program">Its program; the test is skipped where it is not installed.</param>
    /// <param name="script">The script made for it.</param>
    public Shell(string program, string script)
    {
        _program = program;
        Assert.SkipWhen(!IsHere(program), $"There is no {program} here. Install it to have its script tried.");
        Folder = Directory.CreateTempSubdirectory("syncopate-shell-").FullName;
        File.WriteAllText(Script, script);
        File.WriteAllText(Path.Combine(Folder, "notes.txt"), "");
        Directory.CreateDirectory(Path.Combine(Folder, "result"));
    }

    /// <summary>The tool's own command, as its parser has it.</summary>
    public static CommandShape Shape => CommandShape.Of(CommandLine.Create(new Terminal(_ => null)));

    public string Folder { get; }

    public string Script => Path.Combine(Folder, "completion");

    public static bool IsHere(string program) => (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
        .Any(folder => File.Exists(Path.Combine(folder, program)));

    /// <summary>Runs code of the shell's own and gives the lines it wrote; what it says on the other stream is an error.</summary>
    public async Task<string[]> RunAsync(params string[] arguments)
    {
        ProcessStartInfo start = new(_program, arguments)
        {
            WorkingDirectory = Folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["HOME"] = Folder;
        using Process shell = Process.Start(start)!;
        Task<string> error = shell.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        string output = await shell.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await shell.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal("", await error);
        return output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    public void Dispose() => Directory.Delete(Folder, recursive: true);
}
