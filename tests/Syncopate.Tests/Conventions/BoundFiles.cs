using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Syncopate.Tests.Conventions;

/// <summary>Files of C# whose names the compiler can bind. Those of the product are made ready once, for all that ask.</summary>
/// <remarks>What generators and the packages of a single project would add stays unresolved; conventions ask for types of
/// our own and of the runtime.</remarks>
internal sealed class BoundFiles
{
    private static readonly Lazy<MetadataReference[]> Others = new(OthersOfThisProgram);

    private static readonly Lazy<BoundFiles> OfProduct = new(
        () => new BoundFiles([.. Repository.Sources.Where(file => file.IsIn("src/"))]));

    private readonly CSharpCompilation _compilation;

    // Tests of several conventions ask at the same time.
    private readonly ConcurrentDictionary<SourceFile, SemanticModel> _models = new();

    public BoundFiles(IReadOnlyList<SourceFile> files)
        : this(files, Compile(files))
    {
    }

    private BoundFiles(IReadOnlyList<SourceFile> files, CSharpCompilation compilation) => (Files, _compilation) = (files, compilation);

    /// <summary>All of <c>src</c>.</summary>
    public static BoundFiles Product => OfProduct.Value;

    public IReadOnlyList<SourceFile> Files { get; }

    /// <summary>These and one more.</summary>
    public BoundFiles With(SourceFile file) => new([.. Files, file], _compilation.AddSyntaxTrees(file.Tree.SyntaxTree));

    /// <summary>What the names in a file mean. Kept, as binding a file takes longer than all that is asked of it.</summary>
    public SemanticModel ModelOf(SourceFile file) => _models.GetOrAdd(file, _ => _compilation.GetSemanticModel(file.Tree.SyntaxTree));

    private static CSharpCompilation Compile(IReadOnlyList<SourceFile> files) => CSharpCompilation.Create(
        "Projects",
        [.. files.Select(file => file.Tree.SyntaxTree), SourceFile.ImplicitUsings],
        Others.Value,
        new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true));

    private static MetadataReference[] OthersOfThisProgram()
    {
        string trusted = (string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!; // The host sets it for every program.
        return
        [
            .. trusted.Split(Path.PathSeparator)
                .Where(path => !Path.GetFileName(path).StartsWith("Syncopate", StringComparison.Ordinal))
                .Select(path => MetadataReference.CreateFromFile(path)),
        ];
    }
}
