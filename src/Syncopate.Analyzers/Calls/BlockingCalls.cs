using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Flow;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Calls;

/// <summary>Finds the calls of one file that hold their thread.</summary>
internal sealed class BlockingCalls
{
    /// <summary>What a call on a stream, a reader or a writer waits for.</summary>
    public const string OnStream = "the disk or the network";

    private readonly SemanticModel _model;
    // Null while a method is only asked what it does itself.
    private readonly CallReach? _reach;
    private readonly CompletedTasks _completed;

    public BlockingCalls(SemanticModel model, SourceCode code, CallReach? reach)
    {
        _model = model;
        _reach = reach;
        _completed = new CompletedTasks(model, code);
    }

    /// <summary>Calls whose target was asked for.</summary>
    public int Asked { get; private set; }

    /// <summary>Calls among them whose target is known.</summary>
    public int Resolved { get; private set; }

    /// <summary>True when the word can be the name of a call that blocks; whatever else stands there need not be bound.</summary>
    public static bool IsWord(string name) => name is "Result" or "Wait" or "GetResult" or "WaitAll" or "WaitAny" or "Sleep" or "SpinUntil";

    /// <summary>Counts a call whose target is known without asking for it.</summary>
    public void Know()
    {
        Asked++;
        Resolved++;
    }

    /// <summary>What the expression waits for; null when it does not block, or when its target is not known.</summary>
    public BlockingCall? Of(ExpressionSyntax node) => node switch
    {
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Result" } access => OfResult(access, access.Expression),
        MemberBindingExpressionSyntax { Name.Identifier.ValueText: "Result" } binding when CallParts.ReceiverOf(binding) is { } receiver => OfResult(binding, receiver),
        InvocationExpressionSyntax call => OfCall(call),
        _ => null,
    };

    private BlockingCall? OfResult(ExpressionSyntax access, ExpressionSyntax task)
    {
        if (access.Parent is AssignmentExpressionSyntax assignment && assignment.Left == access)
            return null;
        if (Ask(access) is not IPropertySymbol property || !TaskTypes.IsTask(property.ContainingType) || CallParts.IsInNameof(access))
            return null;
        return _completed.IsComplete(task) ? null : OnTask(access, task);
    }

    private BlockingCall? OfCall(InvocationExpressionSyntax call)
    {
        if (CallParts.NameOf(call) is not { } name)
            return null;
        if (Ask(call) is not IMethodSymbol method)
            return UnresolvedCalls.Of(call, name, _model);
        return name switch
        {
            "Wait" when TaskTypes.IsTask(method.ContainingType) => CallParts.ReceiverOf(call) is { } task && !_completed.IsComplete(task) ? OnTask(call, task) : null,
            "WaitAll" or "WaitAny" when TaskTypes.IsTask(method.ContainingType) => AreFinished(call) ? null : OnTask(call, null),
            "GetResult" when TaskTypes.IsTaskAwaiter(method.ContainingType) => OfGetResult(call),
            "Sleep" when TypeNames.Is(method.ContainingType, "System.Threading", "Thread") => OfSleep(call),
            "SpinUntil" when TypeNames.Is(method.ContainingType, "System.Threading", "SpinWait") && method.Parameters.Length > 1 =>
                new BlockingCall(WaitKind.Sleep, call, "time to pass", null),
            _ => OfIo(call, method),
        };
    }

