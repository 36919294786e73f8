using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.Reading;

[ProjectsFrom<City>]
public sealed partial class CityView
{
    public string Name { get; set; } = "";
}
