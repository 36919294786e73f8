using System.ComponentModel.DataAnnotations;

namespace Syncopate.Crud.Tests.Trials;

/// <summary>Has one of each: a relation to one and to many, an owned and a complex value, a list in a column, a filter and a version.</summary>
public sealed class Ship
{
    public int Id { get; set; }

    [Required, StringLength(8)]
    public string Name { get; set; } = "";

    public Engine Engine { get; set; } = new();

    public Load Load { get; set; } = new();

    public List<int> Dues { get; set; } = [];

    public int? HarbourId { get; set; }

    public Harbour? Harbour { get; set; }

    public ICollection<Flag> Flags { get; } = [];

    public bool IsSunk { get; set; }

    public int Version { get; set; }
}
