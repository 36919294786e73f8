using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;

namespace Syncopate.Mutations;

/// <summary>Compiles the room with one fault: everything but the changed file is parsed and bound once.</summary>
internal sealed class MutantCompiler
{
    private static readonly CSharpParseOptions ParseOptions = new(LanguageVersion.Latest, DocumentationMode.None);

    private readonly string _root;
    private readonly Dictionary<string, SyntaxTree> _trees;
    private readonly CSharpCompilation _compilation;
    private readonly byte[] _unchanged;

    /// <param name="root">The repository.</param>
    /// <param name="room">The room, from the root.</param>
    /// <param name="used">The assemblies of the projects that it uses.</param>
    /// <param name="made">The folders of what its build made: what generators wrote and the SDK's attributes and usings.</param>
    public MutantCompiler(string root, string room, IEnumerable<string> used, params IReadOnlyList<string> made)
    {
        _root = root;
        _trees = made.Prepend(Path.Combine(root, room)).SelectMany(SourcesBelow).ToDictionary(FromRoot, Parse);
        // Never null: the host sets it for every program.
        IEnumerable<string> runtime = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => path.Contains("Microsoft.NETCore.App", StringComparison.Ordinal));
        _compilation = CSharpCompilation.Create(
            Path.GetFileName(room),
            _trees.Values,
            runtime.Concat(used).Select(path => MetadataReference.CreateFromFile(path)),
            new CSharpCompilationOptions(
                OutputKind.DynamicallyLinkedLibrary,
                optimizationLevel: OptimizationLevel.Release,
                allowUnsafe: true,
                deterministic: true,
                nullableContextOptions: NullableContextOptions.Enable));
        _unchanged = Emit(_compilation) ?? throw new InvalidOperationException($"{room} does not compile as it is: {Errors(_compilation)}");
    }

    /// <summary>The room as it is.</summary>
    public byte[] Unchanged => _unchanged;

    /// <summary>Every fault that can be planted in some places, by path and place.</summary>
    /// <param name="places">Folders from the root, with the folders in them, and lines as FILE:LINE.</param>
    public IReadOnlyList<Mutant> Mutants(IReadOnlyList<string> places) =>
    [
        .. from path in _trees.Keys.Order(StringComparer.Ordinal)
           from mutant in Mutator.Of(path, _trees[path])
           where places.Any(place => mutant.IsIn(place))
           select mutant,
    ];

    /// <summary>The room with a fault; null when it does not compile, and empty when it compiles to the same program.</summary>
    public byte[]? Compile(Mutant mutant)
    {
        SyntaxTree tree = _trees[mutant.Path];
        byte[]? emitted = Emit(_compilation.ReplaceSyntaxTree(tree, tree.WithChangedText(tree.GetText().WithChanges(mutant.Change))));
        return emitted is not null && emitted.AsSpan().SequenceEqual(_unchanged) ? [] : emitted;
    }

    /// <summary>The line of a fault before and after.</summary>
    public (string Was, string Becomes) Lines(Mutant mutant) => mutant.Lines(_trees[mutant.Path].GetText());

    private static IEnumerable<string> SourcesBelow(string folder) => Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories);

    private string FromRoot(string path) => Path.GetRelativePath(_root, path);

    private static SyntaxTree Parse(string path) => CSharpSyntaxTree.ParseText(
        SourceText.From(File.ReadAllText(path), System.Text.Encoding.UTF8), ParseOptions, path);

    private static byte[]? Emit(CSharpCompilation compilation)
    {
        using MemoryStream stream = new();
        return compilation.Emit(stream).Success ? stream.ToArray() : null;
    }

    private static string Errors(CSharpCompilation compilation) =>
        string.Join('\n', compilation.GetDiagnostics().Where(d => d.Severity == DiagnosticSeverity.Error).Take(5));
}
