namespace SampleSite.CodeView;

/// <summary>A line of a pane.</summary>
/// <param name="Number">Its number in the file; null for a gap.</param>
/// <param name="Change">Whether the other form has it.</param>
/// <param name="Pieces">Its text from left to right.</param>
public sealed record CodeLine(int? Number, CodeChange Change, IReadOnlyList<CodePiece> Pieces)
{
    /// <summary>Whether it is only a comment.</summary>
    public bool IsComment => Pieces.Count > 0 && string.Concat(Pieces.Select(static piece => piece.Text)).TrimStart().StartsWith("//", StringComparison.Ordinal);
}
