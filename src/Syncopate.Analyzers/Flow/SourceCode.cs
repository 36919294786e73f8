using Microsoft.CodeAnalysis;

namespace Syncopate.Analyzers.Flow;

/// <summary>
/// The source that can be looked into: of one compilation for an analyzer, of the whole solution for the scan. Safe to use from several threads.
/// </summary>
internal abstract class SourceCode
{
    /// <summary>True when everything that this code may call of itself is in it: nobody outside implements what it declares.</summary>
    public abstract bool IsWhole { get; }

    /// <summary>The model of a file of this code; null for a file of someone else.</summary>
    public abstract SemanticModel? ModelOf(SyntaxTree tree);

    /// <summary>The methods with a body that a call may run: the method itself, what overrides or implements it. Empty when none is in source.</summary>
    public abstract IReadOnlyList<IMethodSymbol> BodiesOf(IMethodSymbol called);
}
