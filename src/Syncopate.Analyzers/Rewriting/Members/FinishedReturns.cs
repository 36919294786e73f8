using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Rewriting.Reading;
using Syncopate.Analyzers.Rewriting.Sites;

namespace Syncopate.Analyzers.Rewriting.Members;

/// <summary>
/// The returns of a method that has to return a task because its family does, and awaits nothing itself: finished tasks, without
/// the keyword.
/// </summary>
internal static class FinishedReturns
{
    /// <summary>Changes all returns, and the end of a body that returned nothing.</summary>
    public static void Write(EditSet edits, SyntaxNode declaration, SemanticModel model)
    {
        if (FunctionBody.Of(declaration) is not { } body || SignatureText.ReturnType(declaration) is not { } type)
            return;
        string task = TaskNames.At(model, type.SpanStart);
        if (SignatureText.IsVoid(type))
        {
            Complete(edits, body, task + ".CompletedTask", model);
            return;
        }

        foreach (ExpressionSyntax? value in body.Returns.Select(statement => statement.Expression).Concat([body.Expression]))
            if (value is not (null or ThrowExpressionSyntax))
            {
                edits.Before(value, $"{task}.FromResult{TypeArgument(value, type, model)}(");
                edits.After(value, ")");
            }
    }

    private static void Complete(EditSet edits, FunctionBody body, string completed, SemanticModel model)
    {
        if (body.Arrow is { Parent: { } member } arrow && body.Expression is not ThrowExpressionSyntax)
        {
            edits.Replace(arrow.ArrowToken, "{");
            edits.After(member, $" return {completed}; }}");
        }

        foreach (ReturnStatementSyntax statement in body.Returns)
            edits.After(statement.ReturnKeyword, " " + completed);
        if (body.Block is not { } block || block.Statements.Count > 0 && model.AnalyzeControlFlow(block) is { EndPointIsReachable: false })
            return;
        if (block.Statements.Count == 0)
        {
            edits.After(block.OpenBraceToken, block.CloseBraceToken.SpanStart == block.OpenBraceToken.Span.End ? $" return {completed}; " : $" return {completed};");
            return;
        }

        StatementSyntax last = block.Statements.Last();
        Microsoft.CodeAnalysis.Text.SourceText text = last.SyntaxTree.GetText();
        Microsoft.CodeAnalysis.Text.TextLine line = text.Lines.GetLineFromPosition(last.SpanStart);
        bool isOneLine = line.Span.Contains(block.OpenBraceToken.Span);
        string indent = text.ToString(Microsoft.CodeAnalysis.Text.TextSpan.FromBounds(line.Start, last.SpanStart));
        edits.After(last, isOneLine ? $" return {completed};" : $"{UsingText.LineEnd(text)}{indent}return {completed};");
    }

    // A task of a text is no task of a text that may be null, so the type is said where the value is known better than that.
    private static string TypeArgument(ExpressionSyntax value, TypeSyntax type, SemanticModel model)
    {
        ITypeSymbol? given = model.GetTypeInfo(value).Type, wanted = model.GetTypeInfo(type).Type;
        bool isSame = SymbolEqualityComparer.Default.Equals(given, wanted)
            && (wanted?.NullableAnnotation != NullableAnnotation.Annotated || given?.NullableAnnotation == NullableAnnotation.Annotated);
        return isSame ? "" : $"<{type}>";
    }
}
