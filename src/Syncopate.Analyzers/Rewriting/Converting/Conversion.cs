using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Knowledge;
using Syncopate.Analyzers.Rewriting.Hosts;
using Syncopate.Analyzers.Rewriting.Reading;
using Syncopate.Analyzers.Rewriting.Sites;

namespace Syncopate.Analyzers.Rewriting.Converting;

/// <summary>
/// Turns blocking places into awaits. Where the function around one is synchronous it becomes async itself, with all that
/// overrides or implements it, and every call of it becomes another such place: so up to the entries. All or nothing: a place
/// whose way up is closed changes nothing.
/// </summary>
internal sealed class Conversion(SourceSet code, FixReach reach)
{
    private readonly Lazy<bool> _prefersSuffix = new(() => KeptNames.PrefersSuffix(code));

    /// <summary>What has been decided.</summary>
    public ConversionState State { get; private set; } = new();

    /// <summary>Decides what becomes of a place.</summary>
    /// <returns>Why it stays, a sentence; null where it changes.</returns>
    public string? Try(Site site)
    {
        ConversionState before = State.Copy();
        string? refusal = Add(site, isLeaf: true);
        if (refusal is not null)
            State = before;
        return refusal;
    }

    /// <summary>Gives an async method that nobody can await a task to return.</summary>
    /// <returns>Why it stays, a sentence; null where it changes.</returns>
    public string? TryVoid(IMethodSymbol method)
    {
        ConversionState before = State.Copy();
        string? refusal = ReturnTask(method, newName: null);
        if (refusal is not null)
            State = before;
        return refusal;
    }

    private string? Add(Site site, bool isLeaf)
    {
        NodeKey key = NodeKey.Of(site.Node);
        if (State.Sites.ContainsKey(key))
            return null;
        if (code.WhyClosed(site.Node.SyntaxTree) is { } closed)
            return closed;
        if (code.IsGenerated(site.Node.SyntaxTree))
            return $"{SourcePlace.Of(site.Node)} is generated code.";
        SemanticModel model = code.Model(site.Node.SyntaxTree);
        AsyncHost host = AsyncHost.Of(site.Node, model);
        if (host.Obstacle is not null)
            return isLeaf ? host.Obstacle : $"{SourcePlace.OneLine(site.Node)} at {SourcePlace.Of(site.Node)}: {host.Obstacle}";

        IMethodSymbol? method = host.Node is MethodDeclarationSyntax or LocalFunctionStatementSyntax ? model.GetDeclaredSymbol(host.Node) as IMethodSymbol : null;
        bool isSync = !host.IsAsync && !State.Hosts.ContainsKey(NodeKey.Of(host.Node));
        if (isSync && method is not null && !TaskTypes.IsTask(method.ReturnType) && TwinsOf(method) is { } family)
            return isLeaf ? MoveCallers(family) : $"{SourcePlace.Of(method)} stays synchronous beside its asynchronous form, and calls what would become async.";

        State.Sites.Add(key, site);
        State.Awaiting.Add(NodeKey.Of(host.Node));
        return !isSync ? null
            : host.Node is AnonymousFunctionExpressionSyntax lambda ? AddLambda(lambda, model)
            // What is no lambda and not async is a method: the other functions are obstacles.
            : AddMethod(method!, host.Node, isLeaf);
    }

    private string? AddLambda(AnonymousFunctionExpressionSyntax lambda, SemanticModel model)
    {
        LambdaHost host = LambdaHost.Of(lambda, model);
        if (host.Change == LambdaChange.Never)
            return host.Obstacle;
        HostChangeKind kind = host.Change == LambdaChange.AwaitReturned ? HostChangeKind.AwaitReturned : HostChangeKind.Keyword;
        State.Hosts.Add(NodeKey.Of(lambda), new HostChange(lambda, kind, null));
        return host.Twin is null || host.Call is null ? null : Add(CallSite.Of(host.Call, host.Twin.Name), isLeaf: false);
    }

