using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Analyzers.Calls;

/// <summary>Puts code into a sentence.</summary>
internal static class CallText
{
    private const int Longest = 60;

    /// <summary>The expression on one line, arguments left out, the beginning too where it is long: <c>context.Orders.ToList()</c>.</summary>
    public static string Short(ExpressionSyntax expression)
    {
        StringBuilder text = new();
        ExpressionSyntax whole = expression;
        while (Begins(whole) is MemberBindingExpressionSyntax && whole.FirstAncestorOrSelf<ConditionalAccessExpressionSyntax>() is { } maybe && maybe != whole)
            whole = maybe;
        Write(whole, text);
        return text.Length <= Longest ? text.ToString() : "…" + text.ToString(text.Length - Longest, Longest);
    }

    /// <summary>A member as it is read: <c>OrderStore.Save</c>.</summary>
    public static string Member(ISymbol member) => member switch
    {
        IMethodSymbol { MethodKind: MethodKind.Constructor or MethodKind.StaticConstructor } constructor => "new " + constructor.ContainingType.Name,
        IMethodSymbol { AssociatedSymbol: { } property } => property.ContainingType.Name + "." + property.Name,
        IMethodSymbol { MethodKind: MethodKind.Destructor } finalizer => "~" + finalizer.ContainingType.Name,
        { ContainingType: { } type } => type.Name + "." + member.Name,
        _ => member.Name,
    };

    // What stands leftmost: for a call behind "?." that is the dot.
    private static ExpressionSyntax Begins(ExpressionSyntax expression) => expression switch
    {
        InvocationExpressionSyntax call => Begins(call.Expression),
        MemberAccessExpressionSyntax access => Begins(access.Expression),
        _ => expression,
    };

    private static void Write(SyntaxNode node, StringBuilder text)
    {
        switch (node)
        {
            case InvocationExpressionSyntax call:
                Write(call.Expression, text);
                text.Append(call.ArgumentList.Arguments.Count == 0 ? "()" : "(…)");
                break;
            case MemberAccessExpressionSyntax access:
                Write(access.Expression, text);
                text.Append('.').Append(access.Name.Identifier.ValueText);
                break;
            case ConditionalAccessExpressionSyntax maybe:
                Write(maybe.Expression, text);
                text.Append('?');
                Write(maybe.WhenNotNull, text);
                break;
            case MemberBindingExpressionSyntax binding:
                text.Append('.').Append(binding.Name.Identifier.ValueText);
                break;
            case SimpleNameSyntax name:
                text.Append(name.Identifier.ValueText);
                break;
            case ParenthesizedExpressionSyntax { Expression: AwaitExpressionSyntax }:
                text.Append("(await …)");
                break;
            case BaseObjectCreationExpressionSyntax made:
                text.Append("new ").Append(made is ObjectCreationExpressionSyntax typed ? typed.Type.ToString() : "").Append("(…)");
                break;
            default:
                text.Append(string.Join(" ", node.ToString().Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)));
                break;
        }
    }
}
