using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Flow;

/// <summary>Tasks that are complete when they are made: there is nothing to wait for.</summary>
internal static class FinishedTasks
{
    private const int Depth = 4;

    /// <summary>True when the expression gives a task that is complete: Task.FromResult and its kin, or a callee all of whose returns are such.</summary>
    public static bool IsFinished(ExpressionSyntax expression, SemanticModel model, SourceCode code) => IsFinished(expression, model, code, Depth);

    private static bool IsFinished(ExpressionSyntax expression, SemanticModel model, SourceCode code, int depth)
    {
        if (depth == 0)
            return false;
        switch (TaskRoots.Peel(expression))
        {
            case InvocationExpressionSyntax call when model.GetSymbolInfo(call).Symbol is IMethodSymbol method:
                return IsMaker(method) || FlaggedTasks.IsDone(call, method, code) || BufferedContents.IsRead(call, method, model)
                    || IsFinishedCall(method, code, depth);
            case MemberAccessExpressionSyntax access when model.GetSymbolInfo(access).Symbol is IPropertySymbol { Name: "CompletedTask" } property:
                return TaskTypes.IsTask(property.ContainingType);
            case IdentifierNameSyntax or MemberAccessExpressionSyntax
                when model.GetSymbolInfo(TaskRoots.Peel(expression)).Symbol is { } kept
                    && kept is IFieldSymbol or IPropertySymbol { SetMethod: null, IsVirtual: false, IsOverride: false }:
                return IsKeptFinished(kept, code, depth);
            case BaseObjectCreationExpressionSyntax made when TaskTypes.IsValueTask(model.GetTypeInfo(made).Type):
                return made.ArgumentList is not { Arguments: { Count: 1 } arguments } || !TaskTypes.IsTask(model.GetTypeInfo(arguments[0].Expression).Type);
            case LiteralExpressionSyntax { RawKind: (int)SyntaxKind.DefaultLiteralExpression } or DefaultExpressionSyntax:
                return true;
            case ConditionalExpressionSyntax choice:
                return IsFinished(choice.WhenTrue, model, code, depth) && IsFinished(choice.WhenFalse, model, code, depth);
            case ThrowExpressionSyntax:
                return true;
            default:
                return false;
        }
    }

    private static bool IsMaker(IMethodSymbol method) =>
        method.Name is "FromResult" or "FromException" or "FromCanceled" && TaskTypes.IsTask(method.ContainingType);

    // A field or a property of its own type's making that never holds any other task: what nobody else may assign is assigned in the type.
    private static bool IsKeptFinished(ISymbol kept, SourceCode code, int depth)
    {
        if (kept is IFieldSymbol { IsReadOnly: false, DeclaredAccessibility: not Accessibility.Private } || kept.ContainingType is null)
            return false;
        List<ExpressionSyntax> values =
            [.. kept.ContainingType.DeclaringSyntaxReferences.SelectMany(part => ValuesOf(kept, part.GetSyntax())).Distinct()];
        return values.Count > 0
            && values.All(value => code.ModelOf(value.SyntaxTree) is { } own && IsFinished(value, own, code, depth - 1));
    }

    private static IEnumerable<ExpressionSyntax> ValuesOf(ISymbol kept, SyntaxNode type)
    {
        IEnumerable<ExpressionSyntax> values = AssignedValues.Of(kept, type);
        if (kept.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax() is not PropertyDeclarationSyntax property)
            return values;
        ExpressionSyntax? given = property.Initializer?.Value ?? property.ExpressionBody?.Expression;
        return given is null ? [] : values.Append(given);
    }

    private static bool IsFinishedCall(IMethodSymbol method, SourceCode code, int depth)
    {
        IReadOnlyList<IMethodSymbol> bodies = code.BodiesOf(method);
        return bodies.Count > 0 && bodies.All(body => IsFinishedBody(body, code, depth));
    }

    private static bool IsFinishedBody(IMethodSymbol method, SourceCode code, int depth)
    {
        foreach (SyntaxReference reference in method.DeclaringSyntaxReferences)
        {
            SyntaxNode declaration = reference.GetSyntax();
            if (code.ModelOf(declaration.SyntaxTree) is not { } model)
                return false;
            List<SyntaxNode> own = [.. declaration.DescendantNodes(node => node == declaration || !Function.IsFunction(node))];
            if (method.IsAsync)
            {
                if (own.Any(node => node is AwaitExpressionSyntax))
                    return false;
                continue;
            }
            List<ExpressionSyntax> returns = [.. own.OfType<ReturnStatementSyntax>().Select(statement => statement.Expression).OfType<ExpressionSyntax>()];
            if (own.OfType<ArrowExpressionClauseSyntax>().FirstOrDefault() is { } arrow)
                returns.Add(arrow.Expression);
            if (returns.Count == 0 || !returns.All(value => IsFinished(value, model, code, depth - 1)))
                return false;
        }
        return true;
    }
}
