namespace Syncopate.Crud.Tests.Generation;

public sealed class Chapter
{
    public int Id { get; set; }

    public string Heading { get; set; } = "";

    public int BookId { get; set; }

    public Book? Book { get; set; }
}
