using System.Collections.Frozen;
using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace Syncopate.Mutations;

/// <summary>All places of a file where one operator or constant can be another one, a call can be left out, or a condition that has no
/// operator can be its opposite.</summary>
internal static class Mutator
{
    private static readonly FrozenDictionary<SyntaxKind, string> Others = new Dictionary<SyntaxKind, string>
    {
        [SyntaxKind.LessThanToken] = "<=",
        [SyntaxKind.LessThanEqualsToken] = "<",
        [SyntaxKind.GreaterThanToken] = ">=",
        [SyntaxKind.GreaterThanEqualsToken] = ">",
        [SyntaxKind.PlusToken] = "-",
        [SyntaxKind.MinusToken] = "+",
        [SyntaxKind.AsteriskToken] = "/",
        [SyntaxKind.SlashToken] = "*",
        [SyntaxKind.PlusEqualsToken] = "-=",
        [SyntaxKind.MinusEqualsToken] = "+=",
        [SyntaxKind.AsteriskEqualsToken] = "/=",
        [SyntaxKind.SlashEqualsToken] = "*=",
        [SyntaxKind.PlusPlusToken] = "--",
        [SyntaxKind.MinusMinusToken] = "++",
        [SyntaxKind.AmpersandAmpersandToken] = "||",
        [SyntaxKind.BarBarToken] = "&&",
        [SyntaxKind.EqualsEqualsToken] = "!=",
        [SyntaxKind.ExclamationEqualsToken] = "==",
        [SyntaxKind.AndKeyword] = "or",
        [SyntaxKind.OrKeyword] = "and",
        [SyntaxKind.TrueKeyword] = "false",
        [SyntaxKind.FalseKeyword] = "true",
    }.ToFrozenDictionary();

    /// <summary>In the order of the text.</summary>
    /// <param name="path">The file, from the root of the repository.</param>
    /// <param name="tree">Its syntax.</param>
    public static IEnumerable<Mutant> Of(string path, SyntaxTree tree)
    {
        foreach (SyntaxNodeOrToken place in tree.GetRoot().DescendantNodesAndTokens(Decides))
        {
            if ((place.AsNode() is { } node ? Other(node) : Other(place.AsToken())) is { } becomes)
            {
                int line = tree.GetLineSpan(place.Span).StartLinePosition.Line + 1;
                yield return new Mutant(path, line, new TextChange(place.Span, becomes));
            }
        }
    }

    // What an error says, what is an attribute and what is the name of a type decides nothing.
    private static bool Decides(SyntaxNode node) =>
        node is not (AttributeListSyntax or ThrowStatementSyntax or ThrowExpressionSyntax or InterpolatedStringExpressionSyntax
            or TypeArgumentListSyntax or TypeParameterListSyntax or UsingDirectiveSyntax or OperatorDeclarationSyntax);

    private static string? Other(SyntaxNode node) => node switch
    {
        ExpressionStatementSyntax { Expression: InvocationExpressionSyntax call } => RefusesNull(call) ? null : ";",
        ExpressionStatementSyntax { Expression: AwaitExpressionSyntax } => ";",
        IdentifierNameSyntax or MemberAccessExpressionSyntax or InvocationExpressionSyntax or IsPatternExpressionSyntax
            when IsCondition(node) => $"!({node})",
        _ => null,
    };

    // The compiler guards against null in all code that these tests have.
    private static bool RefusesNull(InvocationExpressionSyntax call) =>
        call.Expression is MemberAccessExpressionSyntax { Name.Identifier.Text: "ThrowIfNull" };

    private static bool IsCondition(SyntaxNode node) => node.Parent switch
    {
        IfStatementSyntax statement => statement.Condition == node,
        WhileStatementSyntax statement => statement.Condition == node,
        ConditionalExpressionSyntax expression => expression.Condition == node,
        _ => false,
    };

    private static string? Other(SyntaxToken token) => token.Parent switch
    {
        PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression or (int)SyntaxKind.UnaryMinusExpression } => "",
        PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.UnaryPlusExpression } => null,
        IdentifierNameSyntax { Parent: MemberAccessExpressionSyntax { Expression: IdentifierNameSyntax { Identifier.Text: "Math" } } } =>
            token.Text == "Max" ? "Min" : token.Text == "Min" ? "Max" : null,
        LiteralExpressionSyntax when token.Value is int number => (number + 1).ToString(CultureInfo.InvariantCulture),
        LiteralExpressionSyntax when token.Value is long number => (number + 1).ToString(CultureInfo.InvariantCulture) + "L",
        LiteralExpressionSyntax when token.Value is 0.0 => "1.0",
        LiteralExpressionSyntax when token.Value is double => null,
        _ => Others.GetValueOrDefault(token.Kind()),
    };
}
