namespace Syncopate.Running.Comparing;

/// <summary>The frameworks of .NET that are installed beside one <c>dotnet</c>.</summary>
/// <param name="Host">That program.</param>
/// <param name="Frameworks">Name and version of each, as <c>dotnet --list-runtimes</c> reports them, the oldest first.</param>
internal sealed record InstalledRuntimes(string Host, IReadOnlyList<(string Name, string Version)> Frameworks)
{
    private const string Web = "Microsoft.AspNetCore.App";

    /// <summary>Asks a <c>dotnet</c>.</summary>
    /// <exception cref="TargetFailedException">It cannot be run.</exception>
    public static async Task<InstalledRuntimes> ReadAsync(string host, string folder, CancellationToken cancellationToken) =>
        new(host, Parse(await ToolRun.RunAsync(folder, [host, "--list-runtimes"], cancellationToken).ConfigureAwait(false)));

    /// <summary>Reads lines such as "Microsoft.NETCore.App 10.0.12 [/usr/share/dotnet/shared/Microsoft.NETCore.App]".</summary>
    internal static IReadOnlyList<(string Name, string Version)> Parse(IEnumerable<string> lines) =>
        [.. lines.Select(line => line.Split(' ', 3)).Where(words => words.Length == 3).Select(words => (words[0], words[1]))];

    /// <summary>Sees to it that some version of .NET itself is there, before anything is built for it.</summary>
    /// <param name="form">For whom.</param>
    /// <param name="wanted">Such as "11" or "10.0.12".</param>
    /// <exception cref="TargetFailedException">None is.</exception>
    public void Require(Form form, string wanted) => Find(form, RuntimeSettings.Base, wanted);

    /// <summary>Writes settings by which a program that has been built runs on one version, whatever it was built for.</summary>
    /// <param name="form">For which of the targets.</param>
    /// <param name="build">What was built; its own settings stay as they are.</param>
    /// <param name="wanted">Such as "11" or "10.0.12".</param>
    /// <param name="pinnedPath">The file to write.</param>
    /// <returns>The version of .NET itself.</returns>
    /// <exception cref="TargetFailedException">It brings its own runtime, was built for a newer one, or a framework is
    /// not there.</exception>
    public string Pin(Form form, BuildOutput build, string wanted, string pinnedPath)
    {
        string pinned = RuntimeSettings.Pinned(File.ReadAllText(build.SettingsPath), Version)
            ?? throw new TargetFailedException($"Cannot run {form} on .NET {wanted}: its build brings a runtime of its own "
                + $"(SelfContained). Build it without one, such as with --properties-{ComparedBuild.Letter(form)} SelfContained=false.");
        string runtime = Find(form, RuntimeSettings.Base, wanted);
        File.WriteAllText(pinnedPath, pinned);
        return runtime;

        string Version(string name, string builtFor)
        {
            string found = Find(form, name, wanted);
            return Major(found) >= Major(builtFor)
                ? found
                : throw new TargetFailedException($"Cannot run {form} on .NET {wanted}: it is built for {name} {builtFor}, "
                    + $"and a program does not run on an older .NET than it was built for. Build it for that one, such as with "
                    + $"--properties-{ComparedBuild.Letter(form)} TargetFramework=net{Major(found)}.0, "
                    + $"or take a newer --runtime-{ComparedBuild.Letter(form)}.");
        }
    }

    /// <summary>The newest version of each .NET from one on that has ASP.NET Core beside it, the oldest first.</summary>
    /// <param name="major">The first that counts, such as 11.</param>
    public IReadOnlyList<string> From(int major) =>
    [
        .. Frameworks.Where(f => f.Name == RuntimeSettings.Base && Major(f.Version) >= major && Frameworks.Contains((Web, f.Version)))
            .GroupBy(f => Major(f.Version))
            .OrderBy(same => same.Key)
            .Select(same => same.Last().Version),
    ];

    /// <summary>The newest version that begins as the wanted one.</summary>
    private string Find(Form form, string name, string wanted) =>
        Frameworks.LastOrDefault(f => f.Name == name && $"{f.Version}.".StartsWith($"{wanted}.", StringComparison.Ordinal))
            is { Version: { } version }
            ? version
            : throw new TargetFailedException($"Cannot run {form} on .NET {wanted}: {name} {wanted} is not installed beside '{Host}', "
                + $"which has {Versions(name)}. Install that runtime, or name one of these with --runtime-{ComparedBuild.Letter(form)}.");

    private string Versions(string name) =>
        Frameworks.Where(f => f.Name == name).Select(f => f.Version).ToArray() is { Length: > 0 } versions
            ? string.Join(", ", versions)
            : "none of it";

    /// <summary>11 of "11.0.2"; 0 where there is none.</summary>
    internal static int Major(string version) => int.TryParse(version.Split('.')[0], out int major) ? major : 0;
}
