using System.ComponentModel.DataAnnotations;
using System.Text.Json.Serialization;
using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>What each kind has, whatever its key: an enum that is stored as a text, a member that JSON leaves out, one that is set once,
/// a value inside it, lists of numbers and of items, a time, a day, a price, and two versions, one of them the database's own.</summary>
public abstract class Ware
{
    [Required, StringLength(8)]
    public string Name { get; set; } = "";

    public Grade Grade { get; set; }

    [JsonIgnore]
    public string Secret { get; set; } = "";

    public int Amount { get; init; }

    public Crate Crate { get; set; } = new();

    public List<int> Marks { get; set; } = [];

    public List<WareItem> Items { get; set; } = [];

    public DateTimeOffset Begins { get; set; }

    public DateTime Day { get; set; }

    public decimal Price { get; set; }

    /// <summary>In no form but one.</summary>
    public int Shelf { get; set; }

    public int Version { get; set; }

    /// <summary>What PostgreSQL keeps of each row anyway, where the model takes it for a version.</summary>
    public uint Stamp { get; set; }
}

public enum Grade
{
    Raw,
    Fine,
}

/// <summary>An owned or a complex value, as the model has it.</summary>
public sealed class Crate
{
    public string Wood { get; set; } = "";

    public int Size { get; set; }

    [JsonIgnore]
    public string Lock { get; set; } = "";

    /// <summary>A version of its own, where the model compares it.</summary>
    [JsonIgnore]
    public int Round { get; set; }
}

/// <summary>One of an owned list, without a key.</summary>
public sealed class WareItem
{
    public string Name { get; set; } = "";

    [JsonIgnore]
    public string Note { get; set; } = "";

    /// <summary>What is owned owns these in turn.</summary>
    [JsonIgnore]
    public List<WareLabel> Labels { get; set; } = [];
}

public sealed class WareLabel
{
    public string Text { get; set; } = "";
}

/// <summary>Its key is made by the database.</summary>
public sealed class Numbered : Ware
{
    public int Id { get; set; }
}

/// <summary>Its key is a text that it has anyway.</summary>
public sealed class Coded : Ware
{
    [Key]
    public string Code { get; set; } = "";
}

/// <summary>Its key is given.</summary>
public sealed class Stamped : Ware
{
    public Guid Id { get; set; }
}

public sealed record Sort(string Text);

/// <summary>Its key is of a type that the database does not know.</summary>
public sealed class Sorted : Ware
{
    public Sort Id { get; set; } = new("");
}

/// <summary>Its key has two columns.</summary>
[PrimaryKey(nameof(Row), nameof(Place))]
public sealed class Placed : Ware
{
    public string Row { get; set; } = "";

    public int Place { get; set; }
}
