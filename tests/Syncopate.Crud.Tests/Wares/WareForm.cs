using System.Text.Json.Serialization;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>Shows and writes all of a ware but what is set once.</summary>
public abstract class WareForm
{
    public string Name { get; set; } = "";

    public Grade Grade { get; set; }

    [JsonIgnore]
    public string Secret { get; set; } = "";

    public CrateForm Crate { get; set; } = new();

    public List<int> Marks { get; set; } = [];

    public List<WareItem> Items { get; set; } = [];

    public DateTimeOffset Begins { get; set; }

    public DateTime Day { get; set; }

    public decimal Price { get; set; }

    public int Version { get; set; }

    [NotCopiedBack]
    public uint Stamp { get; set; }
}

[ProjectsFrom<Crate>]
public sealed partial class CrateForm
{
    public string Wood { get; set; } = "";

    public int Size { get; set; }

    [JsonIgnore]
    public string Lock { get; set; } = "";

    [JsonIgnore]
    public int Round { get; set; }
}

[ProjectsFrom<Numbered>]
public sealed partial class NumberedForm : WareForm
{
    public int Id { get; set; }
}

[ProjectsFrom<Coded>]
public sealed partial class CodedForm : WareForm
{
    public string Code { get; set; } = "";
}

[ProjectsFrom<Stamped>]
public sealed partial class StampedForm : WareForm
{
    public Guid Id { get; set; }
}

[ProjectsFrom<Sorted>]
public sealed partial class SortedForm : WareForm
{
    public Sort Id { get; set; } = new("");
}

[ProjectsFrom<Placed>]
public sealed partial class PlacedForm : WareForm
{
    public string Row { get; set; } = "";

    public int Place { get; set; }
}

/// <summary>Has members that are set once, one of them a key.</summary>
[ProjectsFrom<Stamped>]
public sealed partial class StampedOnce : WareForm
{
    public Guid Id { get; init; }

    public int Shelf { get; init; }

    public int Amount { get; init; }
}
