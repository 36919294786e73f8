namespace SampleSite.CodeView;

/// <summary>A method as it is drawn.</summary>
/// <param name="File">Path below the project's folder.</param>
/// <param name="Form">The form it belongs to; null for code that both use.</param>
/// <param name="Lines">From top to bottom, with gaps where the pane beside it has more.</param>
public sealed record CodePane(string File, DemoForm? Form, IReadOnlyList<CodeLine> Lines)
{
    /// <summary>A method that stands alone.</summary>
    public static CodePane Of(MethodSource source) => new(
        source.File, null, [.. source.Lines.Select((text, at) => new CodeLine(source.FirstLine + at, CodeChange.Same, [new CodePiece(text, false)]))]);
}
