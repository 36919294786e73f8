using System.Reflection;
using Microsoft.CodeAnalysis;
using Syncopate.Scan.Loading.Recipes;

namespace Syncopate.Scan.Loading.Plain;

/// <summary>Finds what projects that are not restored refer to: .NET itself in the SDK, packages they name in the cache.</summary>
/// <param name="packs">Of this machine.</param>
/// <param name="cache">Of this user.</param>
internal sealed class MissingReferences(ReferencePacks packs, PackageCache cache)
{
    private static readonly string[] CountedOn =
    [
        "Microsoft.Extensions.Logging.Generators", "Microsoft.Interop.LibraryImportGenerator",
        "System.Text.Json.SourceGeneration", "System.Text.RegularExpressions.Generator",
    ];

    private readonly SortedSet<string> _missing = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Packages that were looked for and are not here, in order of their names.</summary>
    public IReadOnlyCollection<string> Missing => _missing;

    /// <summary>The recipes with all that could be found; those that are restored stay as they are.</summary>
    public IReadOnlyList<ProjectRecipe> Complete(IReadOnlyList<ProjectRecipe> recipes)
    {
        Dictionary<string, ProjectRecipe> byPath = recipes.ToDictionary(recipe => recipe.Path, ProjectPaths.Comparer);
        return [.. recipes.Select(recipe => recipe.IsRestored ? recipe : Complete(recipe, Reached(recipe, byPath)))];
    }

    /// <summary>A project and all it refers to: packages and frameworks of those are its own too.</summary>
    private static List<ProjectRecipe> Reached(ProjectRecipe recipe, Dictionary<string, ProjectRecipe> byPath)
    {
        HashSet<ProjectRecipe> reached = new(ReferenceEqualityComparer.Instance) { recipe };
        Stack<ProjectRecipe> open = new([recipe]);
        while (open.TryPop(out ProjectRecipe? next))
        {
            IEnumerable<ProjectRecipe> used = next.ProjectReferences.Select(path => byPath.GetValueOrDefault(path)).OfType<ProjectRecipe>();
            foreach (ProjectRecipe added in used.Where(reached.Add))
                open.Push(added);
        }

        return [.. reached];
    }

    private ProjectRecipe Complete(ProjectRecipe recipe, List<ProjectRecipe> reached)
    {
        HashSet<string> missing = new(StringComparer.OrdinalIgnoreCase);
        IReadOnlyList<string> packages = cache.Assemblies(reached.SelectMany(used => used.Packages), recipe.Framework, missing);
        bool isWeb = reached.SelectMany(used => used.SharedFrameworks).Any(ReferencePacks.IsWeb)
            || missing.Any(name => name.StartsWith("Microsoft.AspNetCore.", StringComparison.OrdinalIgnoreCase));
        Dictionary<string, FileReference> files = new(StringComparer.OrdinalIgnoreCase);
        foreach (FileReference file in recipe.References.Where(file => File.Exists(file.Path)))
            files.TryAdd(Path.GetFileName(file.Path), file);
        if (!files.ContainsKey("System.Runtime.dll") && !files.ContainsKey("netstandard.dll"))
            Add(files, packs.OfEveryProgram(recipe.Framework));
        if (isWeb)
            Add(files, packs.OfWeb(recipe.Framework));
        AddNewer(files, packages);
        // Nearly every package needs some of these, and which ones is not known of a package that is not here.
        if (missing.Count > 0)
            Add(files, packs.OfWeb(recipe.Framework)
                .Where(file => Path.GetFileName(file).StartsWith("Microsoft.Extensions.", StringComparison.Ordinal)));
        _missing.UnionWith(missing);
        return recipe with
        {
            References = [.. files.Values],
            Analyzers = Generators(recipe),
            IsRestored = missing.Count == 0,
            NeedsStubs = missing.Count > 0,
        };
    }

    /// <summary>Those it names, and those of .NET that projects count on; that of log messages, for one, would have come with a
    /// package. The others replace calls by faster ones only where a project asks for it.</summary>
    private List<string> Generators(ProjectRecipe recipe) =>
    [
        .. recipe.Analyzers.Where(File.Exists)
            .Concat(packs.Generators().Where(path => CountedOn.Contains(Path.GetFileNameWithoutExtension(path))))
            .DistinctBy(Path.GetFileName, StringComparer.OrdinalIgnoreCase),
    ];

    private static void Add(Dictionary<string, FileReference> files, IEnumerable<string> paths)
    {
        foreach (string path in paths)
            files.TryAdd(Path.GetFileName(path), new FileReference(path, MetadataReferenceProperties.Assembly));
    }

    /// <summary>Packages may bring a later build of what a pack has, which the others among them then need.</summary>
    private static void AddNewer(Dictionary<string, FileReference> files, IEnumerable<string> paths)
    {
        foreach (string path in paths)
        {
            FileReference added = new(path, MetadataReferenceProperties.Assembly);
            if (!files.TryAdd(Path.GetFileName(path), added) && Number(path) > Number(files[Path.GetFileName(path)].Path))
                files[Path.GetFileName(path)] = added;
        }
    }

    private static Version Number(string path)
    {
        try
        {
            return AssemblyName.GetAssemblyName(path).Version ?? new Version(0, 0);
        }
        catch (Exception e) when (e is BadImageFormatException or IOException or UnauthorizedAccessException)
        {
            return new Version(0, 0);
        }
    }
}
