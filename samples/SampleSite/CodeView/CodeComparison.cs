using DiffPlex;
using DiffPlex.DiffBuilder;
using DiffPlex.DiffBuilder.Model;

namespace SampleSite.CodeView;

/// <summary>Two methods side by side: the same number of lines in both panes, equal lines on equal height.</summary>
/// <param name="Before">The pane to the left.</param>
/// <param name="After">The pane to the right.</param>
public sealed record CodeComparison(CodePane Before, CodePane After)
{
    /// <summary>Compares the method of one form with that of the next.</summary>
    public static CodeComparison Of(DemoForm before, MethodSource left, DemoForm after, MethodSource right)
    {
        SideBySideDiffModel difference = new SideBySideDiffBuilder(new Differ()).BuildDiffModel(string.Join('\n', left.Lines), string.Join('\n', right.Lines));

        return new CodeComparison(
            Pane(before, left, difference.OldText, CodeChange.Removed), Pane(after, right, difference.NewText, CodeChange.Added));
    }

    private static CodePane Pane(DemoForm form, MethodSource source, DiffPaneModel pane, CodeChange change) =>
        new(source.File, form, [.. pane.Lines.Select(line => Line(line, source.FirstLine - 1, change))]);

    private static CodeLine Line(DiffPiece line, int above, CodeChange change) => line.Type switch
    {
        ChangeType.Imaginary => new CodeLine(null, CodeChange.Gap, []),
        ChangeType.Unchanged => new CodeLine(above + line.Position, CodeChange.Same, [new CodePiece(line.Text, false)]),
        ChangeType.Modified => new CodeLine(above + line.Position, change, [.. Pieces(line)]),
        _ => new CodeLine(above + line.Position, change, [new CodePiece(line.Text, false)]),
    };

    // Words of one kind that follow each other are drawn as one piece.
    private static IEnumerable<CodePiece> Pieces(DiffPiece line)
    {
        string pending = "";
        bool differs = false;
        foreach (DiffPiece word in line.SubPieces.Where(static word => word.Type != ChangeType.Imaginary))
        {
            if (pending.Length > 0 && differs != (word.Type != ChangeType.Unchanged))
            {
                yield return new CodePiece(pending, differs);
                pending = "";
            }

            differs = word.Type != ChangeType.Unchanged;
            pending += word.Text;
        }

        yield return new CodePiece(pending, differs);
    }
}
