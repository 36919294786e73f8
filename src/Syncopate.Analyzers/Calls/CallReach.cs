using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Flow;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Calls;

/// <summary>
/// What a method of the code base waits for, through whatever it calls. A method whose bodies cannot all be seen is believed by its twin: who offers
/// both forms of a member of an interface means that one of them waits. Safe to use from several threads; the answer does not depend on their order.
/// </summary>
internal sealed class CallReach(SourceCode code)
{
    // So much of the code is looked at for one question, nearest first.
    private const int Bound = 400;

    private readonly ConcurrentDictionary<(SyntaxTree, int), Body> _bodies = new();

    /// <summary>What the sync method waits for, in words; null when all that it does can be seen and none of it waits.</summary>
    /// <param name="method">Of source.</param>
    /// <param name="isExact">It is called on <c>base</c>: what overrides it does not run.</param>
    public string? WaitsFor(IMethodSymbol method, bool isExact = false)
    {
        IReadOnlyList<IMethodSymbol> first = Run(new Callee(method, isExact));
        HashSet<(SyntaxTree, int)> seen = [];
        Queue<IMethodSymbol> next = new(first);
        while (next.Count > 0 && seen.Count < Bound)
        {
            foreach (SyntaxReference reference in next.Dequeue().DeclaringSyntaxReferences)
            {
                if (!seen.Add((reference.SyntaxTree, reference.Span.Start)))
                    continue;
                Body body = _bodies.GetOrAdd((reference.SyntaxTree, reference.Span.Start), _ => Read(reference));
                if (body.WaitsFor is { } what)
                    return what;
                foreach (Callee callee in body.Callees)
                    foreach (IMethodSymbol inner in Run(callee))
                        next.Enqueue(inner);
            }
        }
        return first.Count == 0 ? "what its twin awaits" : null;
    }

    private IReadOnlyList<IMethodSymbol> Run(Callee callee) =>
        callee.IsExact ? [callee.Method.OriginalDefinition] : code.BodiesOf(callee.Method);

    // What the body itself waits for, and the sync methods of this code base that it calls.
    private Body Read(SyntaxReference reference)
    {
        List<Callee> callees = [];
        if (code.ModelOf(reference.SyntaxTree) is not { } model)
            return new Body(null, callees);
        BlockingCalls calls = new(model, code, null);
        foreach (SyntaxNode node in reference.GetSyntax().DescendantNodes())
        {
            if (node is not (InvocationExpressionSyntax or MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Result" }))
                continue;
            SyntaxNode? function = Function.Around(node);
            if (Function.KindOf(function, model) is FunctionKind.Expression or FunctionKind.OwnThread
                || Function.IsInTranslatedClause(node, function, model) || FirstTime.IsInside(node, reference.Span))
                continue;
            if (calls.Of((ExpressionSyntax)node) is { } call)
                return new Body(call.WaitsFor, callees);
            if (node is InvocationExpressionSyntax made
                && model.GetSymbolInfo(node).Symbol is IMethodSymbol { DeclaringSyntaxReferences.Length: > 0 } callee
                && !TaskTypes.IsAwaitable(callee.ReturnType))
                callees.Add(new Callee(callee, CallParts.ReceiverOf(made) is BaseExpressionSyntax));
        }
        return new Body(null, callees);
    }

    private sealed record Body(string? WaitsFor, IReadOnlyList<Callee> Callees);

    private readonly record struct Callee(IMethodSymbol Method, bool IsExact);
}
