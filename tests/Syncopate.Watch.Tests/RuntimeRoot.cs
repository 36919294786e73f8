using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>A folder in which a <c>dotnet</c> has .NET 11 beside what is installed here, made of packages of NuGet.</summary>
internal static class RuntimeRoot
{
    private const string Version = "11.0.0";

    // What is in a package for this system, and where a framework has it: all in one folder.
    private static readonly string[] Parts = ["lib/net11.0", "native"];

    /// <summary>Lays it out. Skips the test where the packages are not there, which <see cref="RuntimeKinds"/> has restored.</summary>
    /// <param name="folder">An empty folder, removed by the caller.</param>
    /// <returns>The <c>dotnet</c> to call.</returns>
    public static string Make(string folder)
    {
        string installed = new FileInfo(typeof(object).Assembly.Location).Directory?.Parent?.Parent?.Parent?.FullName
            ?? throw new InvalidOperationException("This runtime has no folder.");
        string packages = Environment.GetEnvironmentVariable("NUGET_PACKAGES")
            ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");
        foreach (string framework in (string[])["Microsoft.NETCore.App", "Microsoft.AspNetCore.App"])
        {
            string runtime = Path.Combine(
                packages, $"{framework.ToLowerInvariant()}.runtime.linux-x64", Version, "runtimes", "linux-x64");
            Assert.SkipUnless(Directory.Exists(runtime), $"{framework} {Version} is not here as a package for this system.");
            string own = Path.Combine(folder, "shared", framework);
            foreach (string version in Directory.GetDirectories(Path.Combine(installed, "shared", framework)))
                Link(Path.Combine(own, Path.GetFileName(version)), version);
            Directory.CreateDirectory(Path.Combine(own, Version));
            // Copies: a runtime looks for its library beside the file that a link leads to.
            foreach (string file in Parts.Select(p => Path.Combine(runtime, p)).Where(Directory.Exists).SelectMany(Directory.GetFiles))
                File.Copy(file, Path.Combine(own, Version, Path.GetFileName(file)));
        }

        // The SDK, which builds there.
        foreach (string part in Directory.GetDirectories(installed).Where(p => Path.GetFileName(p) is not ("host" or "shared")))
            Link(Path.Combine(folder, Path.GetFileName(part)), part);
        Directory.CreateDirectory(Path.Combine(folder, "host", "fxr", Version));
        File.Copy(
            Path.Combine(folder, "shared", "Microsoft.NETCore.App", Version, "libhostfxr.so"),
            Path.Combine(folder, "host", "fxr", Version, "libhostfxr.so"));
        string host = Path.Combine(folder, "dotnet");
        File.Copy(Path.Combine(installed, "dotnet"), host);
        return host;
    }

    private static void Link(string from, string to)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(from) ?? "");
        Directory.CreateSymbolicLink(from, to);
    }
}
