using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Rewriting.Members;

/// <summary>
/// The returns of a function that handed a task on and becomes async: a finished task is its result, another one is awaited.
/// </summary>
internal static class AwaitedReturns
{
    /// <summary>Changes all returns.</summary>
    /// <param name="edits">Gets the changes.</param>
    /// <param name="declaration">The function.</param>
    /// <param name="hasResult">Whether its task has a result.</param>
    /// <param name="model">The meaning of the file.</param>
    /// <param name="tail">What follows an awaited task, such as <c>.ConfigureAwait(false)</c>.</param>
    public static void Write(EditSet edits, SyntaxNode declaration, bool hasResult, SemanticModel model, string tail)
    {
        if (FunctionBody.Of(declaration) is not { } body)
            return;
        if (body.Expression is { } expression and not ThrowExpressionSyntax)
            Value(edits, expression, model, tail);
        foreach (ReturnStatementSyntax statement in body.Returns)
            if (statement.Expression is not null && hasResult)
                Value(edits, statement.Expression, model, tail);
            else if (statement.Expression is { } value)
                Plain(edits, statement, value, body, (model, tail));
    }

    private static void Value(EditSet edits, ExpressionSyntax value, SemanticModel model, string tail)
    {
        if (Finished(value, model) is { } result)
        {
            edits.Remove(value, TextSpan.FromBounds(value.SpanStart, result.SpanStart));
            edits.Remove(value, TextSpan.FromBounds(result.Span.End, value.Span.End));
            return;
        }

        bool isLoose = IsLoose(value);
        edits.Before(value, isLoose ? "await (" : "await ");
        if (isLoose || tail.Length > 0)
            edits.After(value, (isLoose ? ")" : "") + tail);
    }

    private static void Plain(EditSet edits, ReturnStatementSyntax statement, ExpressionSyntax value, FunctionBody body, (SemanticModel Model, string Tail) context)
    {
        string tail = context.Tail;
        if (IsCompleted(value, context.Model))
        {
            if (body.EndsWith(statement))
                RemoveLine(edits, statement);
            else
                edits.Replace(statement.SyntaxTree, TextSpan.FromBounds(statement.ReturnKeyword.Span.End, value.Span.End), "");
            return;
        }

        bool isLast = body.EndsWith(statement), isAlone = statement.Parent is not (BlockSyntax or SwitchSectionSyntax), isLoose = IsLoose(value);
        edits.Replace(statement.ReturnKeyword, (isLast || !isAlone ? "" : "{ ") + "await");
        if (isLoose)
            edits.Before(value, "(");
        if (isLoose || tail.Length > 0)
            edits.After(value, (isLoose ? ")" : "") + tail);
        if (!isLast)
            edits.After(statement, isAlone ? " return; }" : " return;");
    }

    private static void RemoveLine(EditSet edits, StatementSyntax statement)
    {
        SourceText text = statement.SyntaxTree.GetText();
        TextLine line = text.Lines.GetLineFromPosition(statement.SpanStart);
        bool isOnlyOne = line.ToString().Trim() == statement.ToString();
        int start = statement.SpanStart;
        while (start > line.Start && text[start - 1] == ' ')
            start--;
        edits.Remove(statement, isOnlyOne ? line.SpanIncludingLineBreak : TextSpan.FromBounds(start, statement.Span.End));
    }

    /// <summary>The result in a task that was finished when it was made; null for any other task.</summary>
    private static ExpressionSyntax? Finished(ExpressionSyntax value, SemanticModel model)
    {
        SeparatedSyntaxList<ArgumentSyntax>? arguments = value switch
        {
            InvocationExpressionSyntax call when model.GetSymbolInfo(call).Symbol is IMethodSymbol { Name: "FromResult" } method
                && TaskTypes.IsTask(method.ContainingType) => call.ArgumentList.Arguments,
            BaseObjectCreationExpressionSyntax created when TaskTypes.IsValueTask(model.GetTypeInfo(created).Type) => created.ArgumentList?.Arguments,
            _ => null,
        };
        return arguments is { Count: 1 } one && !TaskTypes.IsTask(model.GetTypeInfo(one[0].Expression).Type) ? one[0].Expression : null;
    }

    private static bool IsCompleted(ExpressionSyntax value, SemanticModel model) => value switch
    {
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "CompletedTask" } => true,
        LiteralExpressionSyntax or DefaultExpressionSyntax => true,
        BaseObjectCreationExpressionSyntax { ArgumentList.Arguments.Count: 0 } => true,
        InvocationExpressionSyntax call => Finished(call, model) is LiteralExpressionSyntax or IdentifierNameSyntax,
        _ => false,
    };

    private static bool IsLoose(ExpressionSyntax value) => value is not (InvocationExpressionSyntax or MemberAccessExpressionSyntax or SimpleNameSyntax
        or ParenthesizedExpressionSyntax or ElementAccessExpressionSyntax or BaseObjectCreationExpressionSyntax or ThisExpressionSyntax or AwaitExpressionSyntax);
}
