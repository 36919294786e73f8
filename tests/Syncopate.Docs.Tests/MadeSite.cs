using System.Diagnostics;
using Xunit;

[assembly: AssemblyFixture(typeof(Syncopate.Docs.Tests.MadeSite))]

namespace Syncopate.Docs.Tests;

/// <summary>The site of this repository, made once into a folder of its own by the program of <c>./docs-site</c>.</summary>
public sealed class MadeSite : IAsyncLifetime
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-site-");

    public string Folder => Path.Combine(_folder.FullName, "site");

    /// <summary>What the program said.</summary>
    public string Output { get; private set; } = "";

    /// <summary>Address of a page on the disk.</summary>
    public string At(string page) => new Uri(Path.Combine(Folder, page)).AbsoluteUri;

    /// <summary>Every page, by its path in the site.</summary>
    public IReadOnlyList<string> Pages => [.. Directory.GetFiles(Folder, "*.html", SearchOption.AllDirectories)
        .Select(file => Path.GetRelativePath(Folder, file)).Order(StringComparer.Ordinal)];

    public async ValueTask InitializeAsync()
    {
        (int code, string output) = await MakeAsync(Built.RepositoryRoot, Folder);
        Assert.True(code == 0, output);
        Output = output;
    }

    /// <summary>Runs the program.</summary>
    public static async Task<(int ExitCode, string Output)> MakeAsync(params string[] arguments)
    {
        ProcessStartInfo start = new("dotnet", [Built.Dll("Syncopate.Docs"), .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using Process program = Process.Start(start)!;
        Task<string> error = program.StandardError.ReadToEndAsync();
        string output = await program.StandardOutput.ReadToEndAsync();
        await program.WaitForExitAsync();
        return (program.ExitCode, output + await error);
    }

    public ValueTask DisposeAsync()
    {
        _folder.Delete(recursive: true);
        return ValueTask.CompletedTask;
    }
}
