namespace Syncopate.Crud.Tests.Saving;

/// <summary>What may become of such values.</summary>
/// <param name="Name">For a report.</param>
/// <param name="IsSet">Whether they are there before.</param>
/// <param name="Change">What a form does.</param>
public sealed record CabinChange(string Name, bool IsSet, Action<Cabin> Change)
{
    public static IReadOnlyList<CabinChange> All { get; } =
    [
        new("none to set", false, cabin => Fill(cabin, "m", length: 3)),
        new("none to set with a default", false, cabin => Fill(cabin, "m", length: 0)),
        new("set to none", true, Empty),
        new("set to others", true, cabin => Fill(cabin, "o", length: 4)),
        new("set to others with none inside", true, cabin =>
        {
            cabin.Bunk = new() { Maker = "o", Length = 5 };
            cabin.Locker = new() { Label = "o" };
            cabin.Hatch.Seat = new() { Maker = "o", Length = 5 };
        }),
        new("none inside", true, cabin =>
        {
            if (cabin is { Bunk: { } bunk, Hatch.Seat: { } seat })
                (bunk.Maker, bunk.Pad, seat.Length, seat.Pad) = ("o", null, 6, null);
            cabin.Locker.Pad = null;
        }),
        new("others inside", true, cabin =>
        {
            if (cabin is { Bunk: { Pad: { } pad } bunk, Hatch.Seat: { } seat })
                (bunk.Length, pad.Colour, seat.Pad) = (7, "o", new Pad { Colour = "o" });
        }),
    ];

    /// <summary>One for each of them, made anew each time.</summary>
    public static Cabin[] Rows() => [.. All.Select((change, at) => change.Begun(at + 1))];

    /// <summary>Where they are set takes them off, and sets them where they are not.</summary>
    public static void Overturn(Cabin cabin)
    {
        if (cabin.Bunk is null)
            Fill(cabin, "r", length: 8);
        else
            Empty(cabin);
    }

    /// <summary>A row that the change has not been made to.</summary>
    public Cabin Begun(int id)
    {
        Cabin cabin = new() { Id = id, Name = "a", Locker = new() { Label = "l" }, Hatch = new() { Paint = "p" } };
        if (IsSet)
            Fill(cabin, "b", length: 1);
        return cabin;
    }

    private static void Fill(Cabin cabin, string maker, int length)
    {
        cabin.Bunk = NewBunk(maker, length);
        cabin.Locker.Pad = new() { Colour = maker };
        cabin.Hatch.Seat = NewBunk(maker, length);
    }

    private static void Empty(Cabin cabin) => (cabin.Bunk, cabin.Locker.Pad, cabin.Hatch.Seat) = (null, null, null);

    private static Bunk NewBunk(string maker, int length) =>
        new() { Maker = maker, Length = length, Pad = new() { Colour = maker } };
}

/// <summary>Does a <see cref="CabinChange"/>, or whatever else a test says.</summary>
public sealed class CabinForm(string name, Action<Cabin> change) : ICopiesTo<Cabin>
{
    public void CopyTo(Cabin entity)
    {
        entity.Name = name;
        change(entity);
    }
}
