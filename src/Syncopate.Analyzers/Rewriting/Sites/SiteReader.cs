using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Knowledge;
using Syncopate.Analyzers.Rewriting.Reading;

namespace Syncopate.Analyzers.Rewriting.Sites;

/// <summary>Reads what a blocking place is, and what to await in its stead.</summary>
internal static class SiteReader
{
    /// <summary>Reads a blocking place.</summary>
    /// <param name="node">The call, access, its name or its statement.</param>
    /// <param name="twin">The asynchronous method, where it is known already.</param>
    /// <param name="model">The meaning of the file.</param>
    public static SiteAnswer Read(SyntaxNode node, IMethodSymbol? twin, SemanticModel model)
    {
        SiteAnswer answer = Whole(node) switch
        {
            MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Result" } access => Result(access, access.Expression, model),
            InvocationExpressionSyntax call => Call(call, twin, model),
            ElementAccessExpressionSyntax or ObjectCreationExpressionSyntax => "Only calls can be awaited.",
            _ => "It is not a call.",
        };
        if (answer.Site is { Node: ExpressionSyntax expression } && !AwaitText.CanAwait(expression, model))
            return "It is called through ?. and its result is used: a task that is null cannot be awaited.";
        return answer;
    }

    /// <summary>The call, access or other expression that a node of a finding stands for.</summary>
    public static SyntaxNode Whole(SyntaxNode node)
    {
        if (node is ExpressionStatementSyntax statement)
            node = statement.Expression;
        if (node is ArrowExpressionClauseSyntax arrow)
            node = arrow.Expression;
        if (node is ConditionalAccessExpressionSyntax conditional)
            node = Last(conditional);
        if (node is SimpleNameSyntax name && name.Parent is MemberAccessExpressionSyntax or MemberBindingExpressionSyntax)
            node = name.Parent;
        return node.Parent is InvocationExpressionSyntax call && call.Expression == node ? call : node;
    }

    private static ExpressionSyntax Last(ConditionalAccessExpressionSyntax access) =>
        access.WhenNotNull is ConditionalAccessExpressionSyntax next ? Last(next) : access.WhenNotNull;

    private static SiteAnswer Call(InvocationExpressionSyntax call, IMethodSymbol? twin, SemanticModel model)
    {
        if (model.GetSymbolInfo(call).Symbol is not IMethodSymbol method)
            return "What is called is not known.";
        if (method is { Name: "Sleep", ContainingType.Name: "Thread" })
            return Sleep(call, model);
        if (method.Name == "GetResult" && Awaiter(call) is { } task)
            return Result(call, task, model);
        if (TaskTypes.IsTask(method.ContainingType) && method.Name is "Wait" or "WaitAll" or "WaitAny")
            return Wait(call, method, model);
        return CallReader.Read(call, method, twin, model);
    }

    private static SiteAnswer Result(ExpressionSyntax node, ExpressionSyntax task, SemanticModel model)
    {
        ITypeSymbol? type = model.GetTypeInfo(task).Type;
        if (!TaskTypes.IsTask(type) && type?.Name.StartsWith("Configured", StringComparison.Ordinal) != true)
            return "It is not a task.";
        return Caught(node) is { } obstacle ? obstacle : new TaskSite(node, task);
    }

    private static SiteAnswer Sleep(InvocationExpressionSyntax call, SemanticModel model)
    {
        string task = TaskNames.At(model, call.SpanStart);
        bool isQualified = call.Expression.ToString().StartsWith("System.", StringComparison.Ordinal);
        return new CallSite(call, call.Expression, (isQualified ? TaskNames.Namespace + ".Task" : task) + ".Delay")
        {
            Argument = Tokens.At(model, call.SpanStart),
            Namespace = !isQualified && TaskNames.NeedUsing(model, call.SpanStart) ? TaskNames.Namespace : null,
        };
    }

    private static SiteAnswer Wait(InvocationExpressionSyntax call, IMethodSymbol method, SemanticModel model)
    {
        if (Caught(call) is { } obstacle)
            return obstacle;
        bool hasToken = method.Parameters.Any(parameter => TaskTypes.IsToken(parameter.Type));
        if (method.Parameters.Any(parameter => parameter.Type.SpecialType == SpecialType.System_Int32 || parameter.Type.Name == "TimeSpan"))
            return "It waits for a limited time and goes on, which an await does not.";
        if (method.Name == "Wait")
            return hasToken ? CallSite.Of(call, "WaitAsync") : WaitOf(call);
        if (hasToken)
            return "It waits with a token, for which Task.WhenAll has no form.";
        return method.Name == "WaitAny" && call.Parent is not ExpressionStatementSyntax
            ? "The index that Task.WaitAny returns is used; Task.WhenAny returns the task."
            : CallSite.Of(call, method.Name == "WaitAll" ? "WhenAll" : "WhenAny");
    }

    private static SiteAnswer WaitOf(InvocationExpressionSyntax call) => call.Expression is MemberAccessExpressionSyntax access
        ? new TaskSite(call, access.Expression)
        : "It is called through ?. and a task that is null cannot be awaited.";

    private static ExpressionSyntax? Awaiter(InvocationExpressionSyntax call) => call.Expression is MemberAccessExpressionSyntax
    {
        Expression: InvocationExpressionSyntax
        {
            Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "GetAwaiter", Expression: { } task },
        },
    }
        ? task : null;

    // What blocks throws an AggregateException, what awaits the exception in it.
    private static string? Caught(SyntaxNode node) =>
        node is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "GetResult" } } ? null
        : node.Ancestors().TakeWhile(at => at is not (MemberDeclarationSyntax or AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax))
            .OfType<TryStatementSyntax>()
            .Where(attempt => attempt.Block.Span.Contains(node.Span))
            .SelectMany(attempt => attempt.Catches)
            .Any(handler => handler.Declaration?.Type.ToString().EndsWith("AggregateException", StringComparison.Ordinal) == true)
            ? "A catch of AggregateException stands around it, which an await does not throw." : null;
}
