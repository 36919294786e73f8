using System.Globalization;
using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Tests.Reading;

/// <summary>Has members that a user may compare by texts that are none of their values.</summary>
public sealed class ShelfContext(DbContextOptions<ShelfContext> options) : DbContext(options)
{
    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Shelf>(shelf =>
    {
        shelf.Property(row => row.Number).HasConversion(
            text => int.Parse(text, CultureInfo.InvariantCulture), number => number.ToString(CultureInfo.InvariantCulture));
        shelf.Property(row => row.Maker).HasConversion(maker => maker.Number, number => new MakerId(number));
        shelf.Property(row => row.Room).HasConversion(room => room!.Name, name => new Room(name));
        shelf.Property(row => row.Depth).HasConversion(depth => depth.Millimetres, millimetres => new Depth { Millimetres = millimetres });
        if (Database.IsNpgsql())
            shelf.Property(row => row.Version).IsRowVersion();
    });
}

public enum Wood
{
    Oak,
    Ash,
}

[Flags]
public enum Finishes
{
    None,
    Oiled,
    Waxed,
}

public readonly record struct MakerId(int Number);

public sealed record Room
{
    public Room(string name) => Name = name.Length is > 0 and < 9
        ? name
        : throw new ArgumentException("A room has a name of 8 letters at most.", nameof(name));

    public string Name { get; }
}

/// <summary>Has no operators.</summary>
public struct Depth
{
    public int Millimetres { get; set; }
}

public sealed class Shelf
{
    public int Id { get; set; }

    public string Number { get; set; } = "1";

    public string Name { get; set; } = "";

    public double Height { get; set; }

    public decimal Price { get; set; }

    public DateOnly Built { get; set; } = new(2026, 3, 2);

    public DateTime Sold { get; set; } = new(2026, 3, 2, 0, 0, 0, DateTimeKind.Utc);

    public Wood Wood { get; set; }

    public Finishes Finishes { get; set; }

    public MakerId Maker { get; set; } = new(1);

    public Room? Room { get; set; }

    public Depth Depth { get; set; }

    public uint Version { get; set; }
}

[ProjectsFrom<Shelf>]
public sealed partial record ShelfRow(
    int Id, string Number, string Name, double Height, decimal Price, DateOnly Built, DateTime Sold, Wood Wood, uint Version,
    Finishes Finishes, MakerId Maker, Room? Room, Depth Depth);
