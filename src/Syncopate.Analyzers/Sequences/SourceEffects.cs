using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Flow;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Sequences;

/// <summary>
/// What a call does, through all that it calls, as far as the source can be followed; what cannot be followed is unknown, and of the unknown nothing
/// is said. Safe to use from several threads.
/// </summary>
internal sealed class SourceEffects(SourceCode code)
{
    private const int Depth = 6;

    private readonly ConcurrentDictionary<(SyntaxTree, int, int), CallEffect> _known = new();

    /// <summary>What this call does.</summary>
    public CallEffect Of(InvocationExpressionSyntax call, SemanticModel model) => Of(call, model, Depth);

    private CallEffect Of(InvocationExpressionSyntax call, SemanticModel model, int depth)
    {
        string name = CallParts.NameOf(call) ?? "";
        ExpressionSyntax? receiver = CallParts.ReceiverOf(call);
        ITypeSymbol? type = receiver is null ? null : model.GetTypeInfo(receiver).Type;
        SymbolInfo info = model.GetSymbolInfo(call);
        if (info.Symbol is not IMethodSymbol method)
            return OfUnresolved(info.CandidateSymbols.OfType<IMethodSymbol>().Where(candidate => candidate.DeclaringSyntaxReferences.Length > 0), name, type, depth)
                ?? (name is "nameof" || IsOfValue(receiver, model) ? CallEffect.None : CallEffect.Unknown);
        if (method.MethodKind is MethodKind.DelegateInvoke)
            return CallEffect.Unknown;
        if (TakesDelegate(call) && !Function.RunsAtOnce(method) && !QueryTypes.IsQuery(type))
            return CallEffect.Unknown;
        if (TaskTypes.IsTask(method.ReturnType) && IsTaskOwn(method))
            return method.Name is "FromResult" or "AsTask" ? CallEffect.None : CallEffect.Unknown;
        IReadOnlyList<IMethodSymbol> bodies = code.BodiesOf(method);
        if (bodies.Count > 0 && MayBeAnother(method))
            return CallEffect.Unknown;
        if (bodies.Count > 0)
            return bodies.Aggregate(CallEffect.None, (sum, body) => sum.And(OfBody(body, depth)));
        if (method.DeclaringSyntaxReferences.Length > 0)
            return IsOfGeneratedClient(method) ? CallEffect.FreeRead : CallEffect.Unknown;
        if (!TaskTypes.IsAwaitable(method.ReturnType))
            return IsFactory(method) ? CallEffect.None : ReferenceEffects.OfSync(method, IsLasting(receiver, model));
        CallEffect effect = IsFactory(method) ? CallEffect.LocalRead : ReferenceEffects.OfAwaited(method, type, name);
        // Within one method the context that it made is shared by all that it does; only for who calls the method there is one for each call.
        return effect.IsShared && depth < Depth && IsMadeHere(receiver, model) ? effect with { IsShared = false } : effect;
    }

    // [Get("/rates")] of an interface that nothing in source implements: a client that a generator writes, which asks by HTTP.
    private static bool IsOfGeneratedClient(IMethodSymbol method) => method.ContainingType.TypeKind == TypeKind.Interface
        && TaskTypes.IsTask(method.ReturnType) && (TypeNames.HasAttribute(method, "Get") || TypeNames.HasAttribute(method, "Head"));

    // What another assembly may implement or override is not seen here.
    private bool MayBeAnother(IMethodSymbol method) => !code.IsWhole
        && (method.IsAbstract || method.IsVirtual || (method.IsOverride && !method.IsSealed))
        && !method.ContainingType.IsSealed && IsVisible(method.ContainingType);

