namespace Syncopate.Crud.Tests.Trials;

/// <summary>Sinks a ship, or raises it.</summary>
public sealed record Raising(bool IsSunk) : ICopiesTo<Ship>
{
    public void CopyTo(Ship entity) => entity.IsSunk = IsSunk;
}
