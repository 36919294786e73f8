using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Analyzers.Flow;

/// <summary>
/// One body for both forms, with a parameter that says which it is: <c>Work(async: false).GetAwaiter().GetResult()</c>. With false it
/// awaits nothing and is done when it comes back; what it then does without awaiting is reported where it stands.
/// </summary>
internal static class FlaggedTasks
{
    private const int Depth = 4;

    /// <summary>True when the call says false by a parameter of which every await of the callee depends.</summary>
    public static bool IsDone(InvocationExpressionSyntax call, IMethodSymbol method, SourceCode code) =>
        Flags(call, method, argument => argument.IsKind(SyntaxKind.FalseLiteralExpression))
            .Any(flag => AwaitsNothing(method, flag, code, Depth));

    private static bool AwaitsNothing(IMethodSymbol method, int flag, SourceCode code, int depth)
    {
        if (depth == 0)
            return false;
        IReadOnlyList<IMethodSymbol> bodies = code.BodiesOf(method);
        return bodies.Count > 0 && bodies.All(body => body.IsAsync && flag < body.Parameters.Length
            && body.DeclaringSyntaxReferences.All(reference =>
                IsSilent(reference.GetSyntax(), body.Parameters[flag].Name, code, depth)));
    }

    private static bool IsSilent(SyntaxNode declaration, string flag, SourceCode code, int depth)
    {
        foreach (SyntaxNode node in declaration.DescendantNodes(node => node == declaration || !Function.IsFunction(node)))
        {
            bool awaits = node switch
            {
                AwaitExpressionSyntax wait => !IsHandedOn(wait, flag, code, depth),
                CommonForEachStatementSyntax loop => loop.AwaitKeyword != default,
                UsingStatementSyntax used => used.AwaitKeyword != default,
                LocalDeclarationStatementSyntax local => local.AwaitKeyword != default,
                _ => false,
            };
            if (awaits && !IsLeftOut(node, declaration, flag))
                return false;
        }
        return true;
    }

    // Awaits in the branch that the flag chooses, as in `async ? await A() : B()`, or behind a return for all that is sync.
    private static bool IsLeftOut(SyntaxNode node, SyntaxNode declaration, string flag)
    {
        for (SyntaxNode at = node; at != declaration && at.Parent is { } parent; at = parent)
            if (LeavesOut(parent, at, flag))
                return true;
        return false;
    }

    private static bool LeavesOut(SyntaxNode parent, SyntaxNode at, string flag) => parent switch
    {
        ConditionalExpressionSyntax choice when at == choice.WhenTrue => IsFlag(choice.Condition, flag),
        ConditionalExpressionSyntax choice when at == choice.WhenFalse => IsNotFlag(choice.Condition, flag),
        IfStatementSyntax choice => at == choice.Statement && IsFlag(choice.Condition, flag),
        ElseClauseSyntax { Parent: IfStatementSyntax choice } => IsNotFlag(choice.Condition, flag),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both => at == both.Right && IsFlag(both.Left, flag),
        BlockSyntax block => block.Statements.TakeWhile(statement => statement != at).Any(statement =>
            statement is IfStatementSyntax { Else: null } choice && IsNotFlag(choice.Condition, flag) && Returns(choice.Statement)),
        _ => false,
    };

    private static bool IsHandedOn(AwaitExpressionSyntax wait, string flag, SourceCode code, int depth) =>
        TaskRoots.Peel(wait.Expression) is InvocationExpressionSyntax call
        && code.ModelOf(call.SyntaxTree)?.GetSymbolInfo(call).Symbol is IMethodSymbol method
        && Flags(call, method, argument => argument is IdentifierNameSyntax name && name.Identifier.ValueText == flag)
            .Any(inner => AwaitsNothing(method, inner, code, depth - 1));

    // The places of those parameters of type bool that are given what is asked for.
    private static IEnumerable<int> Flags(InvocationExpressionSyntax call, IMethodSymbol method, Func<ExpressionSyntax, bool> isGiven)
    {
        SeparatedSyntaxList<ArgumentSyntax> arguments = call.ArgumentList.Arguments;
        int shift = method.ReducedFrom is null ? 0 : 1;
        for (int i = 0; i < arguments.Count; i++)
        {
            string? name = arguments[i].NameColon?.Name.Identifier.ValueText;
            IParameterSymbol? parameter = name is null ? method.Parameters.ElementAtOrDefault(i)
                : method.Parameters.FirstOrDefault(one => one.Name == name);
            if (parameter is { Type.SpecialType: SpecialType.System_Boolean } && isGiven(arguments[i].Expression))
                yield return parameter.Ordinal + shift;
        }
    }

    private static bool Returns(StatementSyntax statement) => statement is ReturnStatementSyntax
        || (statement is BlockSyntax { Statements: { Count: > 0 } inner } && inner[inner.Count - 1] is ReturnStatementSyntax);

    private static bool IsFlag(ExpressionSyntax condition, string flag) => condition switch
    {
        ParenthesizedExpressionSyntax inner => IsFlag(inner.Expression, flag),
        IdentifierNameSyntax name => name.Identifier.ValueText == flag,
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both =>
            IsFlag(both.Left, flag) || IsFlag(both.Right, flag),
        _ => false,
    };

    private static bool IsNotFlag(ExpressionSyntax condition, string flag) => condition switch
    {
        ParenthesizedExpressionSyntax inner => IsNotFlag(inner.Expression, flag),
        PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression, Operand: IdentifierNameSyntax own } =>
            IsFlag(own, flag),
        _ => false,
    };
}
