using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Analyzers.Rewriting.Reading;

/// <summary>The projects that change together. Used by one thread; what it has found out is kept.</summary>
internal sealed class SourceSet
{
    private readonly Dictionary<SyntaxTree, CSharpCompilation> _owners = [];
    private readonly Dictionary<SyntaxTree, SemanticModel> _models = [];
    private readonly Dictionary<SyntaxTree, HashSet<string>> _names = [];
    private readonly Dictionary<CSharpCompilation, bool> _configured = [];
    private readonly Dictionary<SyntaxTree, HashSet<string>> _known = [];
    private readonly HashSet<SyntaxTree> _generated;
    private IReadOnlyList<INamedTypeSymbol>? _types;

    /// <summary>Knows some projects.</summary>
    /// <param name="compilations">Each refers to the others as compilations.</param>
    /// <param name="generated">Files that nobody wrote by hand, besides those that can be recognized by their names.</param>
    public SourceSet(IReadOnlyList<CSharpCompilation> compilations, IEnumerable<SyntaxTree>? generated = null)
    {
        Compilations = compilations;
        _generated = [.. generated ?? []];
        foreach (CSharpCompilation compilation in compilations)
            foreach (SyntaxTree tree in compilation.SyntaxTrees)
                _owners[tree] = compilation;
    }

    /// <summary>The compilations, each the references of others as compilations.</summary>
    public IReadOnlyList<CSharpCompilation> Compilations { get; }

    /// <summary>The projects of which nothing may change, with the reason, a sentence.</summary>
    public IReadOnlyDictionary<CSharpCompilation, string> Closed { get; init; } = new Dictionary<CSharpCompilation, string>();

    /// <summary>Why nothing of a file's project may change, a sentence; null where it may.</summary>
    public string? WhyClosed(SyntaxTree tree) => Closed.TryGetValue(_owners[tree], out string? why) ? why : null;

    /// <summary>The compilation that a file belongs to.</summary>
    public CSharpCompilation CompilationOf(SyntaxTree tree) => _owners[tree];

    /// <summary>Whether a file is part of this code.</summary>
    public bool Holds(SyntaxTree tree) => _owners.ContainsKey(tree);

    /// <summary>The meaning of a file.</summary>
    public SemanticModel Model(SyntaxTree tree)
    {
        if (!_models.TryGetValue(tree, out SemanticModel? model))
            _models[tree] = model = _owners[tree].GetSemanticModel(tree);
        return model;
    }

    /// <summary>What is wrong with a file as it is; asked once.</summary>
    public IReadOnlyCollection<string> Known(SyntaxTree tree, Func<SemanticModel, HashSet<string>> read)
    {
        if (!_known.TryGetValue(tree, out HashSet<string>? known))
            _known[tree] = known = read(Model(tree));
        return known;
    }

    /// <summary>The files in which an identifier stands.</summary>
    public IEnumerable<SyntaxTree> TreesNaming(string name)
    {
        if (_names.Count == 0)
            foreach (SyntaxTree tree in _owners.Keys)
                _names[tree] = [.. Identifiers(tree.GetRoot())];
        return _names.Where(tree => tree.Value.Contains(name)).Select(tree => tree.Key);
    }

    /// <summary>All places at which an identifier is used, in comments of documentation too.</summary>
    public IEnumerable<SimpleNameSyntax> Uses(string name) => TreesNaming(name)
        .SelectMany(tree => tree.GetRoot().DescendantNodes(descendIntoTrivia: true).OfType<SimpleNameSyntax>())
        .Where(use => use.Identifier.ValueText == name);

    /// <summary>The methods that are declared by a name.</summary>
    public IEnumerable<IMethodSymbol> MethodsNamed(string name) => TreesNaming(name)
        .SelectMany(tree => tree.GetRoot().DescendantNodes().OfType<MethodDeclarationSyntax>()
            .Where(method => method.Identifier.ValueText == name)
            .Select(method => Model(tree).GetDeclaredSymbol(method)))
        .OfType<IMethodSymbol>();

    /// <summary>The types of the code that derive from something.</summary>
    public IReadOnlyList<INamedTypeSymbol> Types => _types ??=
    [
        .. _owners.Keys.SelectMany(tree => tree.GetRoot().DescendantNodes().OfType<TypeDeclarationSyntax>()
            .Where(type => type.BaseList is not null)
            .Select(type => Model(tree).GetDeclaredSymbol(type)))
        .OfType<INamedTypeSymbol>(),
    ];

    /// <summary>Whether most awaits of a file's project say <c>ConfigureAwait(false)</c>, so that new ones have to say it too.</summary>
    public bool IsConfigured(SyntaxTree tree)
    {
        CSharpCompilation compilation = _owners[tree];
        if (!_configured.TryGetValue(compilation, out bool configured))
        {
            List<AwaitExpressionSyntax> awaits =
                [.. compilation.SyntaxTrees.SelectMany(each => each.GetRoot().DescendantNodes().OfType<AwaitExpressionSyntax>())];
            int said = awaits.Count(await => await.Expression.ToString().EndsWith("ConfigureAwait(false)", StringComparison.Ordinal));
            _configured[compilation] = configured = said * 2 > awaits.Count;
        }

        return configured;
    }

    /// <summary>Whether a tool wrote the file: what is changed in it would be lost.</summary>
    public bool IsGenerated(SyntaxTree tree)
    {
        if (_generated.Contains(tree))
            return true;
        string path = tree.FilePath.Replace('\\', '/');
        return path.EndsWith(".g.cs", StringComparison.OrdinalIgnoreCase)
            || path.EndsWith(".designer.cs", StringComparison.OrdinalIgnoreCase)
            || path.IndexOf("/obj/", StringComparison.Ordinal) >= 0
            || tree.GetRoot().GetLeadingTrivia().Any(trivia => trivia.ToString().IndexOf("<auto-generated", StringComparison.Ordinal) >= 0);
    }

    private static IEnumerable<string> Identifiers(SyntaxNode root) => root.DescendantTokens(descendIntoTrivia: true)
        .Where(token => token.IsKind(SyntaxKind.IdentifierToken))
        .Select(token => token.ValueText);
}
