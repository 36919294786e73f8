using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Analyzers.Flow;

/// <summary>
/// Whether a task is known to be complete at a place: awaited, joined or asked about on every way to it. Walks from the place outwards and backwards,
/// through the statements that always run before it and the conditions that lead to it, until it meets what completes the task or makes it anew.
/// </summary>
internal sealed class CompletedTasks
{
    private readonly SemanticModel _model;
    private readonly SourceCode _code;
    private readonly TaskRoots _roots;
    private readonly CompletionGuards _guards;

    private readonly Dictionary<SyntaxNode, EarlierNodes> _earlier = [];

    public CompletedTasks(SemanticModel model, SourceCode code)
    {
        _model = model;
        _code = code;
        _roots = new TaskRoots(model);
        _guards = new CompletionGuards(model);
    }

    /// <summary>True when waiting for the task at this place cannot block.</summary>
    public bool IsComplete(ExpressionSyntax task)
    {
        ExpressionSyntax peeled = TaskRoots.Peel(task);
        if (CompletionGuards.IsFirstOfMany(peeled) || FinishedTasks.IsFinished(peeled, _model, _code) || IsPicked(peeled))
            return true;
        if (peeled is ConditionalExpressionSyntax choice)
            return IsComplete(choice.WhenTrue) && IsComplete(choice.WhenFalse);
        HashSet<ISymbol> roots = _roots.Of(peeled);
        return roots.Any(IsInContinuation) || roots.Any(IsFiltered) || IsCompletedBefore(peeled, roots);
    }

    private static bool IsInContinuation(ISymbol root) =>
        TaskRoots.TakerOf(root) is var (call, _) && CallParts.NameOf(call) is "ContinueWith" or "ContinueWhenAll" or "ContinueWhenAny";

