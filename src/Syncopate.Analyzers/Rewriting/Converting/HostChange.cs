using Microsoft.CodeAnalysis;

namespace Syncopate.Analyzers.Rewriting.Converting;

/// <summary>How a function changes so that it may be awaited.</summary>
internal enum HostChangeKind
{
    /// <summary>A synchronous method, or its declaration in an interface: returns a task of what it returned.</summary>
    ReturnTask,

    /// <summary>A method or lambda that handed a task on: gets the keyword and awaits.</summary>
    AwaitReturned,

    /// <summary>A lambda that returned a plain value to somebody who also takes a task: gets the keyword.</summary>
    Keyword,

    /// <summary>An async method that returned nothing: returns a task.</summary>
    FromVoid,
}

/// <summary>The change of one function.</summary>
/// <param name="Node">Its declaration.</param>
/// <param name="Kind">How it changes.</param>
/// <param name="NewName">Its new name; null where it keeps its own.</param>
internal sealed record HostChange(SyntaxNode Node, HostChangeKind Kind, string? NewName);
