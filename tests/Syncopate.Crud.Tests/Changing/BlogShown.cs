using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>A blog beside a form of something else.</summary>
[ProjectsFrom<Blog>]
public sealed partial class BlogShown
{
    public string Name { get; set; } = "";
}
