using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.Changing;

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
        foreach (var id in TagIds)
            entity.Tags.Add(context.Attach(new Tag { Id = id }).Entity);
        return [];
    }
}
