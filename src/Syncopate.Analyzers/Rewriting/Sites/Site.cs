using Microsoft.CodeAnalysis;
using Syncopate.Analyzers.Rewriting.Reading;

namespace Syncopate.Analyzers.Rewriting.Sites;

/// <summary>A place that changes so that it awaits. The function around it has to be async.</summary>
/// <param name="Node">What changes.</param>
internal abstract record Site(SyntaxNode Node)
{
    /// <summary>What the change does, such as <c>Await SaveAsync()</c>.</summary>
    public abstract string Title { get; }

    /// <summary>Writes the change.</summary>
    public abstract void Write(EditSet edits, SourceSet code);
}
