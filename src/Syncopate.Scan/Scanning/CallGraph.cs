using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Calls;
using Syncopate.Analyzers.Entries;
using Syncopate.Analyzers.Flow;

namespace Syncopate.Scan.Scanning;

/// <summary>
/// Who calls a member, looked up when it is asked: uses of its name are bound one by one. From a member upwards to the places where requests,
/// messages and jobs come in.
/// </summary>
internal sealed class CallGraph(SolutionCode code, SourceIndex index, Registrations registrations, Func<IMethodSymbol, Entry?> mapped)
{
    // Beyond so many implementations per call through an interface says nothing of any of them.
    private const int MostImplementations = 8;

    // Beyond so many members the way up is that of a tool which everything uses.
    private const int MostMembers = 400;

    private readonly ConcurrentDictionary<MemberKey, IReadOnlyList<Caller>> _callers = new();
    private readonly ConcurrentDictionary<SyntaxNode, Entry?> _entries = new();

    // Many members have one name, and each of them asks about all its uses.
    private readonly ConcurrentDictionary<string, SimpleNameSyntax[]> _uses = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<SyntaxNode, MemberKey?> _called = new();

    /// <summary>The ways from entries down to a call in this function, nearest entry first; each way begins with the entry.</summary>
    /// <param name="function">The method, accessor, lambda or local function that the call stands in.</param>
    /// <param name="call">The call itself: the last step of every way.</param>
    public Ways WaysTo(SyntaxNode? function, SyntaxNode call)
    {
        List<Way> ways = [];
        HashSet<SyntaxNode> seen = [];
        Queue<Step> next = new();
        Enter(function, call, null, (seen, next));
        HashSet<string> names = new(StringComparer.Ordinal);
        while (next.Count > 0 && seen.Count < MostMembers)
        {
            Step step = next.Dequeue();
            if (EntryOf(step.Function) is { } entry)
            {
                if (names.Add(entry.Name))
                    ways.Add(new Way(entry, step.Function, [.. Down(step)]));
                continue;
            }
            foreach (Caller caller in CallersOf(step.Function))
                Enter(caller.Function, caller.Call, step, (seen, next));
        }
        return new Ways(ways, next.Count == 0);
    }

    /// <summary>The entry that this function is; null when it is none.</summary>
    public Entry? EntryOf(SyntaxNode function) => _entries.GetOrAdd(
        function, one => code.ModelOf(one.SyntaxTree) is { } model ? EntryPoints.Of(one, model, mapped) : null);

    /// <summary>The calls, and what else names the function, in the whole solution.</summary>
    public IEnumerable<ExpressionSyntax> CallsOf(SyntaxNode function) => CallersOf(function).Select(caller => caller.Call);

    /// <summary>A function as it is read: <c>OrderStore.Save</c>.</summary>
    public string NameOf(SyntaxNode function) => code.ModelOf(function.SyntaxTree)?.GetDeclaredSymbol(function) is { } symbol && function is not CompilationUnitSyntax
        ? CallText.Member(symbol) : function is AnonymousFunctionExpressionSyntax ? "a lambda" : "the start of the program";

    // A lambda that is no entry belongs to the member around it.
    private void Enter(SyntaxNode? function, SyntaxNode call, Step? below, (HashSet<SyntaxNode> Seen, Queue<Step> Next) search)
    {
        SyntaxNode? at = function;
        while (at is AnonymousFunctionExpressionSyntax lambda && EntryOf(at) is null)
            at = OwnThreads.IsOn(lambda, code.OwnModel(at.SyntaxTree)) ? null : Function.Around(at);
        if (at is not null and not CompilationUnitSyntax && search.Seen.Add(at))
            search.Next.Enqueue(new Step(call, at, below));
    }

    private static IEnumerable<(SyntaxNode Function, SyntaxNode Call)> Down(Step step)
    {
        for (Step? at = step; at is not null; at = at.Below)
            yield return (at.Function, at.Call);
    }

    private IReadOnlyList<Caller> CallersOf(SyntaxNode function)
    {
        if (code.ModelOf(function.SyntaxTree)?.GetDeclaredSymbol(function is AccessorDeclarationSyntax { Parent.Parent: { } property } ? property : function) is not { } symbol)
            return [];
        return SolutionCode.KeyOf(symbol) is { } key ? _callers.GetOrAdd(key, _ => Find(symbol)) : [];
    }

