namespace FeedService.Database;

/// <summary>Whom an item comes from: the sender of an email, the author of a note.</summary>
internal sealed class Person
{
    public int Id { get; set; }

    public string Name { get; set; } = "";
}
