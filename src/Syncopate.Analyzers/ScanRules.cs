using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace Syncopate.Analyzers;

/// <summary>The rules of <c>syncopate scan</c> and of the analyzer package. The class of a rule is its name in labels, marks and SARIF.</summary>
public static class ScanRules
{
    /// <summary>Blocking on a task: <c>soa</c>.</summary>
    public static readonly DiagnosticDescriptor BlockingOnTask = Rule("SYNC2001", "Blocking on a task", DiagnosticSeverity.Warning);

    /// <summary>A synchronous call where an asynchronous one exists: <c>sia</c>.</summary>
    public static readonly DiagnosticDescriptor SyncCall =
        Rule("SYNC2002", "Synchronous call where an asynchronous one exists", DiagnosticSeverity.Warning);

    /// <summary>Sleeping on a thread of the pool: <c>sleep</c>.</summary>
    public static readonly DiagnosticDescriptor Sleep = Rule("SYNC2003", "Sleeping on a thread of the pool", DiagnosticSeverity.Warning);

    /// <summary>An action blocks the thread of its request: <c>action_blocking</c>.</summary>
    public static readonly DiagnosticDescriptor BlockingAction =
        Rule("SYNC2004", "An action blocks the thread of its request", DiagnosticSeverity.Warning);

    /// <summary>A request reaches a blocking call: <c>chain</c>. Found by the scan only, as it needs the whole solution.</summary>
    public static readonly DiagnosticDescriptor Chain = Rule("SYNC2005", "A request reaches a blocking call", DiagnosticSeverity.Warning);

    /// <summary>Independent awaits run one after the other: <c>seq_awaits</c>.</summary>
    public static readonly DiagnosticDescriptor SequentialAwaits =
        Rule("SYNC2006", "Independent awaits run one after the other", DiagnosticSeverity.Info);

    /// <summary>An async method that nobody can await: <c>async_void</c>.</summary>
    public static readonly DiagnosticDescriptor AsyncVoid =
        Rule("SYNC2007", "An async method that nobody can await", DiagnosticSeverity.Warning);

    /// <summary>A task is started and dropped: <c>fire_forget</c>.</summary>
    public static readonly DiagnosticDescriptor DroppedTask = Rule("SYNC2008", "A task is started and dropped", DiagnosticSeverity.Warning);

    /// <summary>Disposal blocks: <c>await_using</c>.</summary>
    public static readonly DiagnosticDescriptor BlockingDisposal = Rule("SYNC2009", "Disposal blocks", DiagnosticSeverity.Info);

    /// <summary>All rules in the order of their ids.</summary>
    public static readonly ImmutableArray<DiagnosticDescriptor> All =
        [BlockingOnTask, SyncCall, Sleep, BlockingAction, Chain, SequentialAwaits, AsyncVoid, DroppedTask, BlockingDisposal];

    private static readonly ImmutableArray<string> Classes =
        ["soa", "sia", "sleep", "action_blocking", "chain", "seq_awaits", "async_void", "fire_forget", "await_using"];

    /// <summary>The class of a rule, such as <c>soa</c>.</summary>
    public static string ClassOf(DiagnosticDescriptor rule) => Classes[All.IndexOf(rule)];

    // The message is made where the place is found: {0} is the whole sentence.
    private static DiagnosticDescriptor Rule(string id, string title, DiagnosticSeverity severity) => new(
        id, title, "{0}", "Syncopate.Async", severity, isEnabledByDefault: true, helpLinkUri: "docs/rules/" + id + ".md");
}