    private string? AddMethod(IMethodSymbol method, SyntaxNode declaration, bool isLeaf)
    {
        if (TaskTypes.IsTask(method.ReturnType))
        {
            string? obstacle = MethodObstacle.Of(method, declaration, code);
            State.Hosts.Add(NodeKey.Of(declaration), new HostChange(declaration, HostChangeKind.AwaitReturned, null));
            return obstacle;
        }

        bool isEntry = KeptNames.Has(method, code.CompilationOf(declaration.SyntaxTree));
        MethodFamily family = MethodFamily.Of(method, code);
        bool isCalled = isEntry || !isLeaf || IsClosed(method) || family.Outside is not null;
        if (!isCalled && !MemberUse.Of(family.Members, code).Any(use => use.Kind == UseKind.Call))
            return $"Nobody here calls {SourcePlace.Of(method)}, which is public: others may.";
        if (KeptNames.IsViewComponent(method))
            return ReturnTask(method, method.Name + "Async");
        bool keepsName = isEntry || method.Name.EndsWith("Async", StringComparison.Ordinal) || !_prefersSuffix.Value;
        return ReturnTask(method, keepsName ? null : method.Name.Substring(method.Name.LastIndexOf('.') + 1) + "Async");
    }

    private string? ReturnTask(IMethodSymbol method, string? newName)
    {
        MethodFamily family = MethodFamily.Of(method, code);
        if (family.Outside is { } outside)
            return $"{SourcePlace.Of(method)} has the signature of {SourcePlace.Of(outside)}, which is not part of this code.";
        if (family.Members.Any(member => !KeptNames.IsViewComponent(member) && KeptNames.Has(member, code.CompilationOf(member.DeclaringSyntaxReferences[0].SyntaxTree))))
            newName = null;
        foreach (IMethodSymbol member in family.Members)
        {
            SyntaxNode declaration = member.DeclaringSyntaxReferences[0].GetSyntax();
            if (MethodObstacle.Of(member, declaration, code) is { } obstacle)
                return obstacle;
            if (reach == FixReach.Project && !IsClosed(member) && !KeptNames.Has(member, code.CompilationOf(declaration.SyntaxTree)))
                return $"{SourcePlace.Of(member)} can be called from other projects: it takes a conversion of the whole solution.";
            if (newName is not null && IsTaken(member, newName, declaration))
                return $"{newName} is taken already beside {SourcePlace.Of(member)}.";
            HostChangeKind kind = member.IsAsync ? HostChangeKind.FromVoid : HostChangeKind.ReturnTask;
            State.Hosts[NodeKey.Of(declaration)] = new HostChange(declaration, kind, newName);
        }

        foreach (MemberUse use in MemberUse.Of(family.Members, code))
            if (Follow(use, newName, isVoid: method.IsAsync) is { } refusal)
                return refusal;
        return null;
    }

    private string? Follow(MemberUse use, string? newName, bool isVoid)
    {
        SemanticModel model = code.Model(use.Name.SyntaxTree);
        if (use.Kind == UseKind.Call)
        {
            Site site = newName is null ? new TaskSite(use.Call, use.Call) : CallSite.Of(use.Call, newName);
            if (!AwaitText.CanAwait(use.Call, model))
                return $"{SourcePlace.OneLine(use.Call)} at {SourcePlace.Of(use.Call)} uses the result of a call through ?., and a task that is null cannot be awaited.";
            if (isVoid && !AsyncHost.Of(use.Call, model).IsAsync)
                return $"{SourcePlace.OneLine(use.Call)} at {SourcePlace.Of(use.Call)} is not in async code, and would drop the task.";
            return Add(site, isLeaf: false);
        }

        if (use.Kind == UseKind.Unsure)
            return $"{SourcePlace.OneLine(use.Call)} at {SourcePlace.Of(use.Call)} cannot be resolved, and may be a call of {SourcePlace.Of(use.Method)}.";
        if (use.Kind == UseKind.Group && (isVoid || !IsHandler(use.Name, model)))
            return $"{use.Name} is handed on as a delegate at {SourcePlace.Of(use.Name)}.";
        if (newName is not null)
            State.Names[NodeKey.Of(use.Name)] = (use.Name, newName);
        return null;
    }

