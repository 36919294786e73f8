using Syncopate.Crud.Computed;

namespace Syncopate.Crud.Tests.Databases;

public sealed class Post
{
    public int Id { get; set; }

    public string Title { get; set; } = "";

    public string? Text { get; set; }

    public int Stars { get; set; }

    public int BlogId { get; set; }

    public Blog? Blog { get; set; }

    public ICollection<Tag> Tags { get; } = [];

    public int Version { get; set; }

    public static Formula<Post, int> RankFormula { get; } = new(post => post.Stars * 10 + post.Tags.Count);

    [Computed(nameof(RankFormula))]
    public int Rank => RankFormula.Of(this);
}
