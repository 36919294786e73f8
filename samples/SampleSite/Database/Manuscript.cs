namespace SampleSite.Database;

/// <summary>A row with a large text, for the measurement of large columns; no page shows it.</summary>
public sealed class Manuscript
{
    public int Id { get; set; }

    public string Text { get; set; } = "";
}
