namespace Syncopate.Crud.Tests.Trials;

public sealed class Flag
{
    public int Id { get; set; }

    public string Colour { get; set; } = "";

    public ICollection<Ship> Ships { get; } = [];
}
