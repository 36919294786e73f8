using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Syncopate.Scan.Loading.Recipes;

namespace Syncopate.Scan.Loading.Compiling;

/// <summary>Loads the generators of projects, each assembly once. Used by one thread.</summary>
/// <param name="notice">Receives those that cannot be loaded.</param>
internal sealed class GeneratorLoader(Action<string> notice)
{
    private readonly Dictionary<string, ImmutableArray<ISourceGenerator>> _loaded = new(ProjectPaths.Comparer);
    private readonly FolderContexts _contexts = new();
    private readonly HashSet<string> _told = [];

    /// <summary>Those that some assemblies hold; most hold analyzers only, which is seen without loading them.</summary>
    public IReadOnlyList<ISourceGenerator> Of(IReadOnlyList<string> paths)
    {
        List<ISourceGenerator> found = [];
        foreach (string path in paths)
        {
            if (!_loaded.TryGetValue(path, out ImmutableArray<ISourceGenerator> generators))
                _loaded[path] = generators = Load(path);
            found.AddRange(generators);
        }

        return found;
    }

    private ImmutableArray<ISourceGenerator> Load(string path)
    {
        if (!File.Exists(path))
        {
            if (_told.Add(Path.GetFileName(path)))
                notice($"What '{Path.GetFileName(path)}' may generate is missing: it is not built yet. Build the solution first.");
            return [];
        }

        AnalyzerFileReference reference = new(path, _contexts);
        reference.AnalyzerLoadFailed += (_, e) => Notice(path, e);
        _contexts.AddDependencyLocation(path);
        return reference.GetGenerators(LanguageNames.CSharp);
    }

    private void Notice(string path, AnalyzerLoadFailureEventArgs failure)
    {
        if (failure.ErrorCode == AnalyzerLoadFailureEventArgs.FailureErrorCode.NoAnalyzers || !_told.Add(path))
            return;
        string why = failure.ErrorCode == AnalyzerLoadFailureEventArgs.FailureErrorCode.ReferencesNewerCompiler
            ? $"it was made for the compiler {failure.ReferencedCompilerVersion}, newer than the one here"
            : failure.Message.TrimEnd('.');
        notice($"What the generator '{Path.GetFileName(path)}' would write is missing: {why}.");
    }

    /// <summary>Each folder of generators loads what it needs from itself, so that two packages may bring two versions
    /// of one assembly.</summary>
    private sealed class FolderContexts : IAnalyzerAssemblyLoader
    {
        private readonly Dictionary<string, FolderContext> _contexts = new(ProjectPaths.Comparer);

        public void AddDependencyLocation(string fullPath)
        {
            string folder = Path.GetDirectoryName(fullPath) ?? "";
            if (!_contexts.ContainsKey(folder))
                _contexts[folder] = new FolderContext(folder);
        }

        public Assembly LoadFromPath(string fullPath)
        {
            AddDependencyLocation(fullPath);
            return _contexts[Path.GetDirectoryName(fullPath) ?? ""].LoadFromAssemblyPath(fullPath);
        }
    }

    private sealed class FolderContext(string folder) : AssemblyLoadContext($"generators of {folder}")
    {
        protected override Assembly? Load(AssemblyName assemblyName)
        {
            string name = assemblyName.Name ?? "";
            string file = Path.Combine(folder, $"{name}.dll");
            // The compiler's types must be those of this program, or a generator is none.
            bool isShared = name is "Microsoft.CodeAnalysis" or "Microsoft.CodeAnalysis.CSharp"
                || name.StartsWith("System.", StringComparison.Ordinal);
            return !isShared && File.Exists(file) ? LoadFromAssemblyPath(file) : null;
        }
    }
}
