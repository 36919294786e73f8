using Microsoft.CodeAnalysis.Text;

namespace Syncopate.Scan.Fixing;

/// <summary>The change of one file.</summary>
/// <param name="Path">Its full path.</param>
/// <param name="Before">Its text as it was read.</param>
/// <param name="Changes">What changes in it, in order; no two overlap.</param>
internal sealed record FileChange(string Path, SourceText Before, IReadOnlyList<TextChange> Changes)
{
    /// <summary>Its text afterwards.</summary>
    public SourceText After { get; } = Before.WithChanges(Changes);
}
