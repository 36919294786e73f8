using System.Collections.Concurrent;
using System.Diagnostics;
using Xunit;

[assembly: AssemblyFixture(typeof(Syncopate.Watch.Tests.RuntimeKinds))]

namespace Syncopate.Watch.Tests;

/// <summary>WatchedProgram as it is built for another .NET, which is beside it: no SDK and no runtime of it need be installed. One for
/// all classes, so that no two build the same kind at the same place at once.</summary>
public sealed class RuntimeKinds
{
    private static readonly string[] Native = ["-p:PublishAot=true", "-p:EventSourceSupport=true", "-p:CppCompilerAndLinker=gcc"];
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(5);
    private readonly ConcurrentDictionary<string, Lazy<Task<(string Program, string? Missing)>>> _built = new(StringComparer.Ordinal);

    /// <summary>Starts it and waits until it does what its arguments say. Skips the test, by the name of the kind, where the packages of
    /// that .NET cannot be had.</summary>
    /// <param name="kind">"net8.0", "net9.0", "net11.0", "net11.0-ra", whose methods are compiled as runtime async, or "native", which is
    /// this .NET, compiled ahead of time.</param>
    /// <param name="arguments">What it does.</param>
    internal async Task<WatchedProcess> StartAsync(string kind, params string[] arguments) =>
        await WatchedProcess.StartAsync(await BuiltAsync(kind), arguments, new Dictionary<string, string>());

    /// <summary>Path of the program itself, which starts without any <c>dotnet</c>. Skips the test as <see cref="StartAsync"/>
    /// does.</summary>
    /// <param name="kind">As there.</param>
    internal async Task<string> BuiltAsync(string kind)
    {
        (string program, string? missing) = await _built.GetOrAdd(kind, one => new(() => BuildAsync(one))).Value;
        Assert.SkipWhen(missing is not null, $"{kind} cannot be built here: {missing}");
        return program;
    }

    // A folder of its own for each: what has been compiled for one would be taken for the other.
    private static async Task<(string Program, string? Missing)> BuildAsync(string kind)
    {
        string root = EndToEnd.Tests.Built.RepositoryRoot;
        string artifacts = Path.Combine(root, "artifacts", "runtimes", kind);
        bool isNative = kind == "native";
        ProcessStartInfo start = new("dotnet",
        [
            isNative ? "publish" : "build", Path.Combine(root, "tests", "WatchedProgram", "WatchedProgram.csproj"), "-c", "Release",
            "-v", "quiet", "-nologo", "-nodeReuse:false", "-p:UseSharedCompilation=false",
            "-p:TreatWarningsAsErrors=false", "-p:EnforceCodeStyleInBuild=false",
            $"-p:ArtifactsPath={artifacts}",
            .. isNative ? Native : [$"-p:Kind={kind}"],
        ])
        {
            RedirectStandardOutput = true,
        };
        start.Environment["DOTNET_TieredPGO"] = "0"; // A build ends before a profile of it pays.
        using Process build = Process.Start(start) ?? throw new InvalidOperationException("dotnet does not start.");
        string said = await build.StandardOutput.ReadToEndAsync().WaitAsync(Timeout);
        await build.WaitForExitAsync().WaitAsync(Timeout);
        string bin = Path.Combine(artifacts, isNative ? "publish" : "bin");
        string file = isNative ? "WatchedProgram" : "WatchedProgram.dll";
        string? program = Directory.Exists(bin)
            ? Directory.EnumerateFiles(bin, file, SearchOption.AllDirectories).FirstOrDefault()
            : null;
        return build.ExitCode == 0 && program is not null ? (Path.ChangeExtension(program, null), null)
            // NU1101 to NU1103: no such package, or no such version of it. Anything else is a fault of this tree.
            : said.Contains("error NU110", StringComparison.Ordinal) || said.Contains("Platform linker", StringComparison.Ordinal)
                ? ("", said.Split('\n')[0])
            : throw new InvalidOperationException($"{kind} does not build:\n{said}");
    }
}
