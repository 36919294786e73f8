using System.Reflection;

namespace Syncopate.Scan.Loading.Plain;

/// <summary>Signatures of the members that matter of some packages, in our own words, for projects whose packages are not here.</summary>
/// <remarks>The text begins with three comments: <c>assembly</c> names the assembly that is made of it, <c>instead of</c> the assemblies
/// any of which makes it needless, <c>needs</c> the other families it refers to.</remarks>
/// <param name="Assembly">The name of the assembly made of it.</param>
/// <param name="InsteadOf">Names of assemblies that hold the real ones.</param>
/// <param name="Needs">Assemblies of other families.</param>
/// <param name="Source">C#.</param>
internal sealed record StubFamily(string Assembly, IReadOnlyList<string> InsteadOf, IReadOnlyList<string> Needs, string Source)
{
    private const string Folder = "Syncopate.Scan.Loading.Stubs.";

    /// <summary>The namespaces that it has types in.</summary>
    public IReadOnlyList<string> Namespaces { get; } =
    [
        .. Source.Split('\n')
            .Where(line => line.StartsWith("namespace ", StringComparison.Ordinal))
            .Select(line => line["namespace ".Length..].Trim())
            .Distinct(),
    ];

    /// <summary>True when a namespace is one of its own or lies below the first of them.</summary>
    public bool Explains(string used) => Namespaces.Contains(used) || used.StartsWith(Namespaces[0] + '.', StringComparison.Ordinal);

    /// <summary>All that the tool brings, each behind those it needs.</summary>
    public static IReadOnlyList<StubFamily> ReadAll()
    {
        Assembly own = typeof(StubFamily).Assembly;
        IEnumerable<string> names = own.GetManifestResourceNames().Where(name => name.StartsWith(Folder, StringComparison.Ordinal));
        List<StubFamily> open = [.. names.Order(StringComparer.Ordinal).Select(name => Read(own, name))];
        List<StubFamily> ordered = [];
        while (open.Count > 0)
        {
            List<StubFamily> ready =
                [.. open.Where(family => family.Needs.All(needed => ordered.Exists(known => known.Assembly == needed)))];
            if (ready.Count == 0)
                throw new InvalidOperationException($"The stubs of {open[0].Assembly} need each other or something unknown.");
            ordered.AddRange(ready);
            open.RemoveAll(ready.Contains);
        }

        return ordered;
    }

    private static StubFamily Read(Assembly own, string name)
    {
        using Stream stream = own.GetManifestResourceStream(name) ?? Stream.Null;
        using StreamReader reader = new(stream);
        string source = reader.ReadToEnd();
        return new StubFamily(Words(source, "assembly")[0], Words(source, "instead of"), Words(source, "needs"), source);
    }

    private static List<string> Words(string source, string key)
    {
        string start = $"// {key}: ";
        string line = source.Split('\n').FirstOrDefault(line => line.StartsWith(start, StringComparison.Ordinal), start);
        return [.. line[start.Length..].Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)];
    }
}
