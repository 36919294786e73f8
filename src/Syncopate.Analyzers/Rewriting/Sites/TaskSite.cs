using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Rewriting.Reading;

namespace Syncopate.Analyzers.Rewriting.Sites;

/// <summary>A task that is blocked on or dropped, and is awaited instead: <c>x.Result</c> becomes <c>await x</c>.</summary>
/// <param name="Whole">The whole expression.</param>
/// <param name="Task">The task in it.</param>
internal sealed record TaskSite(ExpressionSyntax Whole, ExpressionSyntax Task) : Site(Whole)
{
    /// <inheritdoc/>
    public override string Title => "Await " + SourcePlace.OneLine(Task);

    /// <inheritdoc/>
    public override void Write(EditSet edits, SourceSet code)
    {
        bool isConfigured = Task is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ConfigureAwait" } };
        AwaitText.Write(edits, Whole, !isConfigured && code.IsConfigured(Node.SyntaxTree) ? ".ConfigureAwait(false)" : "");
        if (Task.Span.End < Node.Span.End)
            edits.Remove(Node, Microsoft.CodeAnalysis.Text.TextSpan.FromBounds(Task.Span.End, Node.Span.End));
    }
}
