using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.Reading;

[ProjectsFrom<Blog>]
public sealed partial class BlogView
{
    public string Name { get; set; } = "";

    public string AddressCity { get; set; } = "";
}
