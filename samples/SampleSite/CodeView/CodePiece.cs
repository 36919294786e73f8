namespace SampleSite.CodeView;

/// <summary>A stretch of a line.</summary>
/// <param name="Text">As it stands in the file.</param>
/// <param name="Differs">Whether the other form has something else here.</param>
public sealed record CodePiece(string Text, bool Differs);
