using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>Shows members of other entities and what is computed beside one that it writes; init members are written too.</summary>
[ProjectsFrom<Post>]
public sealed partial class BlogNamed
{
    public string Title { get; init; } = "";

    public string? BlogName { get; init; }

    public BlogShown? Blog { get; init; }

    public int TagsCount { get; init; }

    public int Rank { get; init; }

    public int TitleLength { get; init; }
}
