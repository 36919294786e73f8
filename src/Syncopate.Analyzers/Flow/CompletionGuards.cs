using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Analyzers.Flow;

/// <summary>Conditions that say that a task is complete: IsCompleted and its kin, its status, and being the one that Task.WhenAny gave back.</summary>
internal sealed class CompletionGuards(SemanticModel model)
{
    private readonly TaskRoots _roots = new(model);

    /// <summary>True when the parent lets this child run only while the task is complete.</summary>
    public bool LeadTo(SyntaxNode at, SyntaxNode parent, ExpressionSyntax task) => parent switch
    {
        IfStatementSyntax choice when at == choice.Statement => HoldsFor(choice.Condition, task, true),
        ElseClauseSyntax { Parent: IfStatementSyntax choice } => HoldsFor(choice.Condition, task, false),
        WhileStatementSyntax loop when at == loop.Statement => HoldsFor(loop.Condition, task, true),
        ConditionalExpressionSyntax choice when at == choice.WhenTrue => HoldsFor(choice.Condition, task, true),
        ConditionalExpressionSyntax choice when at == choice.WhenFalse => HoldsFor(choice.Condition, task, false),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both when at == both.Right => HoldsFor(both.Left, task, true),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalOrExpression } either when at == either.Right => HoldsFor(either.Left, task, false),
        SwitchExpressionArmSyntax { Parent: SwitchExpressionSyntax choice } arm when at != arm.Pattern =>
            IsSaidBy(arm.Pattern.ToString(), choice.GoverningExpression, task),
        SwitchSectionSyntax { Parent: SwitchStatementSyntax choice } section when at is StatementSyntax =>
            section.Labels.All(label => IsSaidBy(TextOf(label), choice.Expression, task)),
        _ => false,
    };

    /// <summary>True when the condition being <paramref name="value"/> says that the variable of this name is a completed task.</summary>
    public bool HoldsFor(ExpressionSyntax condition, string? variable, bool value) =>
        variable is not null && HoldsFor(condition, SyntaxFactory.IdentifierName(variable), value);

    /// <summary>True when the condition being <paramref name="value"/> says that the task is complete.</summary>
    public bool HoldsFor(ExpressionSyntax condition, ExpressionSyntax task, bool value)
    {
        switch (condition)
        {
            case ParenthesizedExpressionSyntax inner:
                return HoldsFor(inner.Expression, task, value);
            case PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression } not:
                return HoldsFor(not.Operand, task, !value);
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both:
                return value ? HoldsFor(both.Left, task, true) || HoldsFor(both.Right, task, true) : HoldsFor(both.Left, task, false) && HoldsFor(both.Right, task, false);
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalOrExpression } either:
                return value ? HoldsFor(either.Left, task, true) && HoldsFor(either.Right, task, true) : HoldsFor(either.Left, task, false) || HoldsFor(either.Right, task, false);
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression } equal:
                return IsSaid(equal.Left, equal.Right, task, value) || IsSaid(equal.Right, equal.Left, task, value);
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.NotEqualsExpression } unequal:
                return IsSaid(unequal.Left, unequal.Right, task, !value) || IsSaid(unequal.Right, unequal.Left, task, !value);
            case IsPatternExpressionSyntax pattern:
                return value && IsSaidBy(pattern.Pattern.ToString(), pattern.Expression, task);
            case MemberAccessExpressionSyntax access:
                return value && IsState(access.Name.Identifier.ValueText)
                    && (IsSame(access.Expression, task) || IsJoinOf(access.Expression, task));
            case ConditionalAccessExpressionSyntax { WhenNotNull: MemberAccessExpressionSyntax access } maybe:
                return value && IsState(access.Name.Identifier.ValueText)
                    && Bare(maybe.Expression.ToString() + access.Expression) == Bare(task.ToString());
            case IdentifierNameSyntax flag when flag.SyntaxTree == model.SyntaxTree && task.SyntaxTree == model.SyntaxTree:
                return SaidBefore(flag) is { } said && HoldsFor(said, task, value);
            case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Wait" } wait } call:
                return value && call.ArgumentList.Arguments.Count > 0 && IsSame(wait.Expression, task);
            case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access } call when call.ArgumentList.Arguments.Count == 1:
                return HoldsForAll(call, access, task, value);
            default:
                return false;
        }
    }

    /// <summary>True for <c>await Task.WhenAny(…)</c>: what it gives is complete.</summary>
    public static bool IsFirstOfMany(ExpressionSyntax expression) => expression is AwaitExpressionSyntax wait
        && TaskRoots.Peel(wait.Expression) is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "WhenAny" } };

    // if (parts.Exists(x => !x.Task.IsCompleted)) …: said of all elements, and the task is of one of them.
    private bool HoldsForAll(InvocationExpressionSyntax call, MemberAccessExpressionSyntax access, ExpressionSyntax task, bool value)
    {
        bool isAll = access.Name.Identifier.ValueText is "All" or "TrueForAll";
        if ((!isAll && access.Name.Identifier.ValueText is not ("Any" or "Exists")) || isAll != value
            || call.ArgumentList.Arguments[0].Expression is not SimpleLambdaExpressionSyntax { Body: ExpressionSyntax condition } lambda)
            return false;
        IdentifierNameSyntax? first = task.DescendantNodesAndSelf().OfType<IdentifierNameSyntax>().FirstOrDefault();
        if (first is null || first.SyntaxTree != model.SyntaxTree || !_roots.Of(first).Overlaps(_roots.Of(access.Expression)))
            return false;
        ExpressionSyntax element = task.ReplaceNode(first, SyntaxFactory.IdentifierName(lambda.Parameter.Identifier.ValueText));
        return HoldsFor(condition, element, value);
    }

    // var done = task.IsCompleted; if (done) …: a variable that holds a condition and no other value.
    private ExpressionSyntax? SaidBefore(IdentifierNameSyntax flag)
    {
        if (model.GetSymbolInfo(flag).Symbol is not ILocalSymbol local || Function.MemberAround(flag) is not { } member)
            return null;
        List<ExpressionSyntax> values = [.. AssignedValues.Of(local, member)];
        return local.Type.SpecialType == SpecialType.System_Boolean && values.Count == 1 ? values[0] : null;
    }

    // As text, whether or not something may be null: a?.Task is a!.Task.
    private static string Bare(string expression) => expression.Replace("?", "").Replace("!", "").Replace(" ", "");

    // var all = Task.WhenAll(tasks); while (!all.IsCompleted) …: all that it joins is complete when it is.
    private bool IsJoinOf(ExpressionSyntax expression, ExpressionSyntax task) => task.SyntaxTree == model.SyntaxTree
        && expression is IdentifierNameSyntax name && name.SyntaxTree == model.SyntaxTree
        && model.GetSymbolInfo(name).Symbol is ILocalSymbol local && Origins.ValueOf(local) is InvocationExpressionSyntax join
        && CallParts.NameOf(join) == "WhenAll" && _roots.Of(join).Overlaps(_roots.Of(task));

    private static bool IsState(string name) => name is "IsCompleted" or "IsCompletedSuccessfully" or "IsFaulted" or "IsCanceled";

    private static bool IsSame(ExpressionSyntax one, ExpressionSyntax task) => SyntaxFactory.AreEquivalent(TaskRoots.Peel(one), task);

    private bool IsSaid(ExpressionSyntax one, ExpressionSyntax other, ExpressionSyntax task, bool value)
    {
        if (other is MemberAccessExpressionSyntax status && one is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Status" } asked && IsSame(asked.Expression, task))
            return value && status.Name.Identifier.ValueText is "RanToCompletion" or "Faulted" or "Canceled";
        if (other is LiteralExpressionSyntax { RawKind: (int)SyntaxKind.TrueLiteralExpression or (int)SyntaxKind.FalseLiteralExpression } literal)
            return HoldsFor(one, task, literal.IsKind(SyntaxKind.TrueLiteralExpression) == value);
        if (FirstOf(one) is not { } join)
            return false;
        if (IsSame(other, task))
            return value;
        // Of two, the one that did not come back first is the other.
        SeparatedSyntaxList<ArgumentSyntax> raced = join.ArgumentList.Arguments;
        return !value && raced.Count == 2 && raced.Any(argument => IsSame(argument.Expression, task))
            && raced.Any(argument => IsSame(argument.Expression, TaskRoots.Peel(other)));
    }

    private static string TextOf(SwitchLabelSyntax label) => label switch
    {
        CaseSwitchLabelSyntax value => value.Value.ToString(),
        CasePatternSwitchLabelSyntax pattern => pattern.Pattern.ToString(),
        _ => "",
    };

    private static bool IsSaidBy(string pattern, ExpressionSyntax subject, ExpressionSyntax task)
    {
        if (subject is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Status" } status && IsSame(status.Expression, task))
            return pattern.EndsWith("RanToCompletion", StringComparison.Ordinal);
        string tight = pattern.Replace(" ", "");
        return IsSame(subject, task) && (tight.StartsWith("{IsCompleted:true", StringComparison.Ordinal)
            || tight.StartsWith("{IsCompletedSuccessfully:true", StringComparison.Ordinal) || tight.StartsWith("{Status:TaskStatus.RanToCompletion", StringComparison.Ordinal));
    }

    // The join behind "await Task.WhenAny(…)", or behind the variable that holds what it gave.
    private InvocationExpressionSyntax? FirstOf(ExpressionSyntax expression)
    {
        ExpressionSyntax peeled = TaskRoots.Peel(expression);
        if (IsFirstOfMany(peeled))
            return (InvocationExpressionSyntax)TaskRoots.Peel(((AwaitExpressionSyntax)peeled).Expression);
        return peeled is IdentifierNameSyntax name && model.GetSymbolInfo(name).Symbol is ILocalSymbol local
            && local.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax() is VariableDeclaratorSyntax { Initializer.Value: { } value }
            && IsFirstOfMany(TaskRoots.Peel(value)) ? (InvocationExpressionSyntax)TaskRoots.Peel(((AwaitExpressionSyntax)TaskRoots.Peel(value)).Expression) : null;
    }
}
