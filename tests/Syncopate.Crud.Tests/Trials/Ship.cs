using System.ComponentModel.DataAnnotations;
using System.Globalization;

namespace Syncopate.Crud.Tests.Trials;

/// <summary>Has one of each: a relation to one and to many, an owned and a complex value, one that may be null, a list in a column, a
/// filter and a version.</summary>
public sealed class Ship
{
    public int Id { get; set; }

    [Required, StringLength(8)]
    public string Name { get; set; } = "";

    public Engine Engine { get; set; } = new();

    public Load Load { get; set; } = new();

    public Keel? Keel { get; set; }

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

/// <summary>A complex value that may be null, with another inside it.</summary>
public sealed class Keel
{
    public string Wood { get; set; } = "";

    public int Length { get; set; }

    public Bolt? Bolt { get; set; }

    /// <summary>None of no wood, and one with a bolt of every second.</summary>
    public static Keel? Of(string wood) => wood.Length == 0 ? null : new()
    {
        Wood = wood,
        Length = wood.Length - 2,
        Bolt = wood.Length % 2 == 0 ? new() { Maker = wood } : null,
    };

    /// <summary>As the columns of a row.</summary>
    public static string Told(Keel? keel) => keel is null
        ? "none, none, none"
        : string.Create(CultureInfo.InvariantCulture, $"{keel.Wood}, {keel.Length}, {keel.Bolt?.Maker ?? "none"}");
}

/// <summary>Inside that.</summary>
public sealed class Bolt
{
    public string Maker { get; set; } = "";
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