    private static bool IsHandler(SimpleNameSyntax name, SemanticModel model)
    {
        ExpressionSyntax whole = name.Parent is MemberAccessExpressionSyntax access ? access : name;
        return whole.Parent?.Parent?.Parent is InvocationExpressionSyntax call
            && LambdaHost.IsRouteHandler(model.GetSymbolInfo(call).Symbol as IMethodSymbol, model.GetTypeInfo(whole).ConvertedType);
    }

    /// <summary>The family of a method that has an asynchronous form beside it everywhere; null for any other.</summary>
    private MethodFamily? TwinsOf(IMethodSymbol method)
    {
        if (method.MethodKind == MethodKind.LocalFunction || KeptNames.Has(method, code.CompilationOf(method.DeclaringSyntaxReferences[0].SyntaxTree)))
            return null;
        MethodFamily family = MethodFamily.Of(method, code);
        return family.Outside is null && family.Members.All(member => TwinOf(member) is not null) ? family : null;
    }

    private IMethodSymbol? TwinOf(IMethodSymbol member)
    {
        SyntaxReference declared = member.DeclaringSyntaxReferences[0];
        return Twins.Of(member, member.ContainingType, code.Model(declared.SyntaxTree), declared.Span.Start);
    }

    /// <summary>Calls move to the asynchronous form one by one; those that cannot stay with the synchronous one.</summary>
    private string? MoveCallers(MethodFamily family)
    {
        string? refusal = $"Nobody calls {SourcePlace.Of(family.Members[0])}; its asynchronous form stands beside it.";
        bool moved = false;
        foreach (MemberUse use in MemberUse.Of(family.Members, code).Where(use => use.Kind == UseKind.Call))
        {
            SemanticModel model = code.Model(use.Name.SyntaxTree);
            SiteAnswer answer = SiteReader.Read(use.Call, null, model);
            ConversionState before = State.Copy();
            refusal = answer.Site is null ? answer.Obstacle : Add(answer.Site, isLeaf: false);
            moved |= refusal is null;
            if (refusal is not null)
                State = before;
        }

        return moved ? null : refusal;
    }

    // Nobody outside of what is known can call it.
    private bool IsClosed(IMethodSymbol method)
    {
        if (method.MethodKind == MethodKind.LocalFunction)
            return true;
        for (ISymbol? symbol = method; symbol is not null and not INamespaceSymbol; symbol = symbol.ContainingSymbol)
            if (symbol.DeclaredAccessibility == Accessibility.Private)
                return true;
            else if (symbol.DeclaredAccessibility is Accessibility.Internal or Accessibility.ProtectedAndInternal)
                return reach == FixReach.Solution || !method.ContainingAssembly.GetAttributes().Any(data => data.AttributeClass?.Name == "InternalsVisibleToAttribute");
        SyntaxTree tree = method.DeclaringSyntaxReferences[0].SyntaxTree;
        return reach == FixReach.Solution && code.CompilationOf(tree).Options.OutputKind is OutputKind.ConsoleApplication or OutputKind.WindowsApplication;
    }

    private bool IsTaken(IMethodSymbol member, string name, SyntaxNode declaration) => member.MethodKind == MethodKind.LocalFunction
        ? code.Model(declaration.SyntaxTree).LookupSymbols(declaration.SpanStart, name: name).Length > 0
        : member.ContainingType.GetMembers(name).Any(other => other is not IMethodSymbol method
            || method.Parameters.Length == member.Parameters.Length
                && method.Parameters.Zip(member.Parameters, (one, two) => SymbolEqualityComparer.Default.Equals(one.Type, two.Type)).All(same => same));
}
