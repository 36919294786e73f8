using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Analyzers.Flow;

/// <summary>
/// Which variables an expression of tasks comes from: <c>a</c> of <c>a.ConfigureAwait(false)</c>, <c>tasks</c> of <c>tasks[2]</c>, of <c>x</c> in
/// <c>tasks.Select(x => x.Item2)</c> and of the variable of a foreach over it.
/// </summary>
internal sealed class TaskRoots(SemanticModel model)
{
    private const int Depth = 8;

    // What each function puts into collections, by their names: read once, however many waits the function has.
    private readonly Dictionary<SyntaxNode, ILookup<string, ExpressionSyntax>> _added = [];

    /// <summary>All variables that the tasks may come from; empty when none is known.</summary>
    public HashSet<ISymbol> Of(ExpressionSyntax expression)
    {
        HashSet<ISymbol> roots = new(SymbolEqualityComparer.Default);
        Collect(expression, roots, Depth);
        return roots;
    }

    /// <summary>The variable that is named itself, and what it runs over when it is the variable of a loop; never what it was made of.</summary>
    public HashSet<ISymbol> Named(ExpressionSyntax expression)
    {
        HashSet<ISymbol> roots = new(SymbolEqualityComparer.Default);
        if (Peel(expression) is IdentifierNameSyntax name && model.GetSymbolInfo(name).Symbol is { } symbol)
        {
            roots.Add(symbol);
            if (DeclarationOf(symbol) is { } declaration && LoopOver(declaration) is { } collection)
                Collect(collection, roots, Depth);
        }
        else if (Peel(expression) is MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } own && model.GetSymbolInfo(own).Symbol is { } member)
        {
            roots.Add(member);
        }
        return roots;
    }

    /// <summary>Without parentheses, casts, <c>!</c>, AsTask, Preserve and ConfigureAwait.</summary>
    public static ExpressionSyntax Peel(ExpressionSyntax expression)
    {
        while (true)
        {
            switch (expression)
            {
                case ParenthesizedExpressionSyntax inner:
                    expression = inner.Expression;
                    break;
                case CastExpressionSyntax cast:
                    expression = cast.Expression;
                    break;
                case PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.SuppressNullableWarningExpression } sure:
                    expression = sure.Operand;
                    break;
                case InvocationExpressionSyntax
                {
                    Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "AsTask" or "ConfigureAwait" or "Preserve" or "WaitAsync" } access
                }:
                    expression = access.Expression;
                    break;
                default:
                    return expression;
            }
        }
    }

    /// <summary>The lambda's parameter that the symbol is, with the call it is handed to; null for anything else.</summary>
    public static (InvocationExpressionSyntax Call, AnonymousFunctionExpressionSyntax Lambda)? TakerOf(ISymbol symbol)
    {
        if (symbol is not IParameterSymbol || DeclarationOf(symbol) is not { } declaration
            || declaration.FirstAncestorOrSelf<AnonymousFunctionExpressionSyntax>() is not { } lambda)
            return null;
        return lambda.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call } ? (call, lambda) : null;
    }

    private void Collect(ExpressionSyntax? expression, HashSet<ISymbol> roots, int depth)
    {
        if (expression is null || depth == 0)
            return;
        switch (Peel(expression))
        {
            case IdentifierNameSyntax name when model.GetSymbolInfo(name).Symbol is { } symbol:
                OfSymbol(symbol, roots, depth);
                break;
            case MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax or BaseExpressionSyntax } own when model.GetSymbolInfo(own).Symbol is { } member:
                roots.Add(member);
                break;
            case MemberAccessExpressionSyntax access:
                Collect(access.Expression, roots, depth - 1);
                break;
            case ElementAccessExpressionSyntax element:
                Collect(element.Expression, roots, depth - 1);
                break;
            case InvocationExpressionSyntax call:
                OfCall(call, roots, depth);
                break;
            default:
                OfParts(Peel(expression), roots, depth);
                break;
        }
    }

    private void OfCall(InvocationExpressionSyntax call, HashSet<ISymbol> roots, int depth)
    {
        if (call.Expression is MemberAccessExpressionSyntax access)
            Collect(access.Expression, roots, depth - 1);
        foreach (ArgumentSyntax argument in call.ArgumentList.Arguments)
            if (argument.Expression is not AnonymousFunctionExpressionSyntax)
                Collect(argument.Expression, roots, depth - 1);
    }

    // Elements of arrays, collections and tuples.
    private void OfParts(ExpressionSyntax expression, HashSet<ISymbol> roots, int depth)
    {
        IEnumerable<ExpressionSyntax> parts = expression switch
        {
            TupleExpressionSyntax tuple => tuple.Arguments.Select(argument => argument.Expression),
            CollectionExpressionSyntax collection => collection.Elements.Select(ElementOf),
            ImplicitArrayCreationExpressionSyntax array => array.Initializer.Expressions,
            ArrayCreationExpressionSyntax { Initializer: { } initializer } => initializer.Expressions,
            BaseObjectCreationExpressionSyntax { Initializer: { } initializer } => initializer.Expressions.SelectMany(ValuesOf),
            InitializerExpressionSyntax initializer => initializer.Expressions.SelectMany(ValuesOf),
            AnonymousObjectCreationExpressionSyntax made => made.Initializers.Select(member => member.Expression),
            _ => [],
        };
        foreach (ExpressionSyntax part in parts)
            Collect(part, roots, depth - 1);
    }

    private static ExpressionSyntax ElementOf(CollectionElementSyntax element) => element switch
    {
        ExpressionElementSyntax one => one.Expression,
        SpreadElementSyntax many => many.Expression,
        _ => SyntaxFactory.IdentifierName("_"),
    };

    private static IEnumerable<ExpressionSyntax> ValuesOf(ExpressionSyntax part) => part switch
    {
        AssignmentExpressionSyntax assignment => [assignment.Right],
        InitializerExpressionSyntax pair => pair.Expressions,
        _ => [part],
    };

    private void OfSymbol(ISymbol symbol, HashSet<ISymbol> roots, int depth)
    {
        if (!roots.Add(symbol))
            return;
        if (TakerOf(symbol) is var (call, _))
            Collect((call.Expression as MemberAccessExpressionSyntax)?.Expression, roots, depth - 1);
        if (symbol is not ILocalSymbol || DeclarationOf(symbol) is not { } declaration || declaration.SyntaxTree != model.SyntaxTree)
            return;
        if (LoopOver(declaration) is { } collection)
            Collect(collection, roots, depth - 1);
        else if (declaration is VariableDeclaratorSyntax { Initializer.Value: { } value } && !IsStart(value))
            Collect(value, roots, depth - 1);
        if (Function.Around(declaration) is { } function)
            OfAdded(symbol, function, roots, depth);
    }

    // A call that starts work gives a task of its own: it does not come from the call's arguments. Only joining and picking do.
    private bool IsStart(ExpressionSyntax value) => Peel(value) is InvocationExpressionSyntax call
        && model.GetSymbolInfo(call).Symbol is IMethodSymbol { Name: not ("WhenAll" or "WhenAny") } method
        && Knowledge.TaskTypes.IsTask(method.ReturnType) && Knowledge.TypeNames.NamespaceOf(method) != "System.Linq";

    // What is put into a collection of tasks after it was made: tasks.Add(a), tasks[i] = a.
    private void OfAdded(ISymbol collection, SyntaxNode function, HashSet<ISymbol> roots, int depth)
    {
        if (collection is ILocalSymbol { Type: var type } && Knowledge.TaskTypes.IsTask(type))
            return;
        if (!_added.TryGetValue(function, out ILookup<string, ExpressionSyntax>? added))
            _added[function] = added = Added(function).ToLookup(one => one.Name, one => one.Value, StringComparer.Ordinal);
        foreach (ExpressionSyntax value in added[collection.Name])
            Collect(value, roots, depth - 1);
    }

    private static IEnumerable<(string Name, ExpressionSyntax Value)> Added(SyntaxNode function)
    {
        foreach (SyntaxNode node in function.DescendantNodes())
        {
            if (node is InvocationExpressionSyntax
                {
                    Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Add" or "TryAdd" or "AddRange" or "Enqueue", Expression: IdentifierNameSyntax to }
                } add)
                foreach (ArgumentSyntax argument in add.ArgumentList.Arguments)
                    yield return (to.Identifier.ValueText, argument.Expression);
            if (node is AssignmentExpressionSyntax { Left: ElementAccessExpressionSyntax { Expression: IdentifierNameSyntax into } } put)
                yield return (into.Identifier.ValueText, put.Right);
        }
    }

    private static SyntaxNode? DeclarationOf(ISymbol symbol) => symbol.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax();

    private static ExpressionSyntax? LoopOver(SyntaxNode declaration) => declaration switch
    {
        ForEachStatementSyntax loop => loop.Expression,
        SingleVariableDesignationSyntax => declaration.FirstAncestorOrSelf<ForEachVariableStatementSyntax>() is { } loop
            && loop.Variable.Span.Contains(declaration.Span) ? loop.Expression : null,
        _ => null,
    };
}
