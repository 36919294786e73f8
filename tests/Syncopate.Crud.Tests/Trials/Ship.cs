using System.ComponentModel.DataAnnotations;

namespace Syncopate.Crud.Tests.Trials;

/// <summary>Has one of each: a relation to one and to many, an owned and a complex value, a list in a column, a filter
/// and a version.</summary>
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

/// <summary>An owned value.</summary>
public sealed class Engine
{
    public string Maker { get; set; } = "";
}

/// <summary>A complex value.</summary>
public sealed class Load
{
    [StringLength(3)]
    public string Unit { get; set; } = "";

    public int Amount { get; set; }
}

public sealed class Harbour
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public ICollection<Ship> Ships { get; } = [];
}

public sealed class Flag
{
    public int Id { get; set; }

    public string Colour { get; set; } = "";

    public ICollection<Ship> Ships { get; } = [];
}