    private List<Caller> Find(ISymbol member)
    {
        HashSet<MemberKey> targets = [];
        int most = 0;
        foreach (ISymbol target in Targets(member))
        {
            if (SolutionCode.KeyOf(target) is { } key)
                targets.Add(key);
            most = Math.Max(most, MostArguments(target));
        }
        MemberKey? own = SolutionCode.KeyOf(member);
        CallReceivers receivers = new(member.ContainingType, code.Implementations);
        string name = member is IMethodSymbol { MethodKind: MethodKind.Constructor } ? member.ContainingType.Name : member.Name;
        List<Caller> callers = [];
        foreach (SimpleNameSyntax use in UsesOf(member, name))
        {
            if (code.ModelOf(use.SyntaxTree) is not { } model || Function.Around(use) is not { } function)
                continue;
            ExpressionSyntax call = CallAround(use);
            if (!GivesMore(call, most) && _called.GetOrAdd(use, _ => Called(call, use, model)) is { } key
                && targets.Contains(key) && !CallParts.IsInNameof(use)
                && receivers.MayBeOf(call, model, key == own) && !OwnThreads.IsOn(call, model))
                callers.Add(new Caller(function, call));
        }
        return callers;
    }

    // A call that gives more than the member takes, however it is declared above, is one of another: it need not be bound to see that.
    private static bool GivesMore(ExpressionSyntax call, int most) =>
        call is InvocationExpressionSyntax { ArgumentList.Arguments.Count: var given } && given > most;

    private static int MostArguments(ISymbol target) => target is IMethodSymbol
    {
        IsExtensionMethod: false,
        ContainingType.TypeKind: TypeKind.Class or TypeKind.Struct or TypeKind.Interface,
        Parameters: var parameters,
    } && !parameters.Any(parameter => parameter.IsParams) ? parameters.Length : int.MaxValue;

    private static MemberKey? Called(ExpressionSyntax call, SimpleNameSyntax use, SemanticModel model)
    {
        SymbolInfo info = model.GetSymbolInfo(call is ObjectCreationExpressionSyntax ? call : use);
        return SolutionCode.KeyOf(info.Symbol ?? info.CandidateSymbols.FirstOrDefault());
    }

    // A local function is used in the member around it and nowhere else.
    private IEnumerable<SimpleNameSyntax> UsesOf(ISymbol member, string name) =>
        member is IMethodSymbol { MethodKind: MethodKind.LocalFunction } && member.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax() is { } local
            && Function.MemberAround(local) is { } around
            ? around.DescendantNodes().OfType<SimpleNameSyntax>().Where(use => use.Identifier.ValueText == name)
            : _uses.GetOrAdd(name, one => [.. index.Of(one)]);

    // What a call may name to run this member: itself, what it overrides, and the members of interfaces that it stands for.
    private IEnumerable<ISymbol> Targets(ISymbol member)
    {
        yield return member;
        for (ISymbol? up = Overridden(member); up is not null; up = Overridden(up))
            yield return up;
        if (member.ContainingType is not { } type || member is IMethodSymbol { MethodKind: MethodKind.Constructor or MethodKind.LocalFunction })
            yield break;
        foreach (INamedTypeSymbol holder in (INamedTypeSymbol[])[type, .. code.Implementations.Below(type)])
        {
            foreach (INamedTypeSymbol contract in holder.AllInterfaces)
            {
                if (!registrations.Allows(contract, holder) || code.Implementations.Below(contract).Count > MostImplementations)
                    continue;
                foreach (ISymbol declared in contract.GetMembers(member.Name))
                    if (holder.FindImplementationForInterfaceMember(declared) is { } found && SolutionCode.KeyOf(found) == SolutionCode.KeyOf(member))
                        yield return declared;
            }
        }
    }

    private static ISymbol? Overridden(ISymbol member) => member switch
    {
        IMethodSymbol method => method.OverriddenMethod,
        IPropertySymbol property => property.OverriddenProperty,
        _ => null,
    };

    private static ExpressionSyntax CallAround(SimpleNameSyntax use)
    {
        ExpressionSyntax call = use;
        if (call.Parent is MemberAccessExpressionSyntax access && access.Name == use)
            call = access;
        else if (call.Parent is MemberBindingExpressionSyntax binding)
            call = binding;
        return call.Parent switch
        {
            InvocationExpressionSyntax invocation when invocation.Expression == call => invocation,
            ObjectCreationExpressionSyntax made => made,
            _ => call,
        };
    }

    private sealed record Step(SyntaxNode Call, SyntaxNode Function, Step? Below);

    private sealed record Caller(SyntaxNode Function, ExpressionSyntax Call);
}

/// <summary>The ways to a call.</summary>
/// <param name="Found">The nearest entry first.</param>
/// <param name="IsAll">False when the search was given up: there may be more entries.</param>
internal sealed record Ways(IReadOnlyList<Way> Found, bool IsAll);

/// <summary>A way from an entry down to a call.</summary>
/// <param name="Entry">Where it begins.</param>
/// <param name="Function">The code of the entry.</param>
/// <param name="Steps">Each function on the way with the call it makes; the last call is the one that was asked about.</param>
internal sealed record Way(Entry Entry, SyntaxNode Function, IReadOnlyList<(SyntaxNode Function, SyntaxNode Call)> Steps);
