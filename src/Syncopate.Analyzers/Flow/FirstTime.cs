using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace Syncopate.Analyzers.Flow;

/// <summary>
/// What makes a value that is kept: the factory given to a cache or to a lazy value. It runs where the value is not there yet, which
/// is seldom, so that whoever asks for the value mostly does not wait; what the cache itself waits for is another matter.
/// </summary>
internal static class FirstTime
{
    /// <summary>True when the node stands in such a factory within the member.</summary>
    public static bool IsInside(SyntaxNode node, TextSpan member)
    {
        for (SyntaxNode? up = node.Parent;
            up is not null && member.Contains(up.Span) && up.Span != member; up = up.Parent)
            if (up is AnonymousFunctionExpressionSyntax && IsFactory(up))
                return true;
        return false;
    }

    private static bool IsFactory(SyntaxNode lambda) =>
        lambda.Parent is ArgumentSyntax { Parent: ArgumentListSyntax { Parent: { } taker } } && taker switch
        {
            InvocationExpressionSyntax call => CallParts.NameOf(call) is { } name
                && (name.StartsWith("GetOr", StringComparison.Ordinal) || name is "EnsureInitialized"
                    || (name is "Get" && IsCache(CallParts.ReceiverOf(call)))),
            ObjectCreationExpressionSyntax { Type: GenericNameSyntax { Identifier.ValueText: "Lazy" } } => true,
            _ => false,
        };

    // _cache.Get(key, () => …)
    private static bool IsCache(ExpressionSyntax? receiver) => receiver switch
    {
        IdentifierNameSyntax name => EndsWithCache(name.Identifier.ValueText),
        MemberAccessExpressionSyntax access => EndsWithCache(access.Name.Identifier.ValueText),
        _ => false,
    };

    private static bool EndsWithCache(string name) => name.EndsWith("cache", StringComparison.OrdinalIgnoreCase);
}
