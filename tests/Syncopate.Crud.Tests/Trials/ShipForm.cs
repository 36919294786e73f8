using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Tests.Trials;

/// <summary>Shows and writes every part of a ship.</summary>
[ProjectsFrom<Ship>, Includes(nameof(Ship.Flags))]
public sealed partial class ShipForm : IWritesTo<TrialContext, Ship>
{
    public string Name { get; set; } = "";

    public EngineForm Engine { get; set; } = new();

    public string LoadUnit { get; set; } = "";

    public List<int> Dues { get; set; } = [];

    public int? HarbourId { get; set; }

    public int Version { get; set; }

    [ReadsKeys(nameof(Ship.Flags))]
    public List<int> FlagIds { get; set; } = [];

    /// <summary>Of which wood the keel is to be, where the form says it at all; empty for none.</summary>
    [NotProjected, NotCopiedBack]
    public string? NewKeel { get; set; }

    /// <summary>Has the form refuse when all is written and more is overturned, as an application does that looks late.</summary>
    [NotProjected, NotCopiedBack]
    public bool Refuses { get; set; }

    /// <summary>The same, by an exception.</summary>
    [NotProjected, NotCopiedBack]
    public bool Breaks { get; set; }

    public IReadOnlyList<CrudError> Write(TrialContext context, Ship entity) =>
        Choose(entity, [.. context.Flags.Where(flag => FlagIds.Contains(flag.Id))]);

    public async Task<IReadOnlyList<CrudError>> WriteAsync(TrialContext context, Ship entity, CancellationToken cancellationToken) =>
        Choose(entity, await context.Flags.Where(flag => FlagIds.Contains(flag.Id)).ToListAsync(cancellationToken));

    private IReadOnlyList<CrudError> Choose(Ship ship, List<Flag> flags)
    {
        ship.Flags.Clear();
        flags.ForEach(ship.Flags.Add);
        if (flags.Count < FlagIds.Distinct().Count())
            return [new CrudError(nameof(FlagIds), "There is no such flag.")];
        if (NewKeel is not null)
            ship.Keel = Keel.Of(NewKeel);
        if (!Refuses && !Breaks)
            return [];

        ship.Dues.Add(77);
        ship.Load.Unit = "x";
        if (ship.Keel is { Bolt: not null } keel)
            (keel.Length, keel.Bolt) = (77, null);
        else
            ship.Keel = ship.Keel is null ? Keel.Of("over") : null;
        ship.Engine = new Engine { Maker = "other" };
        ship.Harbour = ship.Harbour is null ? new Harbour { Name = "new" } : null;
        return Refuses ? [new CrudError("", "Not today.")] : throw new NotSupportedException("A bug.");
    }
}

[ProjectsFrom<Engine>]
public sealed partial class EngineForm
{
    public string Maker { get; set; } = "";
}

/// <summary>Sinks a ship, or raises it, where a <see cref="ShipForm"/> would write all of it.</summary>
public sealed record Raising(bool IsSunk) : ICopiesTo<Ship>
{
    public void CopyTo(Ship entity) => entity.IsSunk = IsSunk;
}