    private static bool IsVisible(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? at = type; at is not null; at = at.ContainingType)
            if (at.DeclaredAccessibility is not (Accessibility.Public or Accessibility.Protected or Accessibility.ProtectedOrInternal))
                return false;
        return true;
    }

    // An argument of an unknown type leaves several overloads: what all of them do is what the call may do.
    private CallEffect? OfUnresolved(IEnumerable<IMethodSymbol> candidates, string name, ITypeSymbol? receiver, int depth)
    {
        CallEffect? sum = null;
        foreach (IMethodSymbol candidate in candidates)
            foreach (IMethodSymbol body in code.BodiesOf(candidate))
                sum = (sum ?? CallEffect.None).And(OfBody(body, depth));
        return sum ?? (name.EndsWith("Async", StringComparison.Ordinal) ? ReferenceEffects.OfAwaited(null, receiver, name) : null);
    }

    private CallEffect OfBody(IMethodSymbol method, int depth)
    {
        if (depth == 0 || method.DeclaringSyntaxReferences.FirstOrDefault() is not { } reference || code.ModelOf(reference.SyntaxTree) is not { } model)
            return CallEffect.Unknown;
        (SyntaxTree, int, int) key = (reference.SyntaxTree, reference.Span.Start, depth);
        if (_known.TryGetValue(key, out CallEffect known))
            return known;
        SyntaxNode declaration = reference.GetSyntax();
        CallEffect sum = CallEffect.None;
        foreach (SyntaxNode node in declaration.DescendantNodes(node => !IsTranslated(node, model)))
        {
            sum = sum.And(OfNode(node, model, depth - 1));
            if (sum.Kind == EffectKind.Unknown)
                break;
        }
        _known[key] = sum;
        return sum;
    }

    // The lambda of a query is translated: what stands in it is not run.
    private static bool IsTranslated(SyntaxNode node, SemanticModel model) =>
        node is LambdaExpressionSyntax && TypeNames.Is(model.GetTypeInfo(node).ConvertedType, "System.Linq.Expressions", "Expression");

    private CallEffect OfNode(SyntaxNode node, SemanticModel model, int depth) => node switch
    {
        InvocationExpressionSyntax call => Of(call, model, depth),
        AssignmentExpressionSyntax assignment when assignment.Parent is not InitializerExpressionSyntax => IsLasting(assignment.Left, model) ? CallEffect.Write : CallEffect.None,
        PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PreIncrementExpression or (int)SyntaxKind.PreDecrementExpression } step => IsLasting(step.Operand, model) ? CallEffect.Write : CallEffect.None,
        PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PostIncrementExpression or (int)SyntaxKind.PostDecrementExpression } step => IsLasting(step.Operand, model) ? CallEffect.Write : CallEffect.None,
        LockStatementSyntax => CallEffect.Write,
        YieldStatementSyntax or CommonForEachStatementSyntax { AwaitKeyword.RawKind: not (int)SyntaxKind.None } => CallEffect.Unknown,
        _ => CallEffect.None,
    };

    // Something that lives longer than the method: a field, a static, a member of what was given. A local that is made here does not.
    private static bool IsLasting(ExpressionSyntax? target, SemanticModel model)
    {
        ExpressionSyntax? at = target;
        while (at is MemberAccessExpressionSyntax or ElementAccessExpressionSyntax)
            at = at is MemberAccessExpressionSyntax access ? model.GetSymbolInfo(access).Symbol is { IsStatic: true, Kind: not SymbolKind.NamedType } ? null : access.Expression
                : ((ElementAccessExpressionSyntax)at).Expression;
        if (at is null)
            return target is not null;
        return model.GetSymbolInfo(at).Symbol switch
        {
            ILocalSymbol => false,
            IParameterSymbol { RefKind: RefKind.None } => at != target,
            IDiscardSymbol or ITypeSymbol => false,
            null => at is not (InvocationExpressionSyntax or ObjectCreationExpressionSyntax or LiteralExpressionSyntax or DeclarationExpressionSyntax or TupleExpressionSyntax),
            _ => true,
        };
    }

    // A context for each call: made by a factory, or by new, in the method that uses it; and the answer to a request, which is
    // another each time.
    private static bool IsMadeHere(ExpressionSyntax? receiver, SemanticModel model)
    {
        ExpressionSyntax? at = receiver;
        while (true)
        {
            switch (at)
            {
                case MemberAccessExpressionSyntax access:
                    at = access.Expression;
                    break;
                case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access }:
                    at = access.Expression;
                    break;
                case ParenthesizedExpressionSyntax inner:
                    at = inner.Expression;
                    break;
                case AwaitExpressionSyntax wait:
                    return IsAnswer(model.GetTypeInfo(wait).Type);
                case IdentifierNameSyntax name when model.GetSymbolInfo(name).Symbol is ILocalSymbol local:
                    return (IsAnswer(local.Type) && Origins.ValueOf(local) is AwaitExpressionSyntax)
                        || (Origins.ValueOf(local) is { } value && (IsMaker(TaskRoots.Peel(Unwrap(value)), model)
                            || (TaskRoots.Peel(value) is InvocationExpressionSyntax && IsMadeHere(value, model))));
                default:
                    return false;
            }
        }
    }

    private static bool IsAnswer(ITypeSymbol? type) => TypeNames.Is(type, "System.Net.Http", "HttpResponseMessage");

    // An extension of a package that was not restored, on a number, a date, a string: there is nothing that it could change.
    private static bool IsOfValue(ExpressionSyntax? receiver, SemanticModel model)
    {
        ExpressionSyntax? at = receiver;
        while (at is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access })
            at = access.Expression;
        return at is not null && model.GetTypeInfo(at).Type is { TypeKind: not TypeKind.Error } type && (type.IsValueType || type.SpecialType == SpecialType.System_String);
    }

    private static ExpressionSyntax Unwrap(ExpressionSyntax value) => value is AwaitExpressionSyntax wait ? wait.Expression : value;

    private static bool IsMaker(ExpressionSyntax value, SemanticModel model) => value is BaseObjectCreationExpressionSyntax
        || (value is InvocationExpressionSyntax call && model.GetSymbolInfo(call).Symbol is IMethodSymbol method && IsFactory(method));

    private static bool IsFactory(IMethodSymbol method) =>
        method.Name is "CreateDbContext" or "CreateDbContextAsync" or "CreateConnection" or "CreateContext" or "CreateContextAsync" or "OpenConnection" or "OpenConnectionAsync" or "CreateClient";

    private static bool TakesDelegate(InvocationExpressionSyntax call) => call.ArgumentList.Arguments.Any(argument => argument.Expression is AnonymousFunctionExpressionSyntax);

    private static bool IsTaskOwn(IMethodSymbol method) => TaskTypes.IsTask(method.ContainingType) || TypeNames.NamespaceOf(method.ContainingType) == "System.Threading.Tasks";
}
