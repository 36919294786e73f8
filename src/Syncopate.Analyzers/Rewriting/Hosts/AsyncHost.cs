using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Analyzers.Rewriting.Hosts;

/// <summary>The function that an await would belong to.</summary>
/// <param name="Node">A method, local function or lambda; the file for top-level statements; anything else where there is an obstacle.</param>
/// <param name="IsAsync">It may hold an await as it stands.</param>
/// <param name="Obstacle">Why nothing can ever be awaited here, a sentence; null where that could be.</param>
internal sealed record AsyncHost(SyntaxNode Node, bool IsAsync, string? Obstacle)
{
    /// <summary>Finds the function around a node, and what stands between the two.</summary>
    public static AsyncHost Of(SyntaxNode node, SemanticModel model)
    {
        string? obstacle = null;
        SyntaxNode below = node;
        for (SyntaxNode? at = node.Parent; at is not null; below = at, at = at.Parent)
        {
            if (Function(at) is { } host)
                return host with { Obstacle = obstacle ?? TranslatedObstacle(at, model) ?? SpanObstacle.Of(node, at, model) };
            if (Outside(at) is { } reason)
                return new AsyncHost(at, false, reason);
            obstacle ??= Between(at, below);
        }

        return new AsyncHost(node, false, "It belongs to no method.");
    }

    private static AsyncHost? Function(SyntaxNode at) => at switch
    {
        AnonymousFunctionExpressionSyntax lambda => new AsyncHost(at, lambda.AsyncKeyword.RawKind != 0, null),
        LocalFunctionStatementSyntax local => new AsyncHost(at, local.Modifiers.Any(SyntaxKind.AsyncKeyword), null),
        MethodDeclarationSyntax method => new AsyncHost(at, method.Modifiers.Any(SyntaxKind.AsyncKeyword), null),
        GlobalStatementSyntax { Parent: { } unit } => new AsyncHost(unit, true, null),
        _ => null,
    };

    private static string? Outside(SyntaxNode at) => at switch
    {
        AccessorDeclarationSyntax accessor => $"It stands in the {accessor.Keyword.ValueText} accessor of {NameOf(accessor)}, which cannot be async.",
        ArrowExpressionClauseSyntax { Parent: BasePropertyDeclarationSyntax property } => $"It stands in the getter of {NameOf(property)}, which cannot be async.",
        ConstructorDeclarationSyntax type => $"It stands in the constructor of {type.Identifier.ValueText}, which cannot be async.",
        DestructorDeclarationSyntax type => $"It stands in the finalizer of {type.Identifier.ValueText}, which cannot be async.",
        OperatorDeclarationSyntax or ConversionOperatorDeclarationSyntax => "It stands in an operator, which cannot be async.",
        PrimaryConstructorBaseTypeSyntax => "It stands in the call of a constructor, which cannot be async.",
        AttributeSyntax => "It stands in an attribute.",
        BaseFieldDeclarationSyntax or PropertyDeclarationSyntax => "It stands in an initialiser, which cannot be async.",
        _ => null,
    };

    private static string? Between(SyntaxNode at, SyntaxNode below) => at switch
    {
        LockStatementSyntax => "It stands inside a lock, where nothing can be awaited.",
        CatchFilterClauseSyntax => "It stands in the filter of a catch, where nothing can be awaited.",
        UnsafeStatementSyntax or FixedStatementSyntax => "It stands in unsafe code, where nothing can be awaited.",
        FromClauseSyntax { Parent: QueryExpressionSyntax } from when from.Expression == below => null,
        JoinClauseSyntax join when join.InExpression == below => null,
        QueryClauseSyntax or SelectOrGroupClauseSyntax => "It stands in a query, which awaits only in its first from.",
        _ => null,
    };

    // A lambda that is itself a delegate may lie in one that is translated to SQL.
    private static string? TranslatedObstacle(SyntaxNode host, SemanticModel model) => host.AncestorsAndSelf()
        .OfType<AnonymousFunctionExpressionSyntax>()
        .Any(lambda => model.GetTypeInfo(lambda).ConvertedType is { Name: "Expression" or "LambdaExpression" } type
            && type.ContainingNamespace.ToDisplayString() == "System.Linq.Expressions")
        ? "It stands in an expression tree, which is translated and not run." : null;

    private static string NameOf(SyntaxNode node) => node.AncestorsAndSelf().OfType<BasePropertyDeclarationSyntax>().FirstOrDefault() switch
    {
        PropertyDeclarationSyntax property => property.Identifier.ValueText,
        EventDeclarationSyntax declared => declared.Identifier.ValueText,
        _ => "an indexer",
    };
}
