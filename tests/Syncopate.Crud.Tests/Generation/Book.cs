using Syncopate.Crud.Computed;

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

    public static Formula<Book, int> ThicknessFormula { get; } = new(book => book.Chapters.Count(chapter => chapter.Heading != ""));

    [Computed(nameof(ThicknessFormula))]
    public int Thickness => ThicknessFormula.Of(this);

    public static Formula<Book, string> SignatureFormula { get; } = new(
        book => book.Title + "/" + book.Author!.Name + "/" + book.Thickness);

    [Computed(nameof(SignatureFormula))]
    public string Signature => SignatureFormula.Of(this);

    [Computed("Nowhere")]
    public int Lost => 0;

    public static Formula<Book, int> EndlessFormula { get; } = new(book => book.Endless + 1);

    [Computed(nameof(EndlessFormula))]
    public int Endless => EndlessFormula.Of(this);

    [Computed(nameof(SignatureFormula))]
    public int Mistyped => 0;
}

public sealed class Author
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public int Born { get; set; }
}

public sealed class Chapter
{
    public int Id { get; set; }

    public string Heading { get; set; } = "";

    public int BookId { get; set; }

    public Book? Book { get; set; }
}
