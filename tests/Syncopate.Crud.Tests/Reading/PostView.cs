using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.Reading;

/// <summary>A DTO with another of its relation.</summary>
[ProjectsFrom<Post>]
public sealed partial class PostView
{
    public string Title { get; set; } = "";

    public BlogView? Blog { get; init; }
}

[ProjectsFrom<Blog>]
public sealed partial class BlogView
{
    public string Name { get; set; } = "";

    public string AddressCity { get; set; } = "";
}
