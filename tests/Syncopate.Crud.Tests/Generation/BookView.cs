namespace Syncopate.Crud.Tests.Generation;

[ProjectsFrom<Book>]
public sealed partial class BookView
{
    public int BookId { get; set; }

    public string Title { get; set; } = "";

    public string? AuthorName { get; set; }

    public int? TranslatorBorn { get; set; }

    public int ChaptersCount { get; set; }

    public string Signature { get; set; } = "";

    public AuthorView? Author { get; set; }

    public AuthorView? Translator { get; set; }

    public IReadOnlyList<ChapterView> Chapters { get; set; } = [];

    public string Label => $"{Title} by {AuthorName}";
}
