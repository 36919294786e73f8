using System.Xml;
using System.Xml.Linq;
using Syncopate.Scan.Loading.Recipes;

namespace Syncopate.Scan.Loading.Plain;

/// <summary>The packages that this machine has fetched before. Nothing is fetched.</summary>
/// <param name="folder">Where they lie, a folder for each with one for each version.</param>
internal sealed class PackageCache(string folder)
{
    // Of every program since .NET Core; such packages hold nothing that its framework does not.
    private static readonly string[] Parts =
        ["NETStandard.Library", "Microsoft.NETCore.App", "Microsoft.AspNetCore.App", "Microsoft.NETCore.Platforms"];

    // The folders of packages used by all projects are read once.
    private readonly Dictionary<string, CachedPackage?> _found = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>The user's own.</summary>
    public static PackageCache OfUser(string? folder) => new(
        folder
        ?? Environment.GetEnvironmentVariable("NUGET_PACKAGES")
        ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages"));

    /// <summary>True when some version of it is here.</summary>
    public bool Has(PackageName package) => Find(package) is not null;

    /// <summary>The assemblies of some packages and of those they need.</summary>
    /// <param name="packages">Those that a project names.</param>
    /// <param name="framework">Of the project.</param>
    /// <param name="missing">Receives the names of those that are not here, also of those needed.</param>
    public IReadOnlyList<string> Assemblies(IEnumerable<PackageName> packages, string framework, ISet<string> missing)
    {
        Queue<PackageName> open = new(packages);
        Dictionary<string, CachedPackage> chosen = new(StringComparer.OrdinalIgnoreCase);
        while (open.TryDequeue(out PackageName? package))
        {
            if (Parts.Contains(package.Name, StringComparer.OrdinalIgnoreCase))
                continue;
            // Of several versions that are asked for the highest counts, as in a restore.
            if (chosen.TryGetValue(package.Name, out CachedPackage? before) && before.Version >= Number(package.Version))
                continue;
            CachedPackage? found = Find(package);
            if (found is null)
                missing.Add(package.Name);
            if (found is null || (before is not null && before.Version >= found.Version))
                continue;
            chosen[package.Name] = found;
            foreach (PackageName needed in found.Needs(framework))
                open.Enqueue(needed);
        }

        return [.. chosen.Values.SelectMany(package => package.Assemblies(framework))];
    }

    private CachedPackage? Find(PackageName package)
    {
        string key = $"{package.Name}/{package.Version}";
        if (!_found.TryGetValue(key, out CachedPackage? found))
            _found[key] = found = Look(package);
        return found;
    }

    /// <summary>The version that is named, or else the nearest: its members are nearly the same, and none of another package's.</summary>
    private CachedPackage? Look(PackageName package)
    {
        string at = Path.Combine(folder, package.Name.ToLowerInvariant());
        if (!Directory.Exists(at))
            return null;
        string wanted = Least(package.Version);
        int major = Number(wanted).Major;
        string? chosen = Directory.EnumerateDirectories(at)
            .OrderByDescending(version => Path.GetFileName(version).Equals(wanted, StringComparison.OrdinalIgnoreCase))
            .ThenByDescending(version => Number(Path.GetFileName(version)).Major == major)
            .ThenByDescending(version => Number(Path.GetFileName(version)))
            .FirstOrDefault();
        return chosen is null ? null : new CachedPackage(chosen, Number(Path.GetFileName(chosen)));
    }

    /// <summary>"1.2" of "[1.2, 2.0)".</summary>
    private static string Least(string version) => version.Trim('[', ']', '(', ')', ' ').Split(',')[0];

    private static Version Number(string version) =>
        Version.TryParse(Least(version).Split('-', '+', '*')[0].TrimEnd('.'), out Version? number) ? number : new Version(0, 0);
}

/// <summary>One version of a package.</summary>
/// <param name="Folder">Where it was unpacked.</param>
/// <param name="Version">Without its suffix.</param>
internal sealed record CachedPackage(string Folder, Version Version)
{
    /// <summary>The assemblies that a project of a framework compiles against.</summary>
    public IReadOnlyList<string> Assemblies(string framework)
    {
        foreach (string kind in new[] { "ref", "lib" })
        {
            string at = Path.Combine(Folder, kind);
            if (Directory.Exists(at) && Fitting(Directory.EnumerateDirectories(at), Path.GetFileName, framework) is { } chosen)
                return [.. Directory.EnumerateFiles(chosen, "*.dll").Order(StringComparer.Ordinal)];
        }

        return [];
    }

    /// <summary>The packages that it needs itself.</summary>
    public IReadOnlyList<PackageName> Needs(string framework)
    {
        string? file = Directory.EnumerateFiles(Folder, "*.nuspec").FirstOrDefault();
        if (file is null)
            return [];
        try
        {
            IEnumerable<XElement> groups = XDocument.Load(file).Descendants()
                .Where(element => element.Name.LocalName == "group" && element.Parent?.Name.LocalName == "dependencies");
            XElement? group = Fitting(groups, found => Short(found.Attribute("targetFramework")?.Value ?? ""), framework);
            return
            [
                .. (group?.Elements() ?? [])
                    .Select(needed => new PackageName(needed.Attribute("id")?.Value ?? "", needed.Attribute("version")?.Value ?? "")),
            ];
        }
        catch (XmlException)
        {
            return []; // What a package needs is an extra; its own assemblies are there.
        }
    }

    /// <summary>The newest that is not newer than the framework; those for a framework of its kind before .NET
    /// Standard, any before none.</summary>
    private static T? Fitting<T>(IEnumerable<T> choices, Func<T, string> framework, string wanted)
        where T : class
    {
        double most = wanted.Length > 0 ? NewestFramework.Rank(wanted) : double.MaxValue;
        return choices
            .Select(choice => (Choice: choice, Rank: NewestFramework.Rank(framework(choice))))
            .OrderBy(found => framework(found.Choice).Contains('-', StringComparison.Ordinal)) // For one system only.
            .ThenByDescending(found => found.Rank <= most)
            .ThenByDescending(found => found.Rank)
            .Select(found => found.Choice)
            .FirstOrDefault();
    }

    /// <summary>"net45" of ".NETFramework4.5", "netstandard2.0" of ".NETStandard2.0"; others are short already.</summary>
    private static string Short(string framework)
    {
        string name = framework.TrimStart('.');
        return name.StartsWith("NETFramework", StringComparison.OrdinalIgnoreCase)
            ? $"net{name["NETFramework".Length..].Replace(".", "", StringComparison.Ordinal)}"
            : name;
    }
}
