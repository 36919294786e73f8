using System.Diagnostics;
using System.IO.Compression;
using System.Runtime.InteropServices;
using System.Xml.Linq;
using Syncopate.EndToEnd.Tests;
using Syncopate.Packages.Tests;
using Xunit;

[assembly: AssemblyFixture(typeof(Feed))]

namespace Syncopate.Packages.Tests;

/// <summary>All packages, packed once into a folder, and a user who has nothing but that folder: no clone, no package
/// taken before, an empty home.</summary>
public sealed class Feed : IAsyncLifetime
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("syncopate-feed-");

    public string Folder => Path.Combine(_root.FullName, "feed");

    /// <summary>What packages call the system of this machine.</summary>
    public static string System => RuntimeInformation.RuntimeIdentifier;

    /// <summary>Whether more is made than this machine can start: SYNCOPATE_SYSTEMS names the systems, and ./test --long names
    /// all.</summary>
    public static bool IsLong => Environment.GetEnvironmentVariable("SYNCOPATE_SYSTEMS") is { Length: > 0 };

    /// <summary>The systems that have a package of the tool here.</summary>
    public static IReadOnlyList<string> Systems =>
        [.. $"{Environment.GetEnvironmentVariable("SYNCOPATE_SYSTEMS")} {System} any".Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Distinct()];

    public async ValueTask InitializeAsync()
    {
        (int code, string output) = await PackAsync("--built", Folder, "--systems", string.Join(' ', Systems));
        if (code != 0)
            throw new InvalidOperationException($"./pack ended with {code}: {output}");
    }

    public async ValueTask DisposeAsync()
    {
        await RunAsync(_root.FullName, "dotnet", "build-server", "shutdown", "--vbcscompiler");
        _root.Delete(recursive: true);
    }

    /// <summary>A new folder of the user, whose packages come from the feed first.</summary>
    public string NewFolder(string name)
    {
        string folder = _root.CreateSubdirectory(name).FullName;
        File.WriteAllText(Path.Combine(folder, "nuget.config"), $"""
            <configuration>
              <packageSources>
                <add key="feed" value="{Folder}" />
              </packageSources>
            </configuration>
            """);
        return folder;
    }

    /// <summary>Runs ./pack and gives how it ended.</summary>
    public Task<(int ExitCode, string Output)> PackAsync(params string[] arguments) => StartAsync(
        Built.RepositoryRoot, Path.Combine(Built.RepositoryRoot, "pack"), arguments, new Dictionary<string, string>());

    /// <summary>The file of a package.</summary>
    public string PathOf(string package) => Assert.Single(Directory.GetFiles(Folder, $"{package}.0.2.0.nupkg"));

    /// <summary>Names of the files in a package, and its description.</summary>
    public (IReadOnlyList<string> Files, XElement Description) Open(string package)
    {
        using ZipArchive archive = ZipFile.OpenRead(PathOf(package));
        return ([.. archive.Entries.Select(e => e.FullName)], Describe(archive));
    }

    /// <summary>What a package says of itself, wherever it lies.</summary>
    public static XElement Describe(string path)
    {
        using ZipArchive archive = ZipFile.OpenRead(path);
        return Describe(archive);
    }

    /// <summary>The text of the one file in a package that has this name.</summary>
    public string Read(string package, string name)
    {
        using ZipArchive archive = ZipFile.OpenRead(PathOf(package));
        using StreamReader reader = new(archive.Entries.Single(e => e.Name == name).Open());
        return reader.ReadToEnd();
    }

    /// <summary>Runs a program as the user and gives what it wrote; it must end well.</summary>
    public async Task<string> RunAsync(string folder, string program, params string[] arguments)
    {
        (int code, string output) = await TryAsync(folder, new Dictionary<string, string>(), program, arguments);
        Assert.True(code == 0, $"{program} {string.Join(' ', arguments)} ended with {code}: {output}");
        return output;
    }

    /// <summary>Runs a program as the user, with variables of its own, and gives how it ended.</summary>
    public Task<(int ExitCode, string Output)> TryAsync(
        string folder, IReadOnlyDictionary<string, string> variables, string program, params string[] arguments)
    {
        string home = _root.CreateSubdirectory("home").FullName;
        Dictionary<string, string> all = new(variables)
        {
            ["HOME"] = home,
            ["DOTNET_CLI_HOME"] = home,
            ["NUGET_PACKAGES"] = Path.Combine(home, "packages"),
            ["DOTNET_NOLOGO"] = "1",
            ["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1",
            ["NuGetAudit"] = "false",
        };
        return StartAsync(folder, program, arguments, all);
    }

    private static XElement Describe(ZipArchive archive)
    {
        using Stream description = archive.Entries.Single(e => e.FullName.EndsWith(".nuspec", StringComparison.Ordinal)).Open();
        return XDocument.Load(description).Root!.Elements().First();
    }

    private async Task<(int ExitCode, string Output)> StartAsync(
        string folder, string program, string[] arguments, IReadOnlyDictionary<string, string> variables)
    {
        ProcessStartInfo start = new(program, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        // One compiler for the thirty builds here, which starts cold once, and is no one else's: it is found by a name in this folder.
        start.Environment["UseSharedCompilation"] = "true";
        start.Environment["TMPDIR"] = _root.CreateSubdirectory("tmp").FullName;
        // A build ends before a profile of it pays; what is measured runs as the runtime does by itself.
        if (Path.GetFileName(program) == "pack" || arguments is ["pack" or "publish" or "build", ..])
            start.Environment["DOTNET_TieredPGO"] = "0";
        foreach ((string name, string value) in variables)
            start.Environment[name] = value;
        using Process process = Process.Start(start)!;
        Task<string> error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        string output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, output + await error);
    }
}
