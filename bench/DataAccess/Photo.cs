namespace Syncopate.Bench.DataAccess;

/// <summary>Owned by an album, in a table of its own.</summary>
internal sealed class Photo
{
    public string Title { get; set; } = "";
}
