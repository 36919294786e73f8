using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>A row that was inserted before its save failed gives its key back: SQLite gives it to the next one.</summary>
[Trait("Judges", "behaviour")]
public sealed class FailedKeyTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task The_next_row_may_have_the_key_of_one_that_was_not_saved(string database, string form)
    {
        Use(database, form);
        Given(new Tag { Slug = "a" });
        Tag known = Crud.Context.Set<Tag>().Single();

        for (int i = 0; i < 3; i++)
        {
            Blog blog = NewBlog(i, stars: 9);
            Result<Blog> refused = await CallAsync(() => Crud.Create(blog), token => Crud.CreateAsync(blog, token));
            Assert.Equal(Outcome.Invalid, refused.Outcome);
            Assert.Same(known, Assert.Single(Crud.Context.ChangeTracker.Entries()).Entity);
        }
        Blog late = NewBlog(4, stars: 1);
        Result<Blog> saved = await CallAsync(() => Crud.Create(late), token => Crud.CreateAsync(late, token));

        Assert.True(saved.IsDone, $"{saved}");
        Assert.Equal(saved.Value.Id, Stored(context => context.Set<Post>().Single().BlogId));
    }

    private static Blog NewBlog(int number, int stars)
    {
        Blog blog = new() { Name = "New", Slug = $"new {number}" };
        blog.Posts.Add(new Post { Title = "First", Stars = stars });
        return blog;
    }
}
