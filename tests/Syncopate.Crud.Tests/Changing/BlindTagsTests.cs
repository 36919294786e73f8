using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

public sealed class BlindTagsTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_relation_to_a_row_that_does_not_exist_is_an_error_on_the_list(string database, string form)
    {
        Use(database, form);
        Post post = GivenPost();
        BlindTags blind = new() { TagIds = [7] };

        Result<Post> refused = await CallAsync(
            () => Crud.Update<Post, BlindTags>(post.Id, blind),
            token => Crud.UpdateAsync<Post, BlindTags>(post.Id, blind, token));

        // SQLite does not say which of the two foreign keys of the joining row was broken.
        CrudError expected = database == "sqlite"
            ? new CrudError("", "The post or the tag that was chosen does not exist.")
            : new CrudError("Tags", "The tag that was chosen does not exist.");
        Assert.Equal([expected], refused.Errors);
        Assert.Empty(Crud.Context.ChangeTracker.Entries());
        Assert.Equal(0, Stored(context => context.Set<Post>().Include(row => row.Tags).Single().Tags.Count));
    }
}

/// <summary>A form that writes rows of a many-to-many relation without a look whether its tags exist.</summary>
public sealed class BlindTags : IWritesTo<BlogContext, Post>
{
    public IReadOnlyList<int> TagIds { get; init; } = [];

    public IReadOnlyList<CrudError> Write(BlogContext context, Post entity) => Choose(context, entity);

    public async Task<IReadOnlyList<CrudError>> WriteAsync(BlogContext context, Post entity, CancellationToken cancellationToken)
    {
        await Task.Yield();
        return Choose(context, entity);
    }

    private IReadOnlyList<CrudError> Choose(BlogContext context, Post entity)
    {
        foreach (int id in TagIds)
            entity.Tags.Add(context.Attach(new Tag { Id = id }).Entity);
        return [];
    }
}
