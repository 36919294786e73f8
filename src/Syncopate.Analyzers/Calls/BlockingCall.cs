using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Analyzers.Calls;

/// <summary>How a call blocks.</summary>
internal enum WaitKind
{
    /// <summary>It waits for a task.</summary>
    OnTask,

    /// <summary>It waits for I/O, or for a lock, and has an asynchronous twin.</summary>
    OnIo,

    /// <summary>It sleeps.</summary>
    Sleep,
}

/// <summary>A call that holds its thread until something else is done.</summary>
/// <param name="Kind">How it blocks.</param>
/// <param name="Node">The whole expression, such as <c>task.Result</c> or <c>context.SaveChanges()</c>.</param>
/// <param name="WaitsFor">In words, such as <c>the database</c>.</param>
/// <param name="Twin">What does the same without blocking; null where none is.</param>
internal sealed record BlockingCall(WaitKind Kind, ExpressionSyntax Node, string WaitsFor, IMethodSymbol? Twin)
{
    /// <summary>The task that is waited for; null for any other call.</summary>
    public ExpressionSyntax? Task { get; init; }

    /// <summary>The name of a twin that stands in a package which was not restored; null where the twin itself is known, or none is.</summary>
    public string? TwinName { get; init; }

    /// <summary>Such as <c>SaveChangesAsync()</c>; null where none is.</summary>
    public string? Instead => (Twin?.Name ?? TwinName) is { } name ? name + "()" : null;
}
