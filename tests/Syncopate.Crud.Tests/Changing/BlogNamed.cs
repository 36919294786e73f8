using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>Shows a member of another entity beside one that it writes; init members are written too.</summary>
[ProjectsFrom<Post>]
public sealed partial class BlogNamed
{
    public string Title { get; init; } = "";

    public string? BlogName { get; init; }
}
