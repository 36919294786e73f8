using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Flow;

/// <summary>
/// Queries over what lies in memory, <c>AsQueryable()</c> of a list: they do not wait, and their asynchronous forms throw.
/// Rules are silent where a query surely is one; a change is refused where it may be one.
/// </summary>
internal static class MemoryQueries
{
    private const int Depth = 8;

    /// <summary>True when the query was made of a sequence in memory, as far as one member shows it.</summary>
    public static bool Is(ExpressionSyntax? query, SemanticModel model) => Is(query, model, Depth);

    /// <summary>True when what the call asks may be such a query: in one branch, or one of the values of its variable.</summary>
    public static bool MayBe(InvocationExpressionSyntax call, SemanticModel model)
    {
        ExpressionSyntax? receiver = (call.Expression as MemberAccessExpressionSyntax)?.Expression;
        return receiver is not null && Sources(receiver, model).Any(source => source.DescendantNodesAndSelf()
            .OfType<InvocationExpressionSyntax>()
            .Any(made => SequenceOf(made) is { } sequence && model.GetTypeInfo(sequence).Type is { } type && !QueryTypes.IsQuery(type)));
    }

    private static bool Is(ExpressionSyntax? query, SemanticModel model, int depth)
    {
        if (query is null || depth == 0 || query.SyntaxTree != model.SyntaxTree)
            return false;
        switch (query)
        {
            case ParenthesizedExpressionSyntax inner:
                return Is(inner.Expression, model, depth);
            case IdentifierNameSyntax name:
                return Is(Origins.ValueOf(model.GetSymbolInfo(name).Symbol), model, depth - 1);
            case QueryExpressionSyntax clauses:
                return Is(clauses.FromClause.Expression, model, depth - 1);
            case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Expression: { } receiver } } call:
                bool isQuery = QueryTypes.IsQuery(model.GetTypeInfo(receiver).Type);
                if (SequenceOf(call) is not null && MakesOne(call, receiver, model))
                    return !isQuery || Is(receiver, model, depth - 1);
                return isQuery ? Is(receiver, model, depth - 1) : IsMadeOfThem(call, model, depth - 1);
            case InvocationExpressionSyntax call:
                return IsMadeOfThem(call, model, depth - 1);
            default:
                return false;
        }
    }

    // Queryable.AsQueryable, also on what a package gives that is not here, as long as it was made of something that is no query.
    private static bool MakesOne(InvocationExpressionSyntax call, ExpressionSyntax receiver, SemanticModel model)
    {
        if (model.GetSymbolInfo(call).Symbol is { } symbol)
            return symbol is IMethodSymbol { ContainingType.Name: "Queryable" };
        ExpressionSyntax first = receiver;
        while (first is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Expression: { } before } })
            first = before;
        return model.GetTypeInfo(first).Type is { TypeKind: not TypeKind.Error } type && !QueryTypes.IsQuery(type);
    }

    // filter.Apply(some), some.Match(() => one, () => other): what is made of queries in memory alone stays there.
    private static bool IsMadeOfThem(InvocationExpressionSyntax call, SemanticModel model, int depth)
    {
        List<ExpressionSyntax> queries =
            [.. call.DescendantNodes().OfType<ExpressionSyntax>().Where(part => QueryTypes.IsQuery(model.GetTypeInfo(part).Type))];
        return queries.Count > 0 && queries.All(part =>
            queries.Any(inner => inner != part && part.Span.Contains(inner.Span)) || Is(part, model, depth));
    }

    // What AsQueryable is called on; null for any other call.
    private static ExpressionSyntax? SequenceOf(InvocationExpressionSyntax call) =>
        call.Expression is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "AsQueryable" } access ? access.Expression : null;

    // The receiver, and all that its local variables are ever given.
    private static IEnumerable<SyntaxNode> Sources(ExpressionSyntax receiver, SemanticModel model)
    {
        yield return receiver;
        foreach (IdentifierNameSyntax name in receiver.DescendantNodesAndSelf().OfType<IdentifierNameSyntax>())
        {
            if (model.GetSymbolInfo(name).Symbol is not ILocalSymbol local)
                continue;
            SyntaxNode? body = local.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax().FirstAncestorOrSelf<MemberDeclarationSyntax>();
            if (body is null)
                continue;
            foreach (VariableDeclaratorSyntax declared in body.DescendantNodes().OfType<VariableDeclaratorSyntax>())
                if (declared.Identifier.ValueText == local.Name && declared.Initializer is not null)
                    yield return declared.Initializer.Value;
            foreach (AssignmentExpressionSyntax assigned in body.DescendantNodes().OfType<AssignmentExpressionSyntax>())
                if (assigned.Left is IdentifierNameSyntax left && left.Identifier.ValueText == local.Name)
                    yield return assigned.Right;
        }
    }
}
