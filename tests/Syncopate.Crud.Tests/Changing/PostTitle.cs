using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>The smallest form: one column.</summary>
public sealed class PostTitle : ICopiesTo<Post>
{
    public string Title { get; set; } = "";

    public void CopyTo(Post entity)
    {
        entity.Title = Title;
        entity.Version++;
    }
}
