namespace Syncopate.Crud.Tests.Databases;

public sealed class City
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public int CountryId { get; set; }

    public Country? Country { get; set; }
}
