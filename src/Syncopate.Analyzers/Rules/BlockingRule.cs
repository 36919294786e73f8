using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Calls;
using Syncopate.Analyzers.Entries;
using Syncopate.Analyzers.Flow;

namespace Syncopate.Analyzers.Rules;

/// <summary>
/// SYNC2001 to SYNC2004: calls that hold their thread. Which rule a call falls under depends on the code around it: in async code there is something
/// better, in a sync action a request waits; in other sync code it is the callers that decide, which the scan follows.
/// </summary>
internal static class BlockingRule
{
    /// <summary>What is to be said of the call; null where it is right as it stands, or is the callers' business.</summary>
    public static Sighting? Of(BlockingCall call, FileContext file)
    {
        FunctionKind kind = file.KindAt(call.Node, out SyntaxNode? function);
        if (kind is FunctionKind.Expression or FunctionKind.OwnThread || IsTwinOfItself(call, function, file))
            return null;
        if (AwaitedName(call) is { } awaited && FlagArgument.Chooses(call.Node, function, awaited, file.Model))
            return null;
        if (kind == FunctionKind.Sync && RequestOf(call.Node, function, file) is { } entry)
            return new Sighting(ScanRules.BlockingAction, call.Node, BlockingText.InAction(call, entry)) { Twin = call.Twin };
        return call.Kind switch
        {
            WaitKind.OnTask => OnTask(call, kind, file),
            WaitKind.Sleep => OfSleep(call, kind, file),
            _ => OfIo(call, kind, file),
        };
    }

    private static string? AwaitedName(BlockingCall call) => call.Kind switch
    {
        WaitKind.OnIo => call.Twin?.Name,
        WaitKind.Sleep => "Delay",
        _ => call.Task is InvocationExpressionSyntax started ? CallParts.NameOf(started) : null,
    };

    /// <summary>The entry of a request that this sync code is, or is a delegate of that runs at once within; null for any other.</summary>
    private static Entry? RequestOf(SyntaxNode node, SyntaxNode? function, FileContext file)
    {
        if (file.EntryOf(function) is { IsRequest: true } entry)
            return entry;
        // A delegate that LINQ runs within a sync action holds the same thread.
        return function is AnonymousFunctionExpressionSyntax { Parent: ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call } }
            && file.Model.GetSymbolInfo(call).Symbol is IMethodSymbol taker && Knowledge.TypeNames.NamespaceOf(taker) is "System.Linq" or "System.Collections.Generic"
            && file.KindAt(call, out SyntaxNode? outer) == FunctionKind.Sync && file.EntryOf(outer) is { IsRequest: true } around && node != call ? around : null;
    }

    private static Sighting? OnTask(BlockingCall call, FunctionKind kind, FileContext file) =>
        new(ScanRules.BlockingOnTask, call.Node, BlockingText.OnTask(call, file)) { IsNote = kind == FunctionKind.Start };

    private static Sighting? OfSleep(BlockingCall call, FunctionKind kind, FileContext file) =>
        kind is FunctionKind.Async or FunctionKind.RunsInside or FunctionKind.OnPool || IsTimer(call.Node, file)
            ? new Sighting(ScanRules.Sleep, call.Node, BlockingText.OfSleep(call, kind, file)) : null;

    private static Sighting? OfIo(BlockingCall call, FunctionKind kind, FileContext file)
    {
        if (kind is not (FunctionKind.Async or FunctionKind.RunsInside))
            return null;
        return IsInItsTwin(call, file) ? new Sighting(ScanRules.SyncCall, call.Node, BlockingText.InItsTwin(call, file))
            : new Sighting(ScanRules.SyncCall, call.Node, BlockingText.OfIo(call, file)) { Twin = call.Twin };
    }

    // An async form that calls its sync one blocks, but to call itself instead is no advice.
    private static bool IsInItsTwin(BlockingCall call, FileContext file) => call.Twin is { } twin
        && Function.MemberAround(call.Node) is { } member
        && SymbolEqualityComparer.Default.Equals(file.Model.GetDeclaredSymbol(member), twin.OriginalDefinition);

    // The callback of a timer runs on the pool.
    private static bool IsTimer(SyntaxNode node, FileContext file) =>
        Function.Around(node) is AnonymousFunctionExpressionSyntax { Parent: ArgumentSyntax { Parent.Parent: BaseObjectCreationExpressionSyntax made } }
        && file.Model.GetTypeInfo(made).Type is { Name: "Timer" };

    // An async form that for some reason calls its own sync form is reported; the sync form within the type of a stream or reader calling itself is not.
    private static bool IsTwinOfItself(BlockingCall call, SyntaxNode? function, FileContext file) => call.Twin is not null
        && function is MethodDeclarationSyntax method && !method.Modifiers.Any(SyntaxKind.AsyncKeyword)
        && file.Model.GetDeclaredSymbol(method) is { IsOverride: true } symbol && symbol.Name == call.Twin.Name
        && CallParts.ReceiverOf(call.Node) is null or ThisExpressionSyntax or BaseExpressionSyntax;
}
