using Microsoft.CodeAnalysis;

namespace Syncopate.Crud.Generator;

/// <summary>Something that the author of a DTO should mend.</summary>
/// <param name="rule">Which rule it breaks.</param>
/// <param name="at">The member or the type it is about.</param>
/// <param name="words">What fills the rule's message.</param>
internal sealed class Finding(DiagnosticDescriptor rule, ISymbol at, params string[] words)
{
    public DiagnosticDescriptor Rule => rule;

    public ISymbol At => at;

    public object[] Words => words;
}
