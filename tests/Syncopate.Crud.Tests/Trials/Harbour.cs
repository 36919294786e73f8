namespace Syncopate.Crud.Tests.Trials;

public sealed class Harbour
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public ICollection<Ship> Ships { get; } = [];
}
