using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Analyzers.Flow;

/// <summary>
/// A task that was blocked on is complete: of <c>t.Result</c> twice the first one waits, and is what is to be said. Only of variables
/// and fields, as a property may give another task each time.
/// </summary>
internal static class FinishedWaits
{
    /// <summary>The name of the variable or the own field that is read here; null for anything else.</summary>
    public static string? NameOf(ExpressionSyntax expression) => expression switch
    {
        IdentifierNameSyntax name => name.Identifier.ValueText,
        MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } own => own.Name.Identifier.ValueText,
        _ => null,
    };

    /// <summary>Names of the variables whose task is waited for where this node runs.</summary>
    public static IEnumerable<string> Names(SyntaxNode node) => Waits(node).Select(NameOf).OfType<string>();

    /// <summary>True when the node waits for the task wherever it runs.</summary>
    public static bool IsIn(SyntaxNode node, ExpressionSyntax task, SemanticModel model) => NameOf(task) is { } name
        && Waits(node).Any(waited => NameOf(waited) == name)
        && model.GetSymbolInfo(task).Symbol is ILocalSymbol or IFieldSymbol or IParameterSymbol;

    // t.Result, t.GetAwaiter().GetResult(): of a statement, or of the condition of one.
    private static IEnumerable<ExpressionSyntax> Waits(SyntaxNode node)
    {
        SyntaxNode? part = node switch
        {
            GlobalStatementSyntax { Statement: IfStatementSyntax first } => first.Condition,
            IfStatementSyntax choice => choice.Condition,
            GlobalStatementSyntax { Statement: ExpressionStatementSyntax or LocalDeclarationStatementSyntax } => node,
            ExpressionStatementSyntax or LocalDeclarationStatementSyntax or ExpressionSyntax or ArgumentSyntax => node,
            _ => null,
        };
        if (part is null)
            yield break;
        foreach (SyntaxNode inner in part.DescendantNodesAndSelf(CompletedTasks.IsAlwaysEntered).Where(CompletedTasks.IsAlwaysEntered))
            if (inner is MemberAccessExpressionSyntax access && TaskOf(access) is { } task)
                yield return TaskRoots.Peel(task);
    }

    /// <summary>The task of <c>task.Result</c> and <c>task.GetAwaiter().GetResult</c>; null for any other member.</summary>
    public static ExpressionSyntax? TaskOf(MemberAccessExpressionSyntax access) => access.Name.Identifier.ValueText switch
    {
        "Result" => access.Expression,
        "GetResult" when access.Expression is InvocationExpressionSyntax call && CallParts.NameOf(call) == "GetAwaiter" =>
            CallParts.ReceiverOf(call),
        _ => null,
    };
}
