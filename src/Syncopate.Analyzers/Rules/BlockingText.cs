using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Calls;
using Syncopate.Analyzers.Entries;
using Syncopate.Analyzers.Flow;

namespace Syncopate.Analyzers.Rules;

/// <summary>What blocks, on what, for whom, what instead: one sentence each.</summary>
internal static class BlockingText
{
    public static string InAction(BlockingCall call, Entry entry) => call.Kind switch
    {
        WaitKind.OnTask => $"`{CallText.Short(call.Node)}` blocks the thread of {entry.Name} until the task is done; await it instead",
        WaitKind.Sleep => $"`{CallText.Short(call.Node)}` holds the thread of {entry.Name} while nothing is done; `await Task.Delay(…)` does not",
        WaitKind.OnIo => $"`{CallText.Short(call.Node)}` blocks the thread of {entry.Name} until {Until(call)}; `{call.Instead}` does not",
        _ => throw new ArgumentOutOfRangeException(nameof(call), call.Kind, "Not a way to block."),
    };

    public static string OnTask(BlockingCall call, FileContext file) =>
        $"`{CallText.Short(call.Node)}` blocks the thread of {Whose(call, file)} until {(call.Task is null ? "the tasks are" : "the task is")} done"
        + $"; `await{(call.Task is not null ? "" : IsForAny(call) ? " Task.WhenAny(…)" : " Task.WhenAll(…)")}` does not";

    public static string OfSleep(BlockingCall call, FunctionKind kind, FileContext file) =>
        $"`{CallText.Short(call.Node)}` holds {(kind == FunctionKind.OnPool ? "a thread of the pool" : "the thread of " + Whose(call, file))} while nothing is done; "
        + "`await Task.Delay(…)` does not";

    public static string OfIo(BlockingCall call, FileContext file) =>
        $"`{CallText.Short(call.Node)}` blocks the thread of {Whose(call, file)} until {Until(call)}; `{call.Instead}` does not";

    public static string InItsTwin(BlockingCall call, FileContext file) =>
        $"`{CallText.Short(call.Node)}` blocks the thread of {Whose(call, file)} until {Until(call)}; "
        + "its asynchronous form must await that itself";

    private static bool IsForAny(BlockingCall call) =>
        call.Node is InvocationExpressionSyntax joined && CallParts.NameOf(joined) == "WaitAny";

    private static string Until(BlockingCall call) => call.WaitsFor switch
    {
        "the disk" => "the disk has answered",
        "another process" => "another process is done",
        "the one who holds the semaphore" => "the semaphore is free",
        "what its twin awaits" or "a task" or "time to pass" => "it is done",
        var other => other + " has answered",
    };

    private static string Whose(BlockingCall call, FileContext file) => file.EntryOf(Function.Around(call.Node))?.Name ?? file.MemberName(call.Node);
}