    // tasks.Where(t => t.IsCompleted).Select(t => t.Result): the filter lies among the receivers.
    private bool IsFiltered(ISymbol root)
    {
        if (TaskRoots.TakerOf(root) is not var (call, _))
            return false;
        ExpressionSyntax? source = Made((call.Expression as MemberAccessExpressionSyntax)?.Expression);
        for (; source is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access } inner;
            source = Made(access.Expression))
            if (access.Name.Identifier.ValueText == "Where" && inner.ArgumentList.Arguments.FirstOrDefault()?.Expression is LambdaExpressionSyntax
                {
                    Body: ExpressionSyntax condition
                } filter && _guards.HoldsFor(condition, ParameterOf(filter), true))
                return true;
        return false;
    }

    // var done = tasks.Where(t => t.IsCompleted); what the variable was made with stands for it.
    private ExpressionSyntax? Made(ExpressionSyntax? source) => source is IdentifierNameSyntax name
        && _model.GetSymbolInfo(name).Symbol is ILocalSymbol local && Origins.ValueOf(local) is { } value
        && value.SyntaxTree == _model.SyntaxTree ? value : source;

    // tasks[Task.WaitAny(tasks)]: the one that is done, also where the task or the index is kept in a variable.
    private bool IsPicked(ExpressionSyntax task) =>
        Made(task) is ElementAccessExpressionSyntax { ArgumentList.Arguments: { Count: 1 } index } element
        && Made(index[0].Expression) is InvocationExpressionSyntax pick && CallParts.NameOf(pick) == "WaitAny"
        && pick.ArgumentList.Arguments.Count > 0 && IsSame(pick.ArgumentList.Arguments[0].Expression, TaskRoots.Peel(element.Expression));

    private static string? ParameterOf(LambdaExpressionSyntax lambda) => lambda switch
    {
        SimpleLambdaExpressionSyntax simple => simple.Parameter.Identifier.ValueText,
        ParenthesizedLambdaExpressionSyntax { ParameterList.Parameters: { Count: > 0 } parameters } => parameters[0].Identifier.ValueText,
        _ => null,
    };

    private bool IsCompletedBefore(ExpressionSyntax task, HashSet<ISymbol> roots, bool isHere = true, ExpressionSyntax? place = null)
    {
        for (SyntaxNode at = place ?? task; at.Parent is { } parent; at = parent)
        {
            if (_guards.LeadTo(at, parent, task) || IsAfterwards(at, task, roots))
                return true;
            if (isHere && parent is LocalFunctionStatementSyntax local)
                return IsCompletedByCalls(local, task, roots);
            if (parent is LocalFunctionStatementSyntax or BaseMethodDeclarationSyntax or AccessorDeclarationSyntax or TypeDeclarationSyntax)
                return isHere && parent is MethodDeclarationSyntax method && IsCompletedByCallers(method, roots);
            foreach (SyntaxNode earlier in Before(at, parent, task))
            {
                if (Completes(earlier, task, roots))
                    return true;
                if (MakesAnew(earlier, roots, task))
                    return StartsComplete(earlier, task);
                if (FinishedWaits.IsIn(earlier, task, _model))
                    return true;
            }
        }
        return false;
    }

    // task.ContinueWith(_ => task.Result), Task.Factory.ContinueWhenAll(tasks, _ => one.Result): what runs when the task is done.
    private bool IsAfterwards(SyntaxNode at, ExpressionSyntax task, HashSet<ISymbol> roots)
    {
        if (at is not AnonymousFunctionExpressionSyntax { Parent: ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call } })
            return false;
        return CallParts.NameOf(call) switch
        {
            "ContinueWith" => CallParts.ReceiverOf(call) is { } before && IsSame(before, task),
            "ContinueWhenAll" => call.ArgumentList.Arguments[0].Expression is var joined && _roots.Of(joined).Overlaps(roots),
            _ => false,
        };
    }

    // A local function reads tasks of the member around it that are complete wherever it is called.
    private bool IsCompletedByCalls(LocalFunctionStatementSyntax local, ExpressionSyntax task, HashSet<ISymbol> roots)
    {
        if (Function.Around(local) is not { } around)
            return false;
        string name = local.Identifier.ValueText;
        List<IdentifierNameSyntax> uses =
            [.. around.DescendantNodes().OfType<IdentifierNameSyntax>().Where(use => use.Identifier.ValueText == name)];
        return uses.Count > 0 && uses.All(use => use.Parent is InvocationExpressionSyntax call && !local.Span.Contains(call.Span)
            && IsCompletedBefore(task, roots, isHere: false, call));
    }

    // A private method is given tasks that all its callers have awaited.
    private bool IsCompletedByCallers(MethodDeclarationSyntax method, HashSet<ISymbol> roots)
    {
        if (_model.GetDeclaredSymbol(method) is not { DeclaredAccessibility: Accessibility.Private } symbol || method.Parent is not TypeDeclarationSyntax type
            || symbol.Parameters.FirstOrDefault(roots.Contains) is not { } parameter)
            return false;
        bool isCalled = parameter.Ordinal == 0
            && type.DescendantNodes().OfType<IdentifierNameSyntax>().Any(use => IsContinuation(use, symbol));
        foreach (InvocationExpressionSyntax call in type.DescendantNodes().OfType<InvocationExpressionSyntax>())
        {
            if (CallParts.NameOf(call) != symbol.Name || !SymbolEqualityComparer.Default.Equals(_model.GetSymbolInfo(call).Symbol?.OriginalDefinition, symbol))
                continue;
            isCalled = true;
            if (call.ArgumentList.Arguments.Count <= parameter.Ordinal || call.ArgumentList.Arguments[parameter.Ordinal] is not { NameColon: null } argument
                || !IsCompletedBefore(TaskRoots.Peel(argument.Expression), _roots.Of(argument.Expression), isHere: false))
                return false;
        }
        return isCalled;
    }

    // task.ContinueWith(Show)
    private bool IsContinuation(IdentifierNameSyntax use, IMethodSymbol method) => use.Identifier.ValueText == method.Name
        && use.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call } && CallParts.NameOf(call) == "ContinueWith"
        && SymbolEqualityComparer.Default.Equals(_model.GetSymbolInfo(use).Symbol, method);

    // What runs before this node within its parent and may say something about the task, latest first.
    private IEnumerable<SyntaxNode> Before(SyntaxNode at, SyntaxNode parent, ExpressionSyntax task)
    {
        if (parent is IfStatementSyntax or ElseClauseSyntax or ConditionalExpressionSyntax or CatchClauseSyntax or TryStatementSyntax)
            return parent is IfStatementSyntax branch && at != branch.Condition ? [branch.Condition] : [];
        if (parent is not (BlockSyntax or SwitchSectionSyntax or CompilationUnitSyntax or ExpressionSyntax or ArgumentListSyntax
            or InitializerExpressionSyntax or VariableDeclarationSyntax or ForEachStatementSyntax or UsingStatementSyntax))
            return [];
        if (!_earlier.TryGetValue(parent, out EarlierNodes? nodes))
            _earlier[parent] = nodes = new EarlierNodes(parent);
        return nodes.Before(at, FinishedWaits.NameOf(task));
    }

    private bool Completes(SyntaxNode node, ExpressionSyntax task, HashSet<ISymbol> roots)
    {
        switch (node)
        {
            case GlobalStatementSyntax top:
                return Completes(top.Statement, task, roots);
            case IfStatementSyntax choice:
                return CompletesByChoice(choice, task, roots);
            case WhileStatementSyntax loop:
                return _guards.HoldsFor(loop.Condition, task, false) || Awaits(loop.Condition, task, roots);
            case ForEachStatementSyntax each:
                return Completes(each.Statement, task, roots) || Awaits(each.Expression, task, roots);
            case CommonForEachStatementSyntax or ForStatementSyntax:
                return false;
            case TryStatementSyntax attempt:
                return Completes(attempt.Block, task, roots) || (attempt.Finally is { } final && Completes(final.Block, task, roots));
            case BlockSyntax block:
                StatementSyntax? last = block.Statements.LastOrDefault(statement => Completes(statement, task, roots) || MakesAnew(statement, roots, task));
                return last is not null && Completes(last, task, roots);
            case UsingStatementSyntax used:
                return Completes(used.Statement, task, roots);
            case LockStatementSyntax locked:
                return Completes(locked.Statement, task, roots);
            case SwitchStatementSyntax or LocalFunctionStatementSyntax or DoStatementSyntax:
                return false;
            default:
                return Awaits(node, task, roots);
        }
    }

    // if (!t.IsCompleted) await t;   if (!t.IsCompleted) return;   if (await Task.WhenAny(t, late) != t) throw …;   both ways await it.
    private bool CompletesByChoice(IfStatementSyntax choice, ExpressionSyntax task, HashSet<ISymbol> roots)
    {
        if (Awaits(choice.Condition, task, roots))
            return true;
        bool then = Leaves(choice.Statement) || Completes(choice.Statement, task, roots);
        bool otherwise = choice.Else is { } other && (Leaves(other.Statement) || Completes(other.Statement, task, roots));
        if (then && AsksAfter(choice.Condition, roots))
            return true;
        return (then && otherwise) || (then && _guards.HoldsFor(choice.Condition, task, false)) || (otherwise && _guards.HoldsFor(choice.Condition, task, true));
    }

    // if (tasks.Exists(t => !t.IsCompleted)) await Task.WhenAll(tasks): asked first only to save the await.
    private bool AsksAfter(ExpressionSyntax condition, HashSet<ISymbol> roots) => condition.DescendantNodes().OfType<MemberAccessExpressionSyntax>()
        .Any(access => access.Name.Identifier.ValueText is "IsCompleted" or "IsCompletedSuccessfully" && _roots.Of(access.Expression).Overlaps(roots));

    private static bool Leaves(StatementSyntax statement) => statement switch
    {
        BlockSyntax block => block.Statements.Count > 0 && Leaves(block.Statements[block.Statements.Count - 1]),
        _ => statement is ReturnStatementSyntax or ThrowStatementSyntax or ContinueStatementSyntax or BreakStatementSyntax or GotoStatementSyntax,
    };

    // An await, a join or a wait that always runs within the node.
    private bool Awaits(SyntaxNode node, ExpressionSyntax task, HashSet<ISymbol> roots)
    {
        foreach (SyntaxNode inner in node.DescendantNodesAndSelf(IsAlwaysEntered))
        {
            if (inner is AwaitExpressionSyntax wait && IsOf(wait.Expression, task, roots))
                return true;
            if (inner is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access } call && IsBlockingJoin(call, access, task, roots))
                return true;
        }
        return false;
    }

    /// <summary>False for what may be left out where the node around it runs: a lambda, a branch.</summary>
    public static bool IsAlwaysEntered(SyntaxNode node) => node is not AnonymousFunctionExpressionSyntax && !(node.Parent is ConditionalExpressionSyntax choice
        && node != choice.Condition) && !(node.Parent is BinaryExpressionSyntax
        {
            RawKind: (int)SyntaxKind.LogicalAndExpression or (int)SyntaxKind.LogicalOrExpression or (int)SyntaxKind.CoalesceExpression
        } either && node == either.Right);

    private bool IsBlockingJoin(
        InvocationExpressionSyntax call, MemberAccessExpressionSyntax access, ExpressionSyntax task, HashSet<ISymbol> roots) => access.Name.Identifier.ValueText switch
        {
            "WaitAll" => call.ArgumentList.Arguments.Any(argument => _roots.Of(argument.Expression).Overlaps(roots)),
            "Wait" => call.ArgumentList.Arguments.Count == 0 && IsSame(access.Expression, task),
            _ => false,
        };

    private bool IsOf(ExpressionSyntax awaited, ExpressionSyntax task, HashSet<ISymbol> roots)
    {
        ExpressionSyntax peeled = TaskRoots.Peel(awaited);
        if (peeled is InvocationExpressionSyntax call && CallParts.NameOf(call) is "WhenAll")
            return _roots.Of(peeled).Overlaps(roots);
        if (peeled is InvocationExpressionSyntax one && CallParts.NameOf(one) is "WhenAny")
            return one.ArgumentList.Arguments.Count == 1 && IsSame(one.ArgumentList.Arguments[0].Expression, task);
        if (peeled is TupleExpressionSyntax or CollectionExpressionSyntax)
            return _roots.Of(peeled).Overlaps(roots);
        if (peeled is IdentifierNameSyntax joined && IsJoin(joined))
            return _roots.Of(peeled).Overlaps(roots);
        return IsSame(peeled, task) || _roots.Named(peeled).Overlaps(roots);
    }

    // A join that is kept in a variable, and awaited later.
    private bool IsJoin(IdentifierNameSyntax name) => _model.GetSymbolInfo(name).Symbol is ILocalSymbol local
        && local.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax() is VariableDeclaratorSyntax { Initializer.Value: { } value }
        && TaskRoots.Peel(value) is InvocationExpressionSyntax call && CallParts.NameOf(call) is "WhenAll";

    private static bool IsSame(ExpressionSyntax one, ExpressionSyntax other) => SyntaxFactory.AreEquivalent(TaskRoots.Peel(one), other);

    // The task's own variable is assigned again: what was known of it before is of another task.
    private static bool MakesAnew(SyntaxNode node, HashSet<ISymbol> roots, ExpressionSyntax task) => task is IdentifierNameSyntax name
        && roots.Any(root => root.Name == name.Identifier.ValueText) && EarlierNodes.Made(node).Contains(name.Identifier.ValueText);

    private bool StartsComplete(SyntaxNode node, ExpressionSyntax task)
    {
        string own = ((IdentifierNameSyntax)task).Identifier.ValueText;
        foreach (SyntaxNode inner in node.DescendantNodesAndSelf())
        {
            ExpressionSyntax? value = inner switch
            {
                AssignmentExpressionSyntax { Left: IdentifierNameSyntax left } assignment when left.Identifier.ValueText == own => assignment.Right,
                VariableDeclaratorSyntax { Initializer: { } initializer } made when made.Identifier.ValueText == own => initializer.Value,
                _ => null,
            };
            if (value is not null)
                return CompletionGuards.IsFirstOfMany(TaskRoots.Peel(value)) || FinishedTasks.IsFinished(value, _model, _code);
        }
        return false;
    }
}
