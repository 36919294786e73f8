using System.Globalization;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.BothForms;

/// <summary>Every row of <see cref="CrudCases"/>, in both forms, on both databases.</summary>
public sealed class BothFormsTests(PostgresFixture postgres) : CrudTests(postgres)
{
    public static TheoryData<string, string, string> Table { get; } = new(
        from test in CrudCases.All
        from place in Everywhere
        select (test.Name, place.Data.Item1, place.Data.Item2));

    [Theory, MemberData(nameof(Table))]
    public async Task A_call_has_the_same_outcome_everywhere(string name, string database, string form)
    {
        Use(database, form);
        Stored(Fill);
        CrudCase test = CrudCases.All.Single(test => test.Name == name);

        Result result = await CallAsync(() => test.Synchronous(Crud), token => test.Asynchronous(Crud, token));

        Assert.Equal(test.Outcome, result.Outcome);
        Assert.Equal(Expected(test), result.Errors);
        Assert.Equal(test.Message.Length > 0 || test.Errors.Count == 0 ? test.Message : Summary(test), result.Message);
        Assert.Equal(test.Rows ?? CrudCases.RowsBefore, Stored(Rows));
        Assert.True(result.IsDone || !Crud.Context.ChangeTracker.Entries().Any(), "What was not done left something tracked.");
    }

    [Fact]
    public void The_table_has_each_name_once() => Assert.Equal(CrudCases.All.Count, CrudCases.All.DistinctBy(test => test.Name).Count());

    private static IReadOnlyList<CrudError> Expected(CrudCase test) =>
        test.Outcome is Outcome.Done or Outcome.Invalid ? test.Errors : [new CrudError("", test.Message)];

    private static string Summary(CrudCase test) =>
        test.Errors is [var only]
            ? only.Message
            : string.Create(CultureInfo.InvariantCulture, $"{test.Errors.Count} errors.");

    private static int Fill(BlogContext context)
    {
        context.Set<Blog>().ExecuteDelete();
        Tag old = new() { Id = 100, Slug = "old" };
        Post post = new() { Id = 100, Title = "First", Stars = 1, Version = 1, BlogId = 100 };
        post.Tags.Add(old);
        context.AddRange(new Blog { Id = 100, Name = "Notes", Slug = "notes" }, post, old, new Tag { Id = 101, Slug = "new" });
        return context.SaveChanges();
    }

    private static string Rows(BlogContext context)
    {
        string[] rows =
        [
            .. context.Set<Blog>().AsEnumerable().Select(blog => $"blog {blog.Slug} '{blog.Name}' in '{blog.Address.City}'"),
            .. context.Set<Post>().Include(post => post.Tags).AsEnumerable()
                .Select(post => $"post '{post.Title}' *{post.Stars} v{post.Version} ({Slugs(post)})"),
            .. context.Set<Tag>().AsEnumerable().Select(tag => $"tag {tag.Slug}"),
        ];
        return string.Join("; ", rows.Order(StringComparer.Ordinal));
    }

    private static string Slugs(Post post) => string.Join(' ', post.Tags.Select(tag => tag.Slug).Order(StringComparer.Ordinal));
}
