using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;

namespace Syncopate.Analyzers.Flow;

/// <summary>The source of one compilation, as an analyzer sees it. What another project implements is not in it.</summary>
internal sealed class CompilationCode(Compilation compilation) : SourceCode
{
    private readonly ConcurrentDictionary<SyntaxTree, SemanticModel> _models = new();
    private readonly Lazy<Implementations> _implementations = new(() => new Implementations(Types(compilation.Assembly.GlobalNamespace)));

    /// <summary>True for a program: who uses a library may implement its interfaces too.</summary>
    public override bool IsWhole => compilation.Options.OutputKind != OutputKind.DynamicallyLinkedLibrary;

    /// <inheritdoc/>
    public override SemanticModel? ModelOf(SyntaxTree tree)
    {
        if (!compilation.ContainsSyntaxTree(tree))
            return null;
#pragma warning disable RS1030 // A callee's file is not the one that the host gives a model of.
        return _models.GetOrAdd(tree, one => compilation.GetSemanticModel(one));
#pragma warning restore RS1030
    }

    /// <inheritdoc/>
    public override IReadOnlyList<IMethodSymbol> BodiesOf(IMethodSymbol called) => _implementations.Value.Of(called);

    /// <summary>All types of a namespace, nested ones too.</summary>
    public static IEnumerable<INamedTypeSymbol> Types(INamespaceOrTypeSymbol space)
    {
        foreach (ISymbol member in space.GetMembers())
        {
            if (member is INamedTypeSymbol type)
                yield return type;
            if (member is INamespaceOrTypeSymbol inner)
                foreach (INamedTypeSymbol deeper in Types(inner))
                    yield return deeper;
        }
    }
}
