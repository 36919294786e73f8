using Microsoft.CodeAnalysis.Text;

namespace Syncopate.Mutations;

/// <summary>One fault to be planted: a change of the text of one file.</summary>
/// <param name="Path">The file, from the root of the repository.</param>
/// <param name="Line">The line, counted from 1.</param>
/// <param name="Change">The change.</param>
internal sealed record Mutant(string Path, int Line, TextChange Change)
{
    /// <summary>The name of the file, and so of the type that the tests of the same name are about.</summary>
    public string Subject => System.IO.Path.GetFileNameWithoutExtension(Path);

    /// <summary>Whether it is in a folder, or on a line as FILE:LINE.</summary>
    public bool IsIn(string place) =>
        Path.StartsWith($"{place}/", StringComparison.Ordinal)
            || place == FormattableString.Invariant($"{Path}:{Line}");

    /// <summary>The line before and after.</summary>
    public (string Was, string Becomes) Lines(SourceText text) =>
        (LineOf(text).Trim(), LineOf(text.WithChanges(Change)).Trim());

    private string LineOf(SourceText text) => text.Lines[Line - 1].ToString();
}
