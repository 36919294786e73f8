namespace Syncopate.Crud.Tests.Generation;

[ProjectsFrom<Book>]
public sealed partial class BookView
{
    public int BookId { get; set; }

    public string Title { get; set; } = "";

    public string? AuthorName { get; init; }

    public int? TranslatorBorn { get; init; }

    public int ChaptersCount { get; init; }

    public string Signature { get; init; } = "";

    public AuthorView? Author { get; init; }

    public AuthorView? Translator { get; init; }

    public IReadOnlyList<ChapterView> Chapters { get; init; } = [];

    public string Label => $"{Title} by {AuthorName}";
}

[ProjectsFrom<Author>]
public sealed partial record AuthorView(int Id, string Name);

[ProjectsFrom<Chapter>]
public sealed partial record ChapterView(string Heading);
