using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Analyzers.Flow;
using Syncopate.Scan.Loading;

namespace Syncopate.Scan.Scanning;

/// <summary>
/// The source of a whole solution: what one project calls and another implements. A symbol of source is known by the place of its declaration, as the same
/// member is another symbol in every compilation that refers to it. Safe to use from several threads.
/// </summary>
internal sealed class SolutionCode : SourceCode
{
    private readonly Dictionary<SyntaxTree, CSharpCompilation> _owners = [];
    private readonly ConcurrentDictionary<SyntaxTree, SemanticModel> _models = new();
    private readonly ConcurrentDictionary<(SyntaxTree, int), IReadOnlyList<IMethodSymbol>> _bodies = new();
    private readonly Lazy<Implementations> _implementations;

    public SolutionCode(LoadedSolution solution)
    {
        foreach (LoadedProject project in solution.Projects)
            foreach (SyntaxTree tree in project.Compilation.SyntaxTrees)
                _owners.TryAdd(tree, project.Compilation);
        _implementations = new Lazy<Implementations>(
            () => new Implementations(solution.Projects.SelectMany(project => CompilationCode.Types(project.Compilation.Assembly.GlobalNamespace))));
    }

    /// <summary>What implements and overrides what.</summary>
    public Implementations Implementations => _implementations.Value;

    /// <inheritdoc/>
    public override bool IsWhole => true;

    /// <inheritdoc/>
    public override SemanticModel? ModelOf(SyntaxTree tree) =>
        _owners.TryGetValue(tree, out CSharpCompilation? owner) ? _models.GetOrAdd(tree, one => Bind(owner, one)) : null;

    /// <summary>The model of a file that is known to be of this code.</summary>
    public SemanticModel OwnModel(SyntaxTree tree) => ModelOf(tree) ?? throw new ArgumentException($"{tree.FilePath} is not a file of this solution.", nameof(tree));

    /// <inheritdoc/>
    public override IReadOnlyList<IMethodSymbol> BodiesOf(IMethodSymbol called)
    {
        IMethodSymbol method = (called.ReducedFrom ?? called).OriginalDefinition;
        return method.DeclaringSyntaxReferences.FirstOrDefault() is { } reference
            ? _bodies.GetOrAdd((reference.SyntaxTree, reference.Span.Start), _ => _implementations.Value.Of(method)) : _implementations.Value.Of(method);
    }

    // No rule asks whether a value may be null, and the compiler finds that out by binding the whole member around each call that is
    // asked about, which was a quarter of the processor time of a scan (bench/results/scan.md). The compiler of the SDK is not the one
    // that this was built with, and a later one may be without this way.
    private static SemanticModel Bind(CSharpCompilation owner, SyntaxTree tree)
    {
        try
        {
            return BindWithoutNulls(owner, tree);
        }
        catch (Exception e) when (e is MissingMethodException or TypeLoadException)
        {
            return owner.GetSemanticModel(tree);
        }
    }

    // A method of its own: what is missing is missed when it is entered.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static SemanticModel BindWithoutNulls(CSharpCompilation owner, SyntaxTree tree) =>
#pragma warning disable RSEXPERIMENTAL001 // May change or go: see above.
        owner.GetSemanticModel(tree, SemanticModelOptions.DisableNullableAnalysis);
#pragma warning restore RSEXPERIMENTAL001

    /// <summary>Tells a member of source from all others; null for one that is not in source.</summary>
    public static MemberKey? KeyOf(ISymbol? symbol)
    {
        ISymbol? member = symbol is IMethodSymbol { ReducedFrom: { } from } ? from : symbol;
        return member?.OriginalDefinition.DeclaringSyntaxReferences.FirstOrDefault() is { } reference ? new MemberKey(reference.SyntaxTree, reference.Span.Start) : null;
    }
}

/// <summary>A member of source, by the place where it is declared.</summary>
internal readonly record struct MemberKey(SyntaxTree Tree, int Start);
