using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Flow;

namespace Syncopate.Analyzers.Rules;

/// <summary>
/// One body for both forms: <c>async ? await LoadAsync() : Load()</c>. Who calls it says by a parameter whether it may wait, and the
/// synchronous half is right where it stands. A parameter that says by its name that it chooses so is believed where the other half
/// awaits anything, and not only the asynchronous form of the very call.
/// </summary>
internal static class FlagArgument
{
    /// <summary>True when a parameter chooses between this node and the asynchronous method of this name.</summary>
    public static bool Chooses(SyntaxNode node, SyntaxNode? function, string awaited, SemanticModel model)
    {
        for (SyntaxNode at = node; at.Parent is { } parent && !IsEnd(at, function); at = parent)
            if (Others(at, parent).Any(other => IsOfFlag(other.Condition, awaited, other.Branch, model)) || IsCaseOfFlag(at, parent, model))
                return true;
        return false;
    }

    // A delegate of the synchronous half belongs to it.
    private static bool IsEnd(SyntaxNode at, SyntaxNode? function) => at is MemberDeclarationSyntax or LocalFunctionStatementSyntax
        || (at == function && at is not AnonymousFunctionExpressionSyntax { AsyncKeyword.RawKind: 0 });

    private static IEnumerable<(ExpressionSyntax Condition, SyntaxNode Branch)> Others(SyntaxNode at, SyntaxNode parent)
    {
        switch (parent)
        {
            case ConditionalExpressionSyntax choice when at != choice.Condition:
                yield return (choice.Condition, at == choice.WhenTrue ? choice.WhenFalse : choice.WhenTrue);
                break;
            case IfStatementSyntax { Else: { } other } choice when at == choice.Statement:
                yield return (choice.Condition, other);
                break;
            case ElseClauseSyntax { Parent: IfStatementSyntax choice }:
                yield return (choice.Condition, choice.Statement);
                break;
            case BlockSyntax block:
                foreach (StatementSyntax statement in block.Statements.TakeWhile(statement => statement != at))
                    if (statement is IfStatementSyntax { Else: null } choice && Returns(choice.Statement))
                        yield return (choice.Condition, choice.Statement);
                break;
        }
    }

    private static bool Returns(StatementSyntax statement) =>
        statement is ReturnStatementSyntax || (statement is BlockSyntax { Statements: { Count: > 0 } inner }
            && inner[inner.Count - 1] is ReturnStatementSyntax);

    private static bool Calls(SyntaxNode branch, string awaited) => branch.DescendantNodesAndSelf().OfType<AwaitExpressionSyntax>()
        .Any(wait => wait.DescendantNodes().OfType<InvocationExpressionSyntax>().Any(call => CallParts.NameOf(call) == awaited));

    private static bool IsOfFlag(ExpressionSyntax condition, string awaited, SyntaxNode branch, SemanticModel model) =>
        (Calls(branch, awaited) && Flags(condition, model).Any())
        || (branch.DescendantNodesAndSelf().Any(node => node is AwaitExpressionSyntax) && Flags(condition, model).Any(IsNamedSo));

    // case Kind.First when sync: …
    private static bool IsCaseOfFlag(SyntaxNode at, SyntaxNode parent, SemanticModel model) => at is StatementSyntax
        && parent is SwitchSectionSyntax section && section.Labels.All(label =>
            label is CasePatternSwitchLabelSyntax { WhenClause.Condition: { } condition } && Flags(condition, model).Any(IsNamedSo));

    private static bool IsNamedSo(IParameterSymbol flag) => flag.Name.IndexOf("sync", StringComparison.OrdinalIgnoreCase) >= 0;

    private static IEnumerable<IParameterSymbol> Flags(ExpressionSyntax condition, SemanticModel model) =>
        condition.DescendantNodesAndSelf().OfType<IdentifierNameSyntax>().Select(name => model.GetSymbolInfo(name).Symbol)
            .OfType<IParameterSymbol>().Where(flag => flag.Type.SpecialType == SpecialType.System_Boolean);
}
