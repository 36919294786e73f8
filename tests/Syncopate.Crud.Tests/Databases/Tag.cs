namespace Syncopate.Crud.Tests.Databases;

public sealed class Tag
{
    public int Id { get; set; }

    public string Slug { get; set; } = "";

    public string? Name { get; set; }

    public ICollection<Post> Posts { get; } = [];
}
