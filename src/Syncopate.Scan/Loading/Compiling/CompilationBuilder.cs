using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Scan.Loading.Plain;
using Syncopate.Scan.Loading.Recipes;

namespace Syncopate.Scan.Loading.Compiling;

/// <summary>Makes the compilations of recipes, each with those of the projects it refers to instead of what they would build.</summary>
/// <param name="stubs">Stand for packages that are not here.</param>
/// <param name="withTests">False leaves out what generators would write for tests, which nobody looks at then.</param>
/// <param name="notice">Receives what could not be read.</param>
internal sealed class CompilationBuilder(StubLibrary stubs, bool withTests, Action<string> notice)
{
    private readonly SharedReferences _references = new();
    private readonly NeededAssemblies _wholeness = new();
    private readonly GeneratorLoader _generators = new(notice);
    private readonly Dictionary<string, CompiledProject> _built = new(ProjectPaths.Comparer);
    private readonly Dictionary<string, HashSet<string>> _usings = new(ProjectPaths.Comparer);

    /// <summary>The compilations, each behind those it refers to.</summary>
    /// <param name="recipes">One for each project.</param>
    /// <param name="token">Ends it.</param>
    public async Task<IReadOnlyList<CompiledProject>> BuildAsync(IReadOnlyList<ProjectRecipe> recipes, CancellationToken token)
    {
        IReadOnlyList<ProjectRecipe> ordered = ProjectOrder.Of(recipes, notice);
        IReadOnlyDictionary<string, IReadOnlyList<SyntaxTree>> trees = await SourceReader.ReadAsync(ordered, notice, token)
            .ConfigureAwait(false);
        foreach (ProjectRecipe recipe in ordered)
        {
            token.ThrowIfCancellationRequested();
            CompiledProject project = Compile(recipe, trees[recipe.Path]);
            _built[recipe.Path] = recipe.IsTest && !withTests
                ? project
                : Generate(project, GeneratorTriggers.Needed(BuiltGenerators.Of(recipe.Analyzers, ordered), trees[recipe.Path]), token);
        }

        return [.. ordered.Select(recipe => _built[recipe.Path])];
    }

    private CompiledProject Compile(ProjectRecipe recipe, IReadOnlyList<SyntaxTree> trees)
    {
        // What the projects below it use stands in the types that it takes from them.
        HashSet<string> usings = [.. UsedNamespaces.Of(trees), .. recipe.ProjectReferences.SelectMany(path => _usings[path])];
        _usings[recipe.Path] = usings;
        List<FileReference> files = [.. recipe.References];
        IReadOnlyList<MetadataReference> signatures = recipe.NeedsStubs ? Signatures(usings, files) : [];
        IEnumerable<MetadataReference> projects = recipe.ProjectReferences.Select(path => _built[path].Compilation.ToMetadataReference());
        CSharpCompilation compilation = CSharpCompilation.Create(
            recipe.AssemblyName, trees, [.. projects, .. files.Select(_references.Of).OfType<MetadataReference>(), .. signatures],
            recipe.CompilationOptions.WithSyntaxTreeOptionsProvider(new ConfigOptions(recipe.ConfigFiles).Severities));
        HashSet<SyntaxTree> generated = [.. trees.Where(tree => GeneratedSource.Is(tree, recipe))];
        return new CompiledProject(recipe, compilation, generated);
    }

    private CompiledProject Generate(CompiledProject project, IReadOnlyList<string> analyzers, CancellationToken token)
    {
        IReadOnlyList<ISourceGenerator> generators = _generators.Of(analyzers);
        if (generators.Count == 0)
            return project;
        CSharpCompilation compilation = GeneratorRun.Add(project.Compilation, project.Recipe, generators, notice, token);
        IEnumerable<SyntaxTree> added = compilation.SyntaxTrees.Except(project.Compilation.SyntaxTrees);
        return project with { Compilation = compilation, Generated = project.Generated.Concat(added).ToHashSet() };
    }

    private IReadOnlyList<MetadataReference> Signatures(HashSet<string> usings, List<FileReference> files)
    {
        Dictionary<string, string> there = files.DistinctBy(file => Path.GetFileNameWithoutExtension(file.Path))
            .ToDictionary(file => Path.GetFileNameWithoutExtension(file.Path), file => file.Path);
        // Half a package binds worse than signatures of the whole.
        HashSet<string> halves =
            [.. stubs.Replaceable.Where(there.ContainsKey).Where(name => !_wholeness.IsWhole(there[name], there.Keys))];
        files.RemoveAll(file => halves.Contains(Path.GetFileNameWithoutExtension(file.Path)));
        foreach (string half in halves)
            there.Remove(half);
        return stubs.Compile(stubs.Choose(usings, there.Keys.ToHashSet()), there);
    }
}
