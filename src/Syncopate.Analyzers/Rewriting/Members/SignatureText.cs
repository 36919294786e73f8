using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Rewriting.Reading;
using Syncopate.Analyzers.Rewriting.Sites;

namespace Syncopate.Analyzers.Rewriting.Members;

/// <summary>Changes what a method says of itself: its keyword, what it returns, its name.</summary>
internal static class SignatureText
{
    /// <summary>Returns a task of what it returned.</summary>
    public static void ReturnTask(EditSet edits, SyntaxNode declaration, bool awaits, SemanticModel model)
    {
        if (ReturnType(declaration) is not { } type)
            return;
        string task = TaskNames.At(model, type.SpanStart), keyword = awaits ? "async " : "";
        if (TaskNames.NeedUsing(model, type.SpanStart))
            UsingText.Add(edits, declaration, TaskNames.Namespace);
        if (IsVoid(type))
        {
            edits.Replace(type, keyword + task);
            return;
        }

        edits.Before(type, $"{keyword}{task}<");
        edits.After(type, ">");
    }

    /// <summary>Gets the keyword; what it returns is a task already, or the result of a lambda.</summary>
    public static void AddKeyword(EditSet edits, SyntaxNode declaration) => edits.Before(
        declaration switch
        {
            MethodDeclarationSyntax method => method.ReturnType,
            LocalFunctionStatementSyntax local => local.ReturnType,
            ParenthesizedLambdaExpressionSyntax { ReturnType: { } type } => (SyntaxNodeOrToken)type,
            ParenthesizedLambdaExpressionSyntax lambda => lambda.ParameterList,
            SimpleLambdaExpressionSyntax lambda => lambda.Parameter,
            AnonymousMethodExpressionSyntax method => method.DelegateKeyword,
            _ => declaration,
        },
        "async ");

    /// <summary>Gets another name.</summary>
    public static void Rename(EditSet edits, SyntaxNode declaration, string name) => edits.Replace(
        declaration is MethodDeclarationSyntax method ? method.Identifier : ((LocalFunctionStatementSyntax)declaration).Identifier, name);

    /// <summary>What a method, local function or lambda says that it returns; null where a lambda does not say it.</summary>
    public static TypeSyntax? ReturnType(SyntaxNode declaration) => declaration switch
    {
        MethodDeclarationSyntax method => method.ReturnType,
        LocalFunctionStatementSyntax local => local.ReturnType,
        ParenthesizedLambdaExpressionSyntax lambda => lambda.ReturnType,
        _ => null,
    };

    /// <summary>Whether a return type is <c>void</c>.</summary>
    public static bool IsVoid(TypeSyntax? type) => type is PredefinedTypeSyntax { Keyword.ValueText: "void" };
}
