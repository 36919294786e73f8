using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Flow;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Calls;

/// <summary>
/// Calls whose target is in a package that was not restored. Only what the declaration of the receiver says in the source is believed: a context of a
/// database by its name, and the sets and queries that are taken from one. Of all others nothing is said.
/// </summary>
internal static class UnresolvedCalls
{
    private const int Depth = 12;

    /// <summary>The blocking call; null when nothing in the source says that it is one.</summary>
    public static BlockingCall? Of(InvocationExpressionSyntax call, string name, SemanticModel model)
    {
        if (CallParts.ReceiverOf(call) is not { } receiver)
            return null;
        bool blocks = name == "SaveChanges" ? IsContext(receiver, model) : (QueryTypes.Terminals.Contains(name) || name == "Find") && IsQuery(receiver, model, Depth);
        return blocks ? new BlockingCall(WaitKind.OnIo, call, "the database", null) { TwinName = name + "Async" } : null;
    }

    private static bool IsContext(ExpressionSyntax receiver, SemanticModel model) =>
        model.GetTypeInfo(receiver).Type is { TypeKind: TypeKind.Error } type && type.Name.EndsWith("DbContext", StringComparison.Ordinal);

    // context.Set<T>() and what LINQ makes of it, as long as it stays a query.
    private static bool IsQuery(ExpressionSyntax expression, SemanticModel model, int depth) => depth > 0 && expression switch
    {
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Set", Expression: var context } } => IsContext(context, model),
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: var link, Expression: var source } } =>
            link is "Where" or "Select" or "OrderBy" or "OrderByDescending" or "ThenBy" or "Include" or "ThenInclude" or "AsNoTracking" or "Take" or "Skip" or "Distinct"
            && IsQuery(source, model, depth - 1),
        IdentifierNameSyntax => model.GetTypeInfo(expression).Type is { TypeKind: TypeKind.Error, Name: "DbSet" or "IDbSet" or "IQueryable" }
            || (Origins.ValueOf(model.GetSymbolInfo(expression).Symbol) is { } value && value.SyntaxTree == model.SyntaxTree && IsQuery(value, model, depth - 1)),
        MemberAccessExpressionSyntax => model.GetTypeInfo(expression).Type is { TypeKind: TypeKind.Error, Name: "DbSet" or "IDbSet" or "IQueryable" },
        _ => false,
    };
}
