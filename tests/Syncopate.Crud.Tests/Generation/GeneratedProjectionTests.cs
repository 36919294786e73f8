using Microsoft.EntityFrameworkCore;
using Xunit;

namespace Syncopate.Crud.Tests.Generation;

public sealed class GeneratedProjectionTests
{
    [Fact]
    public void A_generated_projection_reads_flattened_counted_and_nested_members_in_one_query()
    {
        using Library library = new();

        var books = library.Books.OrderBy(book => book.BookId).Select(BookView.Projection).ToList();

        Assert.Equal(["Iliad by Homer", "Odyssey by Homer"], books.Select(book => book.Label));
        Assert.Equal([2, 0], books.Select(book => book.ChaptersCount));
        Assert.Equal([1688, null], books.Select(book => book.TranslatorBorn));
        Assert.Equal([new AuthorView(2, "Pope"), null], books.Select(book => book.Translator));
        Assert.Equal([new("Wrath"), new("Dream")], books[0].Chapters);
        Assert.Empty(library.ChangeTracker.Entries());
    }

    [Fact]
    public void A_generated_projection_composes_with_a_filter_and_an_order_of_the_DTO()
    {
        using Library library = new();

        string sql = library.Books
            .Select(BookView.Projection).Where(book => book.TranslatorBorn > 1600)
            .OrderBy(book => book.AuthorName).ToQueryString();

        Assert.Contains("WHERE", sql, StringComparison.Ordinal);
        Assert.Contains("ORDER BY", sql, StringComparison.Ordinal);
    }

    [Fact]
    public void A_generated_projection_is_built_once() => Assert.Same(BookView.Projection, BookView.Projection);

    [Fact]
    public void A_generated_copy_changes_what_a_user_may_change()
    {
        using Library library = new();
        Book book = library.Books.Include(found => found.Author).First();

        new BookView { BookId = 77, Title = "The Iliad", AuthorName = "Nobody", Author = new(9, "Nobody") }.CopyTo(book);
        library.SaveChanges();
        library.ChangeTracker.Clear();

        Book saved = library.Books.Include(found => found.Author).OrderBy(found => found.BookId).First();
        Assert.Equal((1, "The Iliad", "Homer"), (saved.BookId, saved.Title, saved.Author?.Name));
    }
}
