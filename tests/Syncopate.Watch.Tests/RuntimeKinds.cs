using System.Collections.Concurrent;
using System.Diagnostics;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>WatchedProgram as it is built for another .NET, which is beside it: no SDK and no runtime of it need be installed.</summary>
public sealed class RuntimeKinds
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);
    private readonly ConcurrentDictionary<string, Lazy<Task<(string Program, string? Missing)>>> _built = new(StringComparer.Ordinal);

    /// <summary>Starts it and waits until it does what its arguments say. Skips the test, by the name of the kind, where the packages of
    /// that .NET cannot be had.</summary>
    /// <param name="kind">"net8.0", "net9.0", "net11.0", or "net11.0-ra", whose methods are compiled as runtime async.</param>
    /// <param name="arguments">What it does.</param>
    internal async Task<WatchedProcess> StartAsync(string kind, params string[] arguments)
    {
        (string program, string? missing) = await _built.GetOrAdd(kind, one => new(() => BuildAsync(one))).Value;
        Assert.SkipWhen(missing is not null, $"{kind} cannot be built here: {missing}");
        return await WatchedProcess.StartAsync(program, arguments, new Dictionary<string, string>());
    }

    // A folder of its own for each: what has been compiled for one would be taken for the other.
    private static async Task<(string Program, string? Missing)> BuildAsync(string kind)
    {
        string root = EndToEnd.Tests.Built.RepositoryRoot;
        string artifacts = Path.Combine(root, "artifacts", "runtimes", kind);
        using Process build = Process.Start(new ProcessStartInfo("dotnet",
        [
            "build", Path.Combine(root, "tests", "WatchedProgram", "WatchedProgram.csproj"), "-c", "Release", "-v", "quiet", "-nologo",
            "-nodeReuse:false", "-p:UseSharedCompilation=false", "-p:TreatWarningsAsErrors=false", "-p:EnforceCodeStyleInBuild=false",
            $"-p:Kind={kind}", $"-p:ArtifactsPath={artifacts}",
        ])
        {
            RedirectStandardOutput = true,
        }) ?? throw new InvalidOperationException("dotnet does not start.");
        string said = await build.StandardOutput.ReadToEndAsync().WaitAsync(Patience);
        await build.WaitForExitAsync().WaitAsync(Patience);
        string bin = Path.Combine(artifacts, "bin");
        string? program = Directory.Exists(bin)
            ? Directory.EnumerateFiles(bin, "WatchedProgram.dll", SearchOption.AllDirectories).FirstOrDefault()
            : null;
        return build.ExitCode == 0 && program is not null ? (Path.ChangeExtension(program, null), null)
            // NU1101 to NU1103: no such package, or no such version of it. Anything else is a fault of this tree.
            : said.Contains("error NU110", StringComparison.Ordinal) ? ("", said.Split('\n')[0])
            : throw new InvalidOperationException($"{kind} does not build:\n{said}");
    }
}
