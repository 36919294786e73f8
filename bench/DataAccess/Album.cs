using System.ComponentModel.DataAnnotations;

namespace Syncopate.Bench.DataAccess;

/// <summary>Has what a deletion of a row that is known already asks for: a version, and rows of another table that it owns.</summary>
internal sealed class Album
{
    public int Id { get; set; }

    public string Title { get; set; } = "";

    [ConcurrencyCheck]
    public int Version { get; set; }

    public List<Photo> Photos { get; set; } = [];
}
