using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Knowledge;
using Syncopate.Analyzers.Rewriting.Reading;

namespace Syncopate.Analyzers.Rewriting.Sites;

/// <summary>A using that disposes without blocking: <c>await using</c>.</summary>
/// <param name="Node">The statement or declaration.</param>
/// <param name="Keyword">Its <c>using</c>.</param>
internal sealed record DisposalSite(SyntaxNode Node, SyntaxToken Keyword) : Site(Node)
{
    /// <inheritdoc/>
    public override string Title => "Dispose with await using";

    /// <inheritdoc/>
    public override void Write(EditSet edits, SourceSet code) => edits.Before(Keyword, "await ");

    /// <summary>Reads the using that a finding means: the statement, the declaration, or something in it.</summary>
    public static SiteAnswer Read(SyntaxNode node, SemanticModel model)
    {
        foreach (SyntaxNode at in node.AncestorsAndSelf().TakeWhile(at => at is not MemberDeclarationSyntax))
        {
            if (at is UsingStatementSyntax statement)
                return Read(at, statement.UsingKeyword, Resources(statement, model), model);
            if (at is LocalDeclarationStatementSyntax local && local.UsingKeyword.IsKind(SyntaxKind.UsingKeyword))
                return Read(at, local.UsingKeyword, [model.GetTypeInfo(local.Declaration.Type).Type], model);
        }

        return "It is not a using statement.";
    }

    private static ITypeSymbol?[] Resources(UsingStatementSyntax statement, SemanticModel model) =>
        [statement.Declaration is { } declared ? model.GetTypeInfo(declared.Type).Type : statement.Expression is { } value ? model.GetTypeInfo(value).Type : null];

    private static SiteAnswer Read(SyntaxNode node, SyntaxToken keyword, ITypeSymbol?[] resources, SemanticModel model) =>
        resources.All(type => type is not null && CanAwait(type, model))
            ? new DisposalSite(node, keyword)
            : "What it disposes of has no DisposeAsync.";

    private static bool CanAwait(ITypeSymbol type, SemanticModel model) =>
        type.AllInterfaces.Concat([type]).Any(each => each.Name == "IAsyncDisposable")
        || model.LookupSymbols(0, type, "DisposeAsync").OfType<IMethodSymbol>().Any(method => method.Parameters.IsEmpty && TaskTypes.IsTask(method.ReturnType));
}
