using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Flow;

/// <summary>
/// Contents of HTTP that lie in memory before they are asked for: of an answer that the client reads whole before it gives it, which it
/// does unless HttpCompletionOption.ResponseHeadersRead is given, and those that are made of text or bytes.
/// </summary>
internal static class BufferedContents
{
    private const string Http = "System.Net.Http";

    /// <summary>True when the call reads such a content: its task is done when it comes back, and its stream waits for nothing.</summary>
    public static bool IsRead(InvocationExpressionSyntax call, IMethodSymbol method, SemanticModel model)
    {
        if (!method.Name.StartsWith("Read", StringComparison.Ordinal) || !IsOfContent(method.ReducedFrom ?? method)
            || call.SyntaxTree != model.SyntaxTree || CallParts.ReceiverOf(call) is not { } content)
            return false;
        return IsMadeInMemory(content, model)
            || (model.GetTypeInfo(content).Type is { } type && IsInMemory(type))
            || NarrowedTypes.Of(content, model) is { Count: > 0 } types && types.All(IsInMemory)
            || OwnerOf(content) is { } answer && IsWhole(answer, model);
    }

    // HttpContent.ReadAsStringAsync, and the extensions that read JSON and other forms of it.
    private static bool IsOfContent(IMethodSymbol method) => TypeNames.IsA(method.ContainingType, Http, "HttpContent")
        || (method.IsExtensionMethod && IsOfHttp(method) && TypeNames.IsA(method.Parameters[0].Type, Http, "HttpContent"));

    private static bool IsOfHttp(IMethodSymbol method) =>
        TypeNames.NamespaceOf(method.ContainingType).StartsWith(Http, StringComparison.Ordinal);

    private static bool IsInMemory(ITypeSymbol type) =>
        TypeNames.IsA(type, Http, "ByteArrayContent") || TypeNames.Is(type, Http, "ReadOnlyMemoryContent");

    // answer.Content, also with ! and ?.
    private static ExpressionSyntax? OwnerOf(ExpressionSyntax content) => TaskRoots.Peel(content) switch
    {
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Content" } access => TaskRoots.Peel(access.Expression),
        MemberBindingExpressionSyntax { Name.Identifier.ValueText: "Content" } binding => CallParts.ReceiverOf(binding),
        _ => null,
    };

    // request.Content of a request that is made here with a content of text or bytes.
    private static bool IsMadeInMemory(ExpressionSyntax content, SemanticModel model) =>
        OwnerOf(content) is IdentifierNameSyntax name
        && model.GetSymbolInfo(name).Symbol is ILocalSymbol local && Origins.ValueOf(local) is BaseObjectCreationExpressionSyntax made
        && TypeNames.Is(model.GetTypeInfo(made).Type, Http, "HttpRequestMessage")
        && made.Initializer?.Expressions.OfType<AssignmentExpressionSyntax>()
            .FirstOrDefault(one => one.Left is IdentifierNameSyntax { Identifier.ValueText: "Content" }) is { } given
        && model.GetTypeInfo(given.Right).Type is { } type && IsInMemory(type);

    private static bool IsWhole(ExpressionSyntax answer, SemanticModel model)
    {
        if (answer is not IdentifierNameSyntax name)
            return IsSentWhole(answer, model);
        if (model.GetSymbolInfo(name).Symbol is not ILocalSymbol local || Function.Around(answer) is not { } function)
            return false;
        List<ExpressionSyntax> values =
            [.. AssignedValues.Of(local, function).Where(value => !value.IsKind(SyntaxKind.NullLiteralExpression))];
        return values.Count > 0 && values.All(value => IsSentWhole(value, model));
    }

    // await client.GetAsync(…), client.SendAsync(…).Result, client.Send(…).
    private static bool IsSentWhole(ExpressionSyntax value, SemanticModel model)
    {
        ExpressionSyntax peeled = TaskRoots.Peel(value);
        ExpressionSyntax? task = peeled switch
        {
            AwaitExpressionSyntax wait => wait.Expression,
            MemberAccessExpressionSyntax result => FinishedWaits.TaskOf(result),
            InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax result } => FinishedWaits.TaskOf(result),
            _ => null,
        };
        return TaskRoots.Peel(task ?? peeled) is InvocationExpressionSyntax call && model.GetSymbolInfo(call).Symbol is IMethodSymbol method && IsOfClient(method)
            && call.ArgumentList.Arguments.All(argument => !IsOption(model.GetTypeInfo(argument.Expression).Type)
                || argument.Expression.ToString().EndsWith("ResponseContentRead", StringComparison.Ordinal));
    }

    private static bool IsOfClient(IMethodSymbol method) =>
        TypeNames.Is(TaskTypes.ValueOf(method.ReturnType) ?? method.ReturnType, Http, "HttpResponseMessage")
        && (TypeNames.Is(method.ContainingType, Http, "HttpClient") || (method.ReducedFrom is { } extension
            && IsOfHttp(extension) && TypeNames.Is(extension.Parameters[0].Type, Http, "HttpClient")));

    private static bool IsOption(ITypeSymbol? type) => TypeNames.Is(type, Http, "HttpCompletionOption");
}
