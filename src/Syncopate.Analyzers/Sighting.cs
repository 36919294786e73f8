using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Syncopate.Analyzers;

/// <summary>A place at which a rule applies, in terms of the compiler: what an analyzer reports and the scan makes a finding of.</summary>
/// <param name="Rule">One of <see cref="ScanRules"/>.</param>
/// <param name="Node">The call, access, statement or declaration that is meant; its location is reported, or that of its head.</param>
/// <param name="Message">One whole sentence: what blocks, on what, for whom, what instead.</param>
public sealed record Sighting(DiagnosticDescriptor Rule, SyntaxNode Node, string Message)
{
    /// <summary>The last node of a group, such as the last of several awaits; null where one node says all.</summary>
    public SyntaxNode? Last { get; init; }

    /// <summary>True where the place is only worth a note: right as it stands for many, or a matter of taste.</summary>
    public bool IsNote { get; init; }

    /// <summary>The asynchronous method that does the same, where there is one.</summary>
    public IMethodSymbol? Twin { get; init; }

    /// <summary>The part that is shown of a node with a body: the name of a method, a lambda up to its arrow; null where the whole node
    /// is.</summary>
    public TextSpan? Head { get; init; }

    /// <summary>Where it lies in the source.</summary>
    public Location Location => Location.Create(Node.SyntaxTree, Head ?? TextSpan.FromBounds(Node.SpanStart, (Last ?? Node).Span.End));
}
