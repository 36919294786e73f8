namespace Syncopate.Crud.Tests.Generation;

public sealed class Book
{
    public int BookId { get; set; }

    public string Title { get; set; } = "";

    public int AuthorId { get; set; }

    public Author? Author { get; set; }

    public int? TranslatorId { get; set; }

    public Author? Translator { get; set; }

    public ICollection<Chapter> Chapters { get; } = [];
}
