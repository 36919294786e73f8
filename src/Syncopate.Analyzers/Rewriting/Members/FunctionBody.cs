using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Analyzers.Rewriting.Members;

/// <summary>What a method, local function or lambda runs.</summary>
/// <param name="Block">Its statements; null where it is an expression.</param>
/// <param name="Expression">Its expression; null where it is statements.</param>
/// <param name="Arrow">The <c>=&gt;</c> before the expression of a member, with it.</param>
internal sealed record FunctionBody(BlockSyntax? Block, ExpressionSyntax? Expression, ArrowExpressionClauseSyntax? Arrow)
{
    /// <summary>Reads it; null for a declaration without a body.</summary>
    public static FunctionBody? Of(SyntaxNode declaration) => declaration switch
    {
        MethodDeclarationSyntax { Body: { } block } => new FunctionBody(block, null, null),
        MethodDeclarationSyntax { ExpressionBody: { } arrow } => new FunctionBody(null, arrow.Expression, arrow),
        LocalFunctionStatementSyntax { Body: { } block } => new FunctionBody(block, null, null),
        LocalFunctionStatementSyntax { ExpressionBody: { } arrow } => new FunctionBody(null, arrow.Expression, arrow),
        AnonymousFunctionExpressionSyntax lambda => new FunctionBody(lambda.Block, lambda.ExpressionBody, null),
        _ => null,
    };

    /// <summary>The returns that leave this function, not one inside it.</summary>
    public IReadOnlyList<ReturnStatementSyntax> Returns => Block is null ? [] :
    [
        .. Block.DescendantNodes(node => node is not (AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax)).OfType<ReturnStatementSyntax>(),
    ];

    /// <summary>Whether a statement is the last one.</summary>
    public bool EndsWith(StatementSyntax statement) => Block is not null && statement.Parent == Block && Block.Statements.Last() == statement;
}
