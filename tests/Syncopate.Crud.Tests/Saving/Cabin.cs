using System.ComponentModel.DataAnnotations.Schema;
using System.Globalization;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>Has complex values that may be null: of its own, inside it and inside one that may not, and in a value that it owns.</summary>
public sealed class Cabin
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public Bunk? Bunk { get; set; }

    public Locker Locker { get; set; } = new();

    public Hatch Hatch { get; set; } = new();

    /// <summary>All of them, as objects.</summary>
    public object?[] Parts() => [Bunk, Bunk?.Pad, Locker, Locker.Pad, Hatch, Hatch.Seat, Hatch.Seat?.Pad];

    public override string ToString() => $"{Name}: {Told(Bunk)}, {Locker.Label} {Told(Locker.Pad)}, {Hatch.Paint} {Told(Hatch.Seat)}";

    private static string Told(Bunk? bunk) => bunk is null
        ? "none"
        : string.Create(CultureInfo.InvariantCulture, $"{bunk.Maker} {bunk.Length} {Told(bunk.Pad)}");

    private static string Told(Pad? pad) => pad is null ? "none" : $"({pad.Colour})";
}

[ComplexType]
public sealed class Bunk
{
    public string Maker { get; set; } = "";

    public int Length { get; set; }

    public Pad? Pad { get; set; }
}

[ComplexType]
public sealed class Pad
{
    public string Colour { get; set; } = "";
}

[ComplexType]
public sealed class Locker
{
    public string Label { get; set; } = "";

    public Pad? Pad { get; set; }
}

/// <summary>Owned, in the same row.</summary>
public sealed class Hatch
{
    public string Paint { get; set; } = "";

    public Bunk? Seat { get; set; }
}
