using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Analyzers.Flow;

/// <summary>What a call is made of, as it is written.</summary>
internal static class CallParts
{
    /// <summary>The last name of what is called, without type arguments; null for a delegate in an expression.</summary>
    public static string? NameOf(InvocationExpressionSyntax call) => call.Expression switch
    {
        MemberAccessExpressionSyntax access => access.Name.Identifier.ValueText,
        MemberBindingExpressionSyntax binding => binding.Name.Identifier.ValueText,
        SimpleNameSyntax name => name.Identifier.ValueText,
        _ => null,
    };

    /// <summary>True within <c>nameof(…)</c>: nothing runs there, only a name is asked for.</summary>
    public static bool IsInNameof(SyntaxNode node)
    {
        for (SyntaxNode? at = node; at is ExpressionSyntax or ArgumentSyntax or ArgumentListSyntax or TypeArgumentListSyntax; at = at.Parent)
            if (at is InvocationExpressionSyntax { Expression: IdentifierNameSyntax { Identifier.ValueText: "nameof" }, ArgumentList.Arguments.Count: 1 } call
                && node != call.Expression)
                return true;
        return false;
    }

    /// <summary>What the call is made on, through <c>?.</c> too; null for a call without a receiver.</summary>
    public static ExpressionSyntax? ReceiverOf(ExpressionSyntax call) => call switch
    {
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access } => access.Expression,
        InvocationExpressionSyntax { Expression: MemberBindingExpressionSyntax binding } => ReceiverOf(binding),
        MemberAccessExpressionSyntax access => access.Expression,
        MemberBindingExpressionSyntax binding => binding.FirstAncestorOrSelf<ConditionalAccessExpressionSyntax>(maybe => maybe.WhenNotNull.Span.Contains(binding.Span))?.Expression,
        _ => null,
    };
}
