using System.Globalization;
using System.Runtime.InteropServices;

namespace Syncopate.Scan.Loading.Sdks;

/// <summary>An SDK of this machine.</summary>
/// <param name="Root">Where <c>dotnet</c>, <c>sdk</c>, <c>packs</c> and <c>shared</c> lie.</param>
/// <param name="Folder">The SDK itself.</param>
/// <param name="Version">Of the SDK, without its suffix.</param>
internal sealed record DotnetSdk(string Root, string Folder, Version Version)
{
    private static readonly string HostName = OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet";

    /// <summary>The program that runs it.</summary>
    public string Host => Path.Combine(Root, HostName);

    /// <summary>The folder of its compiler.</summary>
    public string RoslynFolder => Path.Combine(Folder, "Roslyn", "bincore");

    /// <summary>The newest that this runtime can load a compiler from; null when there is none.</summary>
    public static DotnetSdk? FindNewest() => FindNewest(Roots(), Environment.Version.Major);

    /// <summary>The newest in some folders.</summary>
    /// <param name="roots">Installations of .NET.</param>
    /// <param name="newestMajor">A compiler made for a later runtime cannot be loaded into this one.</param>
    public static DotnetSdk? FindNewest(IEnumerable<string> roots, int newestMajor) => In(roots)
        .Where(sdk => sdk.Version.Major <= newestMajor)
        .OrderByDescending(sdk => sdk.Version)
        .ThenBy(sdk => sdk.Folder.Contains('-', StringComparison.Ordinal)) // A preview has the number of the release it comes before.
        .FirstOrDefault();

    /// <summary>Why there is none: what was looked for and where, what is there, and what helps; without a full stop.</summary>
    /// <param name="roots">Where was looked.</param>
    /// <param name="newestMajor">As for looking.</param>
    public static string WhyNone(IReadOnlyList<string> roots, int newestMajor)
    {
        string major = newestMajor.ToString(CultureInfo.InvariantCulture);
        string[] later = [.. In(roots).OrderByDescending(sdk => sdk.Version).Select(sdk => sdk.Folder)];
        string found = later.Length == 0
            ? $"no .NET SDK was found in {string.Join(", ", roots)}"
            : $"the tool runs on .NET {major}, and only later SDKs were found: {string.Join(", ", later)}";
        return $"{found}. Install an SDK of .NET {major}, or name the folder of one in DOTNET_ROOT, to see what packages and "
            + "generators add";
    }

    /// <summary>Where .NET may be installed, those that started this process first.</summary>
    public static IReadOnlyList<string> Roots()
    {
        string? host = Environment.GetEnvironmentVariable("DOTNET_HOST_PATH");
        // Of shared/Microsoft.NETCore.App/10.0.12/ the root lies three above.
        string runtime = Path.TrimEndingDirectorySeparator(RuntimeEnvironment.GetRuntimeDirectory());
        IEnumerable<string?> places =
        [
            Path.GetDirectoryName(Path.GetDirectoryName(Path.GetDirectoryName(runtime))),
            Environment.GetEnvironmentVariable("DOTNET_ROOT"),
            host is null ? null : FolderOf(host),
            .. (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
                .Select(folder => Path.Combine(folder, HostName))
                .Where(File.Exists)
                .Select(FolderOf),
            Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.ProgramFiles), "dotnet"),
            Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".dotnet"),
            "/usr/share/dotnet", "/usr/lib/dotnet", "/usr/local/share/dotnet",
        ];
        IEnumerable<string> existing = places.OfType<string>().Where(place => Path.IsPathRooted(place) && Directory.Exists(place));
        return [.. existing.Distinct(StringComparer.Ordinal)];
    }

    private static IEnumerable<DotnetSdk> In(IEnumerable<string> roots) => roots
        .Select(root => (Root: root, Sdks: Path.Combine(root, "sdk")))
        .Where(found => Directory.Exists(found.Sdks) && File.Exists(Path.Combine(found.Root, HostName)))
        .SelectMany(found => Directory.EnumerateDirectories(found.Sdks), (found, folder) => Read(found.Root, folder))
        .OfType<DotnetSdk>();

    private static string? FolderOf(string program) =>
        Path.GetDirectoryName(new FileInfo(program).ResolveLinkTarget(returnFinalTarget: true)?.FullName ?? program);

    private static DotnetSdk? Read(string root, string folder)
    {
        string number = Path.GetFileName(folder).Split('-')[0];
        return Version.TryParse(number, out Version? version) && File.Exists(Path.Combine(folder, "MSBuild.dll"))
            ? new DotnetSdk(root, folder, version) : null;
    }
}
