namespace Syncopate.Crud.Tests.Databases;

/// <summary>Has an alternate key, the code; a shadow property, a complex value, a list of owned values, and a relation
/// that always comes along.</summary>
[Includes(nameof(Cities))]
public sealed class Country
{
    public int Id { get; set; }

    public string Code { get; set; } = "";

    public Money Money { get; set; } = new();

    public ICollection<Address> Offices { get; } = [];

    public ICollection<City> Cities { get; } = [];
}

public sealed class City
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public int CountryId { get; set; }

    public Country? Country { get; set; }
}

/// <summary>A complex value: it has no key, and is part of its entity.</summary>
public sealed class Money
{
    public string Unit { get; set; } = "";
}
