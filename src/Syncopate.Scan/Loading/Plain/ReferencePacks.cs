using Syncopate.Scan.Loading.Recipes;

namespace Syncopate.Scan.Loading.Plain;

/// <summary>The assemblies of .NET itself that this machine has: reference packs of the SDK, or else those that programs run on.</summary>
/// <param name="roots">Installations of .NET.</param>
internal sealed class ReferencePacks(IReadOnlyList<string> roots)
{
    private const string AspNetCore = "Microsoft.AspNetCore.App";
    private static readonly string[] Frameworks = ["Microsoft.NETCore.App", AspNetCore];

    /// <summary>False where there is no reference pack, and what programs run on must do.</summary>
    public bool HasPacks => roots.Any(root => Directory.Exists(Path.Combine(root, "packs", "Microsoft.NETCore.App.Ref")));

    /// <summary>What every program refers to.</summary>
    /// <param name="framework">Of the project; of its own number if it is here, or else the newest.</param>
    public IReadOnlyList<string> OfEveryProgram(string framework) => Files("Microsoft.NETCore.App", framework);

    /// <summary>What web applications refer to beyond that.</summary>
    public IReadOnlyList<string> OfWeb(string framework) => Files(AspNetCore, framework);

    /// <summary>The assemblies of the packs that hold generators or analyzers.</summary>
    public IReadOnlyList<string> Generators() =>
    [
        .. Frameworks
            .Select(name => Newest($"packs/{name}.Ref", ""))
            .OfType<string>()
            .Select(pack => Path.Combine(pack, "analyzers", "dotnet", "cs"))
            .Where(Directory.Exists)
            .SelectMany(folder => Directory.EnumerateFiles(folder, "*.dll"))
            .Order(StringComparer.Ordinal),
    ];

    /// <summary>True for the frameworks of web applications.</summary>
    public static bool IsWeb(string shared) => shared.Equals(AspNetCore, StringComparison.OrdinalIgnoreCase);

    private List<string> Files(string name, string framework)
    {
        string? folder = Newest($"packs/{name}.Ref", framework) is { } pack ? NewestReferences(pack) : Newest($"shared/{name}", framework);
        return folder is null ? []
            : [.. Directory.EnumerateFiles(folder, "*.dll").Where(file => !IsNative(file)).Order(StringComparer.Ordinal)];
    }

    private static string? NewestReferences(string pack)
    {
        string folder = Path.Combine(pack, "ref");
        return Directory.Exists(folder)
            ? Directory.EnumerateDirectories(folder).MaxBy(found => NewestFramework.Rank(Path.GetFileName(found)))
            : null;
    }

    private string? Newest(string below, string framework)
    {
        double rank = NewestFramework.Rank(framework);
        return roots.Select(root => Path.Combine([root, .. below.Split('/')]))
            .Where(Directory.Exists)
            .SelectMany(Directory.EnumerateDirectories)
            .Select(folder => (Folder: folder, Version: Number(folder)))
            .OrderByDescending(found => (int)rank == 3000 + found.Version.Major)
            .ThenByDescending(found => found.Version)
            .Select(found => found.Folder)
            .FirstOrDefault();
    }

    private static Version Number(string folder) =>
        Version.TryParse(Path.GetFileName(folder).Split('-')[0], out Version? version) ? version : new Version(0, 0);

    // What runs has libraries of the machine beside it, which the compiler cannot read.
    private static bool IsNative(string file) => Path.GetFileName(file) is var name
        && (name.Contains("Native", StringComparison.Ordinal) || name.StartsWith("api-ms", StringComparison.Ordinal)
            || char.IsLower(name[0]))
        && name is not ("mscorlib.dll" or "netstandard.dll");
}
