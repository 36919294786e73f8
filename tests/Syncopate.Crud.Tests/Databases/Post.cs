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
}