    private BlockingCall? OfGetResult(InvocationExpressionSyntax call)
    {
        ExpressionSyntax? awaiter = CallParts.ReceiverOf(call);
        if (awaiter is not InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "GetAwaiter" } access })
            return null;
        return _completed.IsComplete(access.Expression) ? null : OnTask(call, access.Expression);
    }

    private bool AreFinished(InvocationExpressionSyntax call) => call.ArgumentList.Arguments.Count > 0
        && call.ArgumentList.Arguments.All(argument => TaskTypes.IsTask(_model.GetTypeInfo(argument.Expression).Type) && _completed.IsComplete(argument.Expression));

    private static BlockingCall? OfSleep(InvocationExpressionSyntax call) =>
        call.ArgumentList.Arguments.FirstOrDefault()?.Expression is LiteralExpressionSyntax { Token.ValueText: "0" }
            ? null : new BlockingCall(WaitKind.Sleep, call, "time to pass", null);

    private static BlockingCall OnTask(ExpressionSyntax node, ExpressionSyntax? task) =>
        new(WaitKind.OnTask, node, "a task", null) { Task = task };

    private BlockingCall? OfIo(InvocationExpressionSyntax call, IMethodSymbol method)
    {
        if (TaskTypes.IsAwaitable(method.ReturnType))
            return null;
        if (QueryTypes.IsTerminal(method))
            return OfQuery(call, method);
        if (method.DeclaringSyntaxReferences.Length > 0)
            return OfSource(call, method);
        return OfReference(call, method);
    }

    private BlockingCall? OfQuery(InvocationExpressionSyntax call, IMethodSymbol method)
    {
        ExpressionSyntax? query = method.ReducedFrom is null && method.IsStatic ? call.ArgumentList.Arguments.FirstOrDefault()?.Expression : CallParts.ReceiverOf(call);
        if (query is null || !QueryTypes.IsQuery(_model.GetTypeInfo(query).Type) || IsGuessed(query) || MemoryQueries.Is(query, _model))
            return null;
        IMethodSymbol? twin = QueryTypes.TwinOf(_model.Compilation, method.Name, (method.ReducedFrom ?? method).Parameters.Length);
        return twin is null ? null : new BlockingCall(WaitKind.OnIo, call, "the database", twin);
    }

    // Of a receiver whose type is not known the compiler takes any overload, also that of a query.
    private bool IsGuessed(ExpressionSyntax query)
    {
        ExpressionSyntax? at = query;
        while (at is not null)
        {
            if (_model.GetTypeInfo(at).Type is { TypeKind: TypeKind.Error } || (at is InvocationExpressionSyntax && _model.GetSymbolInfo(at).Symbol is null))
                return true;
            at = at is InvocationExpressionSyntax or MemberAccessExpressionSyntax ? CallParts.ReceiverOf(at) : null;
        }
        return false;
    }

    // A method of this code base: its twin must be there, and what it does must wait, as far as that can be seen.
    private BlockingCall? OfSource(InvocationExpressionSyntax call, IMethodSymbol method)
    {
        if (_reach is null || AsyncTwins.Of(method) is not { } twin || IsItself(call, twin) || IsHook(call, method, twin))
            return null;
        bool isExact = CallParts.ReceiverOf(call) is BaseExpressionSyntax;
        return _reach.WaitsFor(method, isExact) is { } what && !(what == OnStream && IsGivenMemory(call))
            ? new BlockingCall(WaitKind.OnIo, call, what, twin) : null;
    }

    // A method that reads or writes the stream it is given waits for nothing where that lies in memory.
    private bool IsGivenMemory(InvocationExpressionSyntax call)
    {
        IEnumerable<ExpressionSyntax> given = call.ArgumentList.Arguments.Select(argument => argument.Expression);
        if (CallParts.ReceiverOf(call) is { } receiver)
            given = given.Append(receiver);
        StreamOrigin[] origins = [.. given.Where(IsStream).Select(one => Origins.OfStream(one, _model))];
        return origins.Length > 0 && origins.All(origin => origin == StreamOrigin.Memory);
    }

    private bool IsStream(ExpressionSyntax expression) => _model.GetTypeInfo(expression).Type is { } type
        && (TypeNames.IsA(type, "System.IO", "Stream") || TypeNames.IsA(type, "System.IO", "TextReader")
            || TypeNames.IsA(type, "System.IO", "TextWriter"));

    // The twin may call the sync form when both end in it, and says so by giving a task without awaiting any: to call itself instead is
    // no advice.
    private bool IsItself(SyntaxNode call, IMethodSymbol twin) =>
        Function.MemberAround(call) is { } member && _model.GetDeclaredSymbol(member) is IMethodSymbol symbol
            && IsOrImplements(symbol, twin)
        && (symbol.ContainingType.TypeKind == TypeKind.Interface || !symbol.IsAsync);

    private static bool IsOrImplements(IMethodSymbol member, IMethodSymbol twin) => SymbolEqualityComparer.Default.Equals(member, twin)
        || SymbolEqualityComparer.Default.Equals(member.ContainingType.FindImplementationForInterfaceMember(twin), member);

    // A type that calls two hooks of its own, one after the other, lets those below it choose either: neither stands for the other.
    private bool IsHook(InvocationExpressionSyntax call, IMethodSymbol method, IMethodSymbol twin) => (method.IsVirtual
        || method.IsAbstract)
        && CallParts.ReceiverOf(call) is null or ThisExpressionSyntax
        && call.FirstAncestorOrSelf<StatementSyntax>() is { Parent: BlockSyntax block } statement
        && block.Statements.Any(other => other != statement && other is ExpressionStatementSyntax or LocalDeclarationStatementSyntax
        && Calls(other, twin));

    private bool Calls(StatementSyntax statement, IMethodSymbol method) => statement.DescendantNodes().OfType<InvocationExpressionSyntax>()
        .Any(call => CallParts.NameOf(call) == method.Name
        && SymbolEqualityComparer.Default.Equals(_model.GetSymbolInfo(call).Symbol, method));

    private BlockingCall? OfReference(InvocationExpressionSyntax call, IMethodSymbol method)
    {
        string? what = IoTable.WaitsFor(method) ?? StreamWait(call, method);
        bool isKnown = what is not null;
        if (!isKnown && !MayWait.Of(method))
            return null;
        // Of streams and files the parameters decide: Flush(true) writes to the disk, which FlushAsync() does not.
        bool isLoose = isKnown && TypeNames.NamespaceOf(method.ContainingType) != "System.IO";
        if (AsyncTwins.Of(method, isLoose) is not { } twin || (!isKnown && !AsyncTwins.TakesToken(twin)))
            return null;
        return IsInstant(call, method) || !FrameworkVersions.Has(twin, call.SyntaxTree)
            ? null : new BlockingCall(WaitKind.OnIo, call, what ?? "an answer from outside", twin);
    }

    // Streams, readers and writers wait for what lies under them.
    private string? StreamWait(InvocationExpressionSyntax call, IMethodSymbol method)
    {
        ITypeSymbol owner = method.ContainingType;
        bool isStream = TypeNames.IsA(owner, "System.IO", "Stream");
        bool isReader = TypeNames.IsA(owner, "System.IO", "TextReader");
        bool isWriter = TypeNames.IsA(owner, "System.IO", "TextWriter");
        if (isStream || isReader || isWriter)
        {
            StreamOrigin origin = Origins.OfStream(CallParts.ReceiverOf(call), _model);
            bool doesWait = origin == StreamOrigin.Real || (origin == StreamOrigin.Unknown && !isWriter && !IsWrittenTo(call));
            return doesWait && method.Name is not ("Close" or "Dispose") ? OnStream : null;
        }
        bool readsStream = TypeNames.NamespaceOf(owner).StartsWith("System.Text.Json", StringComparison.Ordinal)
            && call.ArgumentList.Arguments.Any(argument => Origins.OfStream(argument.Expression, _model) == StreamOrigin.Real);
        return readsStream ? OnStream : null;
    }

    // CopyTo of an unknown stream into memory still reads from the unknown one; Write and Flush of an unknown one mostly end in a buffer.
    private static bool IsWrittenTo(InvocationExpressionSyntax call) => CallParts.NameOf(call) is "Write" or "WriteByte" or "Flush";

    // What is written to a connection is on its way already: its Flush does nothing.
    private bool IsUnbuffered(InvocationExpressionSyntax call) => CallParts.NameOf(call) == "Flush"
        && CallParts.ReceiverOf(call) is { } stream && _model.GetTypeInfo(stream).Type is { Name: "NetworkStream" or "SslStream" };

    private bool IsInstant(InvocationExpressionSyntax call, IMethodSymbol method) => IsOfEnded(call, method) || IsUnbuffered(call)
        || method.Name == "Wait"
        && call.ArgumentList.Arguments.FirstOrDefault()?.Expression is { } time
        && (_model.GetConstantValue(time) is { HasValue: true, Value: 0 } || time.ToString().EndsWith("TimeSpan.Zero", StringComparison.Ordinal));

    // if (process.ExitCode == 0) process.WaitForExit(): only a process that has ended has a code.
    private static bool IsOfEnded(InvocationExpressionSyntax call, IMethodSymbol method) =>
        method is { Name: "WaitForExit", ContainingType.Name: "Process" } && CallParts.ReceiverOf(call) is { } process
        && call.Ancestors().OfType<IfStatementSyntax>().SelectMany(choice => choice.Condition.DescendantNodes())
            .Any(node => node is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ExitCode" } access
                && SyntaxFactory.AreEquivalent(access.Expression, process));

    private ISymbol? Ask(ExpressionSyntax node)
    {
        Asked++;
        SymbolInfo info = _model.GetSymbolInfo(node);
        ISymbol? symbol = info.Symbol ?? (info.CandidateReason == CandidateReason.OverloadResolutionFailure
            ? info.CandidateSymbols.FirstOrDefault(one => Fits(one, node)) : null);
        if (symbol is not null)
            Resolved++;
        return symbol;
    }

    // Arguments of unknown types fit nothing; but what takes another number of them is another method, and the one that is meant is not
    // to be seen.
    private static bool Fits(ISymbol candidate, ExpressionSyntax node)
    {
        if (candidate is not IMethodSymbol method || node is not InvocationExpressionSyntax { ArgumentList.Arguments: { } arguments })
            return true;
        int least = method.Parameters.Count(parameter => !parameter.IsOptional && !parameter.IsParams);
        return arguments.Count >= least && (arguments.Count <= method.Parameters.Length
            || method.Parameters.Any(parameter => parameter.IsParams));
    }
}
