using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Syncopate.Analyzers.Rewriting;

/// <summary>Where an edit stands among others that begin at the same position, first to last.</summary>
internal enum EditSide
{
    /// <summary>Behind what ends here.</summary>
    Closing,

    /// <summary>Before what begins here.</summary>
    Opening,

    /// <summary>Instead of what begins here.</summary>
    Instead,
}

/// <summary>
/// Replaces a region of a file, or inserts where the region is empty. Edits are as small as words, so that a call may be
/// changed together with its own arguments: nested changes never replace each other.
/// </summary>
/// <param name="Tree">The file.</param>
/// <param name="Span">What is replaced.</param>
/// <param name="Text">What stands there afterwards.</param>
/// <param name="Side">Its side of the position.</param>
/// <param name="Width">Of the node that the edit belongs to: outer nodes open first and close last.</param>
internal sealed record CodeEdit(SyntaxTree Tree, TextSpan Span, string Text, EditSide Side, int Width);
