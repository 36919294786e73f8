using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Analyzers.Flow;

/// <summary>All that a variable is ever given.</summary>
internal static class AssignedValues
{
    /// <summary>What the variable is declared with, and what is assigned to its name in the code around.</summary>
    public static IEnumerable<ExpressionSyntax> Of(ISymbol variable, SyntaxNode around)
    {
        if (Origins.ValueOf(variable) is { } first)
            yield return first;
        foreach (SyntaxNode node in around.DescendantNodes())
            if (node is AssignmentExpressionSyntax assignment && NameOf(assignment.Left) == variable.Name)
                yield return assignment.Right;
    }

    private static string? NameOf(ExpressionSyntax left) => left switch
    {
        IdentifierNameSyntax name => name.Identifier.ValueText,
        MemberAccessExpressionSyntax access => access.Name.Identifier.ValueText,
        _ => null,
    };
}
