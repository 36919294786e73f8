using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.Reading;

/// <summary>A DTO with a list of others.</summary>
[ProjectsFrom<Country>]
public sealed partial class CountryView
{
    public string Code { get; set; } = "";

    public IReadOnlyList<CityView> Cities { get; init; } = [];
}

[ProjectsFrom<City>]
public sealed partial class CityView
{
    public string Name { get; set; } = "";
}
