using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Analyzers.Flow;

/// <summary>What a value is known to be where it is used: by the pattern of the <c>switch</c> or the <c>is</c> that leads there.</summary>
internal static class NarrowedTypes
{
    /// <summary>The types of the nearest pattern about the value, one of which it has; empty where none is around.</summary>
    public static IReadOnlyList<ITypeSymbol> Of(ExpressionSyntax value, SemanticModel model)
    {
        for (SyntaxNode at = value; at.Parent is { } parent && !Function.IsFunction(at); at = parent)
        {
            List<ITypeSymbol> types = [.. PatternsAbout(at, parent, value).SelectMany(pattern => TypesOf(pattern, model))];
            if (types.Count > 0)
                return types;
        }
        return [];
    }

    private static IEnumerable<SyntaxNode> PatternsAbout(SyntaxNode at, SyntaxNode parent, ExpressionSyntax value) => parent switch
    {
        SwitchExpressionArmSyntax { Parent: SwitchExpressionSyntax choice } arm
            when at != arm.Pattern && IsSame(choice.GoverningExpression, value) => [arm.Pattern],
        SwitchSectionSyntax { Parent: SwitchStatementSyntax choice } section
            when at is StatementSyntax && IsSame(choice.Expression, value) => section.Labels,
        IfStatementSyntax choice when at == choice.Statement => About(choice.Condition, value),
        ConditionalExpressionSyntax choice when at == choice.WhenTrue => About(choice.Condition, value),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both when at == both.Right => About(both.Left, value),
        _ => [],
    };

    private static IEnumerable<SyntaxNode> About(ExpressionSyntax condition, ExpressionSyntax value) => condition switch
    {
        ParenthesizedExpressionSyntax inner => About(inner.Expression, value),
        IsPatternExpressionSyntax asked when IsSame(asked.Expression, value) => [asked.Pattern],
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.IsExpression } asked when IsSame(asked.Left, value) => [asked.Right],
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both =>
            About(both.Left, value).Concat(About(both.Right, value)),
        _ => [],
    };

    // A pattern that says nothing of the type leaves it open: object stands for that.
    private static IEnumerable<ITypeSymbol> TypesOf(SyntaxNode pattern, SemanticModel model) => pattern switch
    {
        CasePatternSwitchLabelSyntax label => TypesOf(label.Pattern, model),
        CaseSwitchLabelSyntax label => TypesOf(label.Value, model),
        BinaryPatternSyntax { RawKind: (int)SyntaxKind.OrPattern } either =>
            TypesOf(either.Left, model).Concat(TypesOf(either.Right, model)),
        DeclarationPatternSyntax declared => TypesOf(declared.Type, model),
        TypePatternSyntax typed => TypesOf(typed.Type, model),
        RecursivePatternSyntax { Type: { } type } => TypesOf(type, model),
        ConstantPatternSyntax constant => TypesOf(constant.Expression, model),
        ExpressionSyntax type when model.GetSymbolInfo(type).Symbol is ITypeSymbol symbol => [symbol],
        _ => [model.Compilation.ObjectType],
    };

    private static bool IsSame(ExpressionSyntax one, ExpressionSyntax other) =>
        SyntaxFactory.AreEquivalent(TaskRoots.Peel(one), TaskRoots.Peel(other));
}
