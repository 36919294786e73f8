using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Generation;
using Xunit;

namespace Syncopate.Crud.Tests.Computed;

public sealed class ComputedMembersTests
{
    [Fact]
    public void A_computed_member_is_selected_filtered_and_sorted_by_the_database()
    {
        using Library library = new();

        IQueryable<string> query = library.Books
            .Where(book => book.Thickness < 10).OrderByDescending(book => book.Signature)
            .Select(book => book.Signature);

        Assert.Equal(["Odyssey/Homer/0", "Iliad/Homer/2"], query.ToList());
        Assert.Contains("ORDER BY", query.ToQueryString(), StringComparison.Ordinal);
        Assert.Contains("COUNT(*)", query.ToQueryString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_computed_member_works_in_an_asynchronous_query()
    {
        using Library library = new();

        IQueryable<string> thick = library.Books.Where(book => book.Thickness == 2).Select(book => book.Title);
        Assert.Equal(["Iliad"], await thick.ToListAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public void A_computed_member_is_read_through_a_navigation_and_by_a_generated_projection()
    {
        using Library library = new();

        IQueryable<int> ofChapters = library.Set<Chapter>().Select(chapter => chapter.Book!.Thickness);
        IQueryable<int> ofBook = library.Books.Where(book => book.Title == "Odyssey").Select(book => book.Thickness);
        Assert.Equal([2, 2, 0], ofChapters.Concat(ofBook).ToList());
        Assert.Equal("Iliad/Homer/2", library.Books.Select(BookView.Projection).First(view => view.Title == "Iliad").Signature);
    }

    [Fact]
    public void A_computed_member_works_in_memory_and_in_a_compiled_query()
    {
        using Library library = new();
        Func<Library, int, Book> compiled = EF.CompileQuery((Library context, int thickness) => context.Books
            .Include(book => book.Author)
            .Include(book => book.Chapters)
            .Single(book => book.Thickness == thickness));

        Book book = compiled(library, 2);

        Assert.Equal("Iliad/Homer/2", book.Signature);
    }

    [Fact]
    public void A_query_is_rewritten_once_for_its_shape()
    {
        using Library library = new();
        int before = library.CompiledQueries;

        for (int thickness = 0; thickness < 5; thickness++)
            _ = library.Books.Count(book => book.Thickness == thickness);

        Assert.Equal(1, library.CompiledQueries - before);
    }

    [Fact]
    public void A_formula_that_is_missing_wrong_or_endless_says_what_to_do()
    {
        using Library library = new();

        Assert.Contains(
            "no static property Nowhere",
            Assert.Throws<InvalidOperationException>(() => library.Books.Select(book => book.Lost).ToList()).Message,
            StringComparison.Ordinal);
        Assert.Contains(
            "computes String from Book",
            Assert.Throws<InvalidOperationException>(() => library.Books.Select(book => book.Mistyped).ToList()).Message,
            StringComparison.Ordinal);
        Assert.Contains(
            "it has no end",
            Assert.Throws<InvalidOperationException>(() => library.Books.Select(book => book.Endless).ToList()).Message,
            StringComparison.Ordinal);
    }
}
