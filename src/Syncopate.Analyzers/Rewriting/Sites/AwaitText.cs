using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Analyzers.Rewriting.Sites;

/// <summary>Puts an await before an expression, with parentheses where what follows would bind tighter.</summary>
internal static class AwaitText
{
    /// <summary>Whether the await can be written: what begins with <c>?.</c> can only be awaited as a statement of its own.</summary>
    public static bool CanAwait(ExpressionSyntax node, SemanticModel model) =>
        Condition(node) is not { } condition
        || condition.Inner == node && (condition.Outer.Parent is ExpressionStatementSyntax || IsVoidBody(condition.Outer, model));

    /// <summary>Writes it.</summary>
    /// <param name="edits">Gets the change.</param>
    /// <param name="node">What is awaited.</param>
    /// <param name="tail">What follows what is awaited, such as <c>.ConfigureAwait(false)</c>.</param>
    public static void Write(EditSet edits, ExpressionSyntax node, string tail)
    {
        if (Condition(node) is { } condition)
        {
            // A null task cannot be awaited.
            edits.Before(condition.Outer, "await (");
            edits.After(condition.Outer, " ?? Task.CompletedTask)" + tail);
            return;
        }

        bool enclosed = BindsTighter(node);
        edits.Before(node, enclosed ? "(await " : "await ");
        if (enclosed || tail.Length > 0)
            edits.After(node, tail + (enclosed ? ")" : ""));
    }

    private static bool BindsTighter(ExpressionSyntax node) => node.Parent switch
    {
        MemberAccessExpressionSyntax access => access.Expression == node,
        ElementAccessExpressionSyntax access => access.Expression == node,
        InvocationExpressionSyntax call => call.Expression == node,
        ConditionalAccessExpressionSyntax access => access.Expression == node,
        PostfixUnaryExpressionSyntax => true,
        _ => false,
    };

    // The part behind the last ?. and the whole expression around it.
    private static (ExpressionSyntax Inner, ExpressionSyntax Outer)? Condition(ExpressionSyntax node)
    {
        ExpressionSyntax first = node;
        while (Receiver(first) is { } receiver)
            first = receiver;
        if (first is not (MemberBindingExpressionSyntax or ElementBindingExpressionSyntax))
            return null;
        ConditionalAccessExpressionSyntax? around = node.Ancestors().OfType<ConditionalAccessExpressionSyntax>().First(access => access.WhenNotNull.Contains(node));
        ExpressionSyntax inner = around.WhenNotNull;
        while (around.Parent is ConditionalAccessExpressionSyntax next && next.WhenNotNull == around)
            around = next;
        return (inner, around);
    }

    private static ExpressionSyntax? Receiver(ExpressionSyntax node) => node switch
    {
        InvocationExpressionSyntax call => call.Expression,
        MemberAccessExpressionSyntax access => access.Expression,
        ElementAccessExpressionSyntax access => access.Expression,
        PostfixUnaryExpressionSyntax unary => unary.Operand,
        _ => null,
    };

    private static bool IsVoidBody(ExpressionSyntax node, SemanticModel model) => node.Parent switch
    {
        ArrowExpressionClauseSyntax { Parent: { } member } => model.GetDeclaredSymbol(member) is IMethodSymbol { ReturnsVoid: true },
        LambdaExpressionSyntax lambda => model.GetSymbolInfo(lambda).Symbol is IMethodSymbol { ReturnsVoid: true },
        _ => false,
    };
}
