using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Knowledge;
using Syncopate.Analyzers.Rewriting.Hosts;

namespace Syncopate.Analyzers.Rewriting.Sites;

/// <summary>A task that is started and dropped. It is awaited where that is possible; a discard would only hide it.</summary>
internal static class DroppedTask
{
    public static SiteAnswer Read(SyntaxNode node, SemanticModel model)
    {
        if (SiteReader.Whole(node) is not ExpressionSyntax call)
            return "It is not a call.";
        ITypeSymbol? type = model.GetTypeInfo(call).Type;
        if (type is null || !TaskTypes.IsTask(type))
            return "It is not a task.";
        if (TaskTypes.ValueOf(type) is { } inner && TaskTypes.IsTask(inner))
            return "Its result is a task again: awaiting the outer one would not wait for the inner one.";
        if (call.Parent is AssignmentExpressionSyntax)
            return "It is dropped on purpose.";
        if (!AsyncHost.Of(call, model).IsAsync)
            return "It does not stand in async code: whether to wait for the task or to keep it is a decision.";
        return AwaitText.CanAwait(call, model) ? new TaskSite(call, call) : "It is called through ?. and a task that is null cannot be awaited.";
    }
}
