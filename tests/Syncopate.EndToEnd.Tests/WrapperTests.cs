using System.Diagnostics;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>The script <c>./syncopate</c>, with a <c>dotnet</c> that only says what it was asked.</summary>
[Trait("Judges", "behaviour")]
public sealed class WrapperTests : IDisposable
{
    private const string Builds = """
        #!/bin/sh
        case $1 in build) ;; build-server) echo "$* in $TMPDIR" >> "$PWD/asked"; exit ;; *) echo "runs $* just-built=$SYNCOPATE_JUST_BUILT profiles=$DOTNET_TieredPGO"; exit ;; esac
        echo "$* in $TMPDIR" > "$PWD/asked"
        mkdir -p "$PWD/artifacts/tool/bin/Syncopate.Cli/release"
        for project in A B C D; do echo "  $project -> /somewhere/$project.dll"; done
        touch "$PWD/artifacts/tool/bin/Syncopate.Cli/release/Syncopate.Cli.dll"
        """;

    private const string Fails = """
        #!/bin/sh
        [ "$1" != --version ] || exit 0
        echo "  A -> /somewhere/A.dll"
        echo "B.cs(1,1): error CS1002: ; expected"
        exit 1
        """;

    private readonly string _root = Directory.CreateTempSubdirectory("syncopate-wrapper-").FullName;

    public WrapperTests()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The script is for shells of Unix.");
        File.Copy(Path.Combine(Built.RepositoryRoot, "syncopate"), Path.Combine(_root, "syncopate"));
        foreach (string file in new[] { "src/A/A.csproj", "src/B/B.csproj", "samples/C/C.csproj", "samples/D/D.csproj", "Directory.Build.props", "global.json" })
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(_root, file))!);
            File.WriteAllText(Path.Combine(_root, file), "");
        }
    }

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Fact]
    public async Task The_first_start_says_so_builds_and_hands_over()
    {
        (int code, string output, string error) = await RunAsync(Builds, "list", "--json");

        Assert.Equal(0, code);
        Assert.Equal($"runs {_root}/artifacts/tool/bin/Syncopate.Cli/release/Syncopate.Cli.dll list --json just-built=1 profiles=\n", output);
        Assert.Matches("^Building Syncopate; .*docs/report.png.*\n  4 of 4 built\n$", error);
    }

    [Fact]
    public async Task It_leaves_no_server_of_the_build_behind()
    {
        await RunAsync(Builds);

        string[] asked = await File.ReadAllLinesAsync(Path.Combine(_root, "asked"), TestContext.Current.CancellationToken);
        string folder = asked[0].Split(" in ")[^1];
        Assert.Contains("-nodeReuse:false", asked[0], StringComparison.Ordinal);
        Assert.Contains("-p:UseRazorBuildServer=false", asked[0], StringComparison.Ordinal);
        Assert.Equal(["build-server shutdown --vbcscompiler in " + folder], asked[1..]); // Of this folder: a compiler that others use goes on.
        Assert.StartsWith(Path.GetTempPath(), folder, StringComparison.Ordinal);
        Assert.False(Directory.Exists(folder));
    }

    [Fact]
    public void The_picture_it_points_to_is_there() => Assert.True(File.Exists(Path.Combine(Built.RepositoryRoot, "docs/report.png")));

    [Fact]
    public async Task A_second_start_builds_nothing_and_says_nothing()
    {
        await RunAsync(Builds);

        (_, string output, string error) = await RunAsync(Builds, "list");

        Assert.EndsWith("list just-built= profiles=\n", output, StringComparison.Ordinal);
        Assert.Empty(error);
    }

    [Fact]
    public async Task A_changed_file_is_built()
    {
        await RunAsync(Builds);
        File.SetLastWriteTimeUtc(Path.Combine(_root, "src/B/B.csproj"), File.GetLastWriteTimeUtc(Path.Combine(_root, "artifacts/tool/built")).AddSeconds(1));

        (_, string output, _) = await RunAsync(Builds);

        Assert.Contains("just-built=1", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_build_that_fails_shows_all_it_said_and_is_tried_again()
    {
        (int code, string output, string error) = await RunAsync(Fails, "list");
        (int again, _, _) = await RunAsync(Fails, "list");

        Assert.Equal((1, 1), (code, again));
        Assert.Empty(output);
        Assert.Contains("B.cs(1,1): error CS1002: ; expected\nerror: The build failed; its output is above and in artifacts/tool/build.log.\n", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_the_right_sdk_it_says_what_to_install()
    {
        (int code, _, string error) = await RunAsync("#!/bin/sh\necho 'A compatible .NET SDK was not found.'\nexit 155");

        Assert.Equal(4, code);
        Assert.EndsWith(
            "A compatible .NET SDK was not found.\nerror: The SDK of .NET 10, which builds this, is not installed; a .NET runtime, "
                + "or another SDK, does not do. Install it from https://dot.net and run this again.\n",
            error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_dotnet_it_says_what_to_install()
    {
        (int code, _, string error) = await RunAsync(null);

        Assert.Equal(4, code);
        Assert.Equal(
            "error: The .NET SDK is missing. Install the SDK of .NET 10, which builds this, from https://dot.net and run this again.\n",
            error);
    }

    private async Task<(int ExitCode, string Output, string Error)> RunAsync(string? dotnet, params string[] arguments)
    {
        string bin = Path.Combine(_root, "bin");
        Directory.CreateDirectory(bin);
        foreach (string tool in new[] { "bash", "cat", "dirname", "find", "mkdir", "mktemp", "mv", "rm", "sh", "tee", "touch", "tr", "wc" })
            File.CreateSymbolicLink(Path.Combine(bin, tool), Find(tool));
        if (dotnet is not null)
        {
            await File.WriteAllTextAsync(Path.Combine(bin, "dotnet"), dotnet + "\n", TestContext.Current.CancellationToken);
            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(Path.Combine(bin, "dotnet"), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        ProcessStartInfo start = new(Path.Combine(bin, "bash"), [Path.Combine(_root, "syncopate"), .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = _root,
        };
        start.Environment["PATH"] = bin;
        using Process script = Process.Start(start)!;
        Task<string> output = script.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        Task<string> error = script.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await script.WaitForExitAsync(TestContext.Current.CancellationToken);
        Directory.Delete(bin, recursive: true);
        return (script.ExitCode, await output, await error);
    }

    private static string Find(string tool) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':').Select(folder => Path.Combine(folder, tool)).First(File.Exists);
}
