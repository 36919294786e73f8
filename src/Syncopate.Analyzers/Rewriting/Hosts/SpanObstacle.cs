using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Analyzers.Rewriting.Hosts;

/// <summary>
/// Spans and references that would have to live across an await. The compiler says so only when it emits, which is too late to
/// ask it.
/// </summary>
internal static class SpanObstacle
{
    /// <summary>A sentence; null where nothing is in the way.</summary>
    public static string? Of(SyntaxNode site, SyntaxNode host, SemanticModel model)
    {
        StatementSyntax? statement = site.FirstAncestorOrSelf<StatementSyntax>();
        if (statement is null || !host.Span.Contains(statement.Span))
            statement = null;
        SyntaxNode around = statement ?? host;
        if (around.DescendantNodes().OfType<ExpressionSyntax>().Any(part => part.Span.End <= site.SpanStart && IsRefLike(model.GetTypeInfo(part).Type)))
            return "A span of the same statement would have to live across the await.";
        if (site.Ancestors().TakeWhile(at => at != host).OfType<ForEachStatementSyntax>().Any(loop => loop.Statement.Span.Contains(site.Span) && IsRefLike(model.GetTypeInfo(loop.Expression).Type)))
            return "It stands in a loop over a span, which would have to live across the await.";
        return statement is null ? null : LocalObstacle(site, statement, host, model);
    }

    private static string? LocalObstacle(SyntaxNode site, StatementSyntax statement, SyntaxNode host, SemanticModel model)
    {
        ILocalSymbol[] locals = [.. model.LookupSymbols(site.SpanStart).OfType<ILocalSymbol>().Where(local => local.IsRef || IsRefLike(local.Type))];
        foreach (ILocalSymbol local in locals)
        {
            Microsoft.CodeAnalysis.Text.TextSpan declared = local.DeclaringSyntaxReferences[0].Span;
            if (!host.Span.Contains(declared) || declared.Start > site.SpanStart)
                continue;
            SyntaxNode? loop = site.Ancestors().TakeWhile(at => at != host && !at.Span.Contains(declared))
                .LastOrDefault(at => at is ForStatementSyntax or WhileStatementSyntax or DoStatementSyntax or CommonForEachStatementSyntax);
            int from = loop?.SpanStart ?? statement.SpanStart;
            if (host.DescendantNodes().OfType<IdentifierNameSyntax>().Any(name => name.SpanStart >= from
                && name.Identifier.ValueText == local.Name && SymbolEqualityComparer.Default.Equals(model.GetSymbolInfo(name).Symbol, local)))
                return $"{local.Name} is a span or a reference, and would have to live across the await.";
        }

        return null;
    }

    private static bool IsRefLike(ITypeSymbol? type) => type is { IsRefLikeType: true };
}
